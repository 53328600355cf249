"""glTF as others read it: the Khronos validator finds no fault, and the motion is the recording's."""

import json
import os
import shutil
import struct
import subprocess
import sys
import unittest

import numpy as np

from recorded import SHAPES, SOFT, SOFT_VERTICES, ExportTest, match, nodes_of, read, rotation_matrix

HERE = os.path.dirname(os.path.abspath(__file__))
SCRATCH = os.environ.get("STICTION_SCRATCH", "")
FLOOR = {"stiction": 1, "name": "floor", "duration": 0.1, "bodies": SHAPES["bodies"][:1]}  # nothing moves


def install_validator():
    """The folder with the validator in it, or None."""
    folder = os.path.join(SCRATCH or HERE, "validator")
    if os.path.isdir(os.path.join(folder, "node_modules", "gltf-validator")):
        return folder
    if not shutil.which("node") or not shutil.which("npm"):
        return None
    os.makedirs(folder, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(os.path.join(HERE, "validator", name), folder)
    try:
        done = subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=folder, capture_output=True,
                              timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return None
    return folder if done.returncode == 0 else None


class Glb:
    """A .glb taken apart by hand, as the specification says."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        magic, version, length = struct.unpack_from("<4sII", data)
        assert (magic, version, length) == (b"glTF", 2, len(data))
        size, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON" and size % 4 == 0
        self.json = json.loads(data[20:20 + size])
        self.binary = data[28 + size:]

    def numbers(self, accessor):
        accessor = self.json["accessors"][accessor]
        view = self.json["bufferViews"][accessor["bufferView"]]
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        kind = {5126: "<f4", 5125: "<u4"}[accessor["componentType"]]
        flat = np.frombuffer(self.binary, kind, accessor["count"] * width, view["byteOffset"])
        return flat.reshape(-1, width)

    def tracks(self):
        """(body, "translation" or "rotation") -> times and values."""
        found = {}
        for animation in self.json.get("animations", []):
            for channel in animation["channels"]:
                sampler = animation["samplers"][channel["sampler"]]
                key = (channel["target"]["node"] - 1, channel["target"]["path"])
                found[key] = (self.numbers(sampler["input"])[:, 0], self.numbers(sampler["output"]))
        return found


class Gltf(ExportTest):
    def export(self, *options):
        self.good("export", "run.h5", "-o", "run.glb", *options)
        return Glb(self.path("run.glb"))

    def test_validator_finds_no_fault(self):
        folder = install_validator()
        if folder is None:
            self.skipTest("node or the npm package gltf-validator cannot be had")
        files = []
        for name, scene in (("shapes", ()), ("card_house", ("card_house", "--duration", 0.1)),
                            ("floor", (self.write("floor.json", FLOOR),)), ("soft", (self.write("soft.json", SOFT),))):
            self.record(*scene)
            self.export()
            files.append(self.path(name + ".glb"))
            os.rename(self.path("run.glb"), files[-1])
        answer = subprocess.run(["node", os.path.join(HERE, "validator", "validate.mjs"), folder, *files],
                                capture_output=True, text=True, timeout=120, check=True)
        for file, report in zip(files, json.loads(answer.stdout)):
            issues = report["issues"]
            self.assertEqual((issues["numErrors"], issues["numWarnings"]), (0, 0), (file, issues["messages"]))

    def test_motion_is_the_recordings(self):
        self.record()
        times, bodies, _ = read(self.path("run.h5"))
        glb = self.export()
        self.assertEqual([node["name"] for node in glb.json["nodes"][1:]], [b["name"] for b in SHAPES["bodies"]])
        tracks = glb.tracks()
        turned = 0
        for i, body in enumerate(SHAPES["bodies"]):
            node = glb.json["nodes"][i + 1]
            if body.get("fixed"):
                self.assertNotIn((i, "translation"), tracks)
            if (i, "translation") not in tracks:
                np.testing.assert_allclose(np.tile(node["translation"], (len(times), 1)), bodies["position"][:, i],
                                           atol=1e-6)
                continue
            moments, positions = tracks[i, "translation"]
            np.testing.assert_allclose(moments, times, rtol=1e-6, atol=1e-7)
            np.testing.assert_allclose(positions, bodies["position"][:, i], rtol=1e-6, atol=1e-7)
            if (i, "rotation") not in tracks:
                continue
            rotations = tracks[i, "rotation"][1]
            for ours, theirs in zip(rotations, bodies["rotation"][:, i]):
                np.testing.assert_allclose(rotation_matrix(ours[[3, 0, 1, 2]].astype(float)), rotation_matrix(theirs),
                                           atol=1e-5)
            self.assertTrue(np.all(np.sum(rotations[1:] * rotations[:-1], axis=1) > 0))
            turned += np.linalg.norm(rotations[0] - rotations[-1]) > 0.1
        self.assertGreater(turned, 0)

    def test_deformable_bodies_deform(self):
        self.record(self.write("soft.json", SOFT))
        nodes = nodes_of(self.path("run.h5"))
        glb = self.export()
        block, tracks = glb.json["nodes"][2], glb.tracks()
        primitive = glb.json["meshes"][block["mesh"]]["primitives"][0]
        base = glb.numbers(primitive["attributes"]["POSITION"])
        targets = np.array([glb.numbers(target["POSITION"]) for target in primitive["targets"]])
        times, weights = tracks[1, "weights"]
        weights = weights.reshape(len(times), len(targets))
        still = np.tile(block["translation"], (len(times), 1)), np.tile(block["rotation"], (len(times), 1))
        positions = tracks[1, "translation"][1] if (1, "translation") in tracks else still[0]
        rotations = tracks[1, "rotation"][1] if (1, "rotation") in tracks else still[1]
        known = None
        for frame, places in enumerate(nodes):
            shape = base + np.tensordot(weights[frame], targets, 1)
            turn = rotation_matrix(np.asarray(rotations[frame])[[3, 0, 1, 2]].astype(float))
            points = shape @ turn.T + positions[frame]
            known = match(points, places) if known is None else known
            np.testing.assert_allclose(points, places[known], atol=1e-6)
        self.assertEqual(len(np.unique(known)), SOFT_VERTICES)

    def test_equal_shapes_are_stored_once(self):
        self.record()
        glb = self.export()
        nodes = {node["name"]: node for node in glb.json["nodes"]}
        big, twin = (glb.json["meshes"][nodes[name]["mesh"]]["primitives"][0] for name in ('box, "big" <&>', "twin"))
        self.assertEqual(big["attributes"], twin["attributes"])
        self.assertNotEqual(big["material"], twin["material"])
        corners = glb.numbers(big["attributes"]["POSITION"])
        np.testing.assert_allclose(np.unique(np.abs(corners), axis=0), [[0.1, 0.15, 0.2]], rtol=1e-6)

    def test_part_of_a_recording(self):
        self.record()
        moments, positions = self.export("--from", 0.2, "--to", 0.5, "--fps", 10).tracks()[2, "translation"]
        times, bodies, _ = read(self.path("run.h5"))
        np.testing.assert_allclose(moments, [0, 0.1, 0.2, 0.3], atol=1e-6)
        chosen = [int(np.argmin(np.abs(times - t))) for t in (0.2, 0.3, 0.4, 0.5)]
        np.testing.assert_allclose(positions, bodies["position"][chosen, 2], rtol=1e-6)


if __name__ == "__main__":
    unittest.main(exit=True, argv=[sys.argv[0], *sys.argv[1:]])
