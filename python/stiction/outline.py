"""Outlines of shapes for plots: points on their surfaces, in the form of scene files."""
from __future__ import annotations

from typing import Any, Iterable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_ROUND = 48  # points around a circle


def rotation_matrix(wxyz: Iterable[float]) -> Floats:
    """The 3×3 matrix of a unit quaternion [w, x, y, z]."""
    w, x, y, z = wxyz
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def _ball(radius: float) -> Floats:
    polar, around = np.meshgrid(np.linspace(0, np.pi, _ROUND // 2 + 1), np.linspace(0, 2 * np.pi, _ROUND))
    points: Floats = radius * np.stack(
        [np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around), np.cos(polar)], axis=-1).reshape(-1, 3)
    return points


def _ring(radius: float, z: float) -> Floats:
    around = np.linspace(0, 2 * np.pi, _ROUND, endpoint=False)
    return np.stack([radius * np.cos(around), radius * np.sin(around), np.full(_ROUND, z)], axis=-1)


def convex_parts(shape: dict[str, Any]) -> list[Floats]:
    """Point sets (n, 3) in the body's own frame whose hulls make up the shape (of a mesh: its hull). m.

    Half-spaces and terrain, which have no outline, give none.
    """
    (kind, fields), = shape.items()
    if kind == "box":
        corners = np.stack(np.meshgrid(*[[-0.5, 0.5]] * 3), axis=-1).reshape(-1, 3)
        return [corners * np.asarray(fields["size"], dtype=float)]
    if kind == "sphere":
        return [_ball(fields["radius"])]
    if kind == "capsule":
        ends = np.array([[0, 0, 0.5 * fields["length"]], [0, 0, -0.5 * fields["length"]]])
        return [np.concatenate([_ball(fields["radius"]) + end for end in ends])]
    if kind == "cylinder":
        half = 0.5 * fields["length"]
        return [np.concatenate([_ring(fields["radius"], -half), _ring(fields["radius"], half)])]
    if kind == "cone":
        half = 0.5 * fields["height"]
        return [np.concatenate([_ring(fields["radius"], -half), [[0, 0, half]]])]
    if kind == "convex":
        return [np.asarray(fields["points"], dtype=float)]
    if kind == "mesh" and "vertices" in fields:
        return [np.asarray(fields["vertices"], dtype=float) * fields.get("scale", 1)]
    if kind == "compound":
        return [points @ rotation_matrix(part.get("rotation", [1, 0, 0, 0])).T + part.get("position", [0, 0, 0])
                for part in fields for points in convex_parts(part["shape"])]
    return []


def hull_2d(points: Floats) -> Floats:
    """Corners of the convex hull of points (n, 2), counter-clockwise."""
    ordered = np.unique(points, axis=0)
    if len(ordered) < 3:
        return ordered

    def chain(sequence: Floats) -> list[Floats]:
        out: list[Floats] = []
        for p in sequence:
            while len(out) > 1:
                (ax, ay), (bx, by) = out[-1] - out[-2], p - out[-2]
                if ax * by - ay * bx > 0:
                    break
                out.pop()
            out.append(p)
        return out[:-1]

    return np.array(chain(ordered) + chain(ordered[::-1]))
