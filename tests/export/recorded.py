"""Recordings to export, and what h5py reads in them."""

import os
import sys

import h5py
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from program import ProgramTest  # noqa: E402

ANGLE = np.deg2rad(30)

# Every shape there is. Names hold what JSON, XML and CSV must quote.
SHAPES = {
    "stiction": 1,
    "name": "shapes",
    "step": 0.01,
    "duration": 0.6,
    "bodies": [
        {"name": "floor", "fixed": True, "shape": {"half_space": {"normal": [0, 0, 1]}}},
        {"name": "wall", "fixed": True, "shape": {"half_space": {"normal": [1, 0, 0], "offset": -2}}},
        {"name": "box, \"big\" <&>", "shape": {"box": {"size": [0.2, 0.3, 0.4]}}, "position": [0, 0, 0.5],
         "rotation": [np.cos(ANGLE), np.sin(ANGLE), 0, 0], "velocity": [1, 0.5, 0], "angular_velocity": [0, 40, 9]},
        {"name": "twin", "shape": {"box": {"size": [0.2, 0.3, 0.4]}}, "position": [1, 1, 0.2]},
        {"name": "Kugel grün", "shape": {"sphere": {"radius": 0.1}}, "position": [0, 1, 0.4]},
        {"name": "capsule", "shape": {"capsule": {"radius": 0.1, "length": 0.3}}, "position": [0, 2, 0.5]},
        {"name": "cylinder", "shape": {"cylinder": {"radius": 0.1, "length": 0.3}}, "position": [1, 0, 0.5]},
        {"name": "cone", "shape": {"cone": {"radius": 0.1, "height": 0.3}}, "position": [1, 2, 0.5]},
        {"name": "hull", "shape": {"convex": {"points": [[0, 0, 0], [0.3, 0, 0], [0, 0.3, 0], [0, 0, 0.3]]}},
         "position": [2, 0, 0.1]},
        {"name": "both", "position": [2, 1, 0.5], "shape": {"compound": [
            {"shape": {"box": {"size": [0.4, 0.1, 0.1]}}},
            {"shape": {"sphere": {"radius": 0.1}}, "position": [0.2, 0, 0.1]}]}},
        {"name": "mesh", "position": [2, 2, 0.1], "shape": {"mesh": {
            "cells": 8, "vertices": [[0, 0, 0], [0.3, 0, 0], [0, 0.3, 0], [0, 0, 0.3]],
            "triangles": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]}}},
        {"name": "hill", "fixed": True, "position": [-1, -1, 0], "shape": {"height_field": {
            "size": [1, 1], "rows": 3, "columns": 3, "heights": [0, 0, 0, 0, 0.2, 0, 0, 0, 0]}}},
    ],
}


# A block that deforms; its coordinates in the recording are the places of its nodes.
SOFT = {
    "stiction": 1,
    "name": "soft",
    "step": 0.005,
    "duration": 0.2,
    "bodies": [
        {"name": "floor", "fixed": True, "shape": {"half_space": {}}},
        {"name": "block", "model": "tetrahedral", "shape": {"box": {"size": [0.2, 0.1, 0.1]}}, "position": [0, 0, 0.06],
         "velocity": [0.2, 0, -1.5], "angular_velocity": [0, 0, 3],
         "elastic": {"youngs_modulus": 2e4, "poisson_ratio": 0.3, "stiffness_damping": 0.002, "cells": [4, 2, 2]}},
    ],
}
SOFT_VERTICES = 5 * 3 * 3 - 3  # all nodes but those inside


def nodes_of(path):
    """Places of the block's nodes (frame, node, 3)."""
    with h5py.File(path, "r", libver="latest", swmr=True) as file:
        return file["frames/deformations"][:].reshape(len(file["frames/index"]), -1, 3)


def match(points, nodes):
    """The node at each point."""
    distance = np.linalg.norm(points[:, None] - nodes[None], axis=2)
    assert distance.min(axis=1).max() < 1e-6
    return distance.argmin(axis=1)


def read(path):
    """Times, positions (frame, body, 3), rotations wxyz (frame, body, 4), and the contacts of every frame."""
    with h5py.File(path, "r", libver="latest", swmr=True) as file:
        index, bodies, contacts = file["frames/index"][:], file["frames/bodies"][:], file["frames/contacts"][:]
    ends = np.concatenate([[0], index["contact_end"]])
    return index["time"], bodies, [contacts[a:b] for a, b in zip(ends[:-1], ends[1:])]


def rotation_matrix(q):
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


class ExportTest(ProgramTest):
    def record(self, *scene):
        """Runs a scene (default: SHAPES); returns the recording's name."""
        self.run_json(*(scene or (self.write("shapes.json", SHAPES),)), "-o", "run.h5")
        return "run.h5"
