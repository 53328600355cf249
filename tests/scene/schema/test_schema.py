"""docs/scene.schema.json and the reader must agree. Usage: test_schema.py SCENE_PROBE DOCS"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

PROBE, DOCS = sys.argv[1], pathlib.Path(sys.argv[2])
SCHEMA = json.loads((DOCS / "scene.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

BASE = {
    "stiction": 1,
    "name": "base",
    "description": "every field once",
    "gravity": [0, 0, -9.81],
    "step": 0.01,
    "duration": 1,
    "solver": {"type": "auto", "tolerance": 1e-6, "max_iterations": 100, "time_limit_ms": 5, "max_factorizations": 7,
               "warm_start": True, "friction_samples": 0, "form": "auto"},
    "restitution_threshold": 0,
    "materials": {"a": {"mu": 0.5, "restitution": 0.1, "density": 1000, "rolling": 1e-3, "spin": 0}},
    "contact_pairs": [{"materials": ["a", "a"], "mu": 0.3, "restitution": 0, "rolling": 0, "spin": 1e-3}],
    "bodies": [
        {"name": "floor", "fixed": True, "material": "a", "shape": {"half_space": {"normal": [0, 0, 1], "offset": 0}}},
        {"name": "box", "model": "rigid", "material": "a", "shape": {"box": {"size": [1, 1, 1]}}, "mass": 2,
         "inertia": [1, 1, 1], "centre_of_mass": [0, 0, 0], "position": [0, 0, 1], "rotation": [1, 0, 0, 0],
         "velocity": [0, 0, 0], "angular_velocity": [0, 0, 0]},
        {"name": "ball", "shape": {"sphere": {"radius": 1}}, "position": [3, 0, 1]},
        {"name": "hull", "shape": {"convex": {"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}},
         "position": [6, 0, 1]},
        {"name": "capsule", "shape": {"capsule": {"radius": 0.1, "length": 1}}, "position": [9, 0, 1]},
        {"name": "cylinder", "shape": {"cylinder": {"radius": 0.1, "length": 1}}, "position": [12, 0, 1]},
        {"name": "cone", "shape": {"cone": {"radius": 0.1, "height": 1}}, "position": [15, 0, 1]},
        {"name": "compound", "position": [18, 0, 1],
         "shape": {"compound": [{"shape": {"sphere": {"radius": 0.1}}},
                                {"shape": {"cone": {"radius": 0.1, "height": 1}}, "position": [0, 0, 1],
                                 "rotation": [0, 1, 0, 0]}]}},
        {"name": "mesh", "position": [21, 0, 1],
         "shape": {"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
                            "triangles": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]], "scale": 0.5, "flip": False,
                            "cells": 8}}},
        {"name": "terrain", "fixed": True, "position": [30, 0, 0],
         "shape": {"terrain": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]], "scale": 2,
                               "flip": True}}},
        {"name": "field", "fixed": True, "position": [40, 0, 0],
         "shape": {"height_field": {"size": [1, 1], "rows": 2, "columns": 2, "heights": [0, 0, 0, 1]}}},
        {"name": "table", "fixed": True, "shape": {"box": {"size": [1, 1, 1]}}, "position": [9, 0, 1],
         "motion": {"position": ["0.1*sin(t)", "0", "0"], "rotation_vector": ["0", "0", "t"]}},
        {"name": "lift", "fixed": True, "shape": {"box": {"size": [1, 1, 1]}},
         "motion": {"keyframes": [{"time": 0, "position": [12, 0, 0], "rotation": [1, 0, 0, 0]}],
                    "interpolation": "smooth", "repeat": True}},
        {"name": "egg", "shape": {"smooth": {"ellipsoid": {"semi_axes": [0.1, 0.1, 0.2]}, "segments": 2}},
         "position": [50, 0, 1]},
        {"name": "sheet", "fixed": True, "shape": {"smooth": {"plane": {"size": [1, 2]}}}, "position": [60, 0, 1]},
        {"name": "boat", "shape": {"smooth": {"paraboloid": {"radii": [1, 2], "size": [0.2, 0.2], "bowl": False},
                                              "segments": 2}},
         "mass": 1, "inertia": [1, 1, 1], "centre_of_mass": [0, 0, 0.001], "position": [70, 0, 1]},
        {"name": "bead", "shape": {"smooth": {"torus": {"ring": 0.2, "tube": 0.1}, "segments": 8}},
         "position": [80, 0, 1]},
        {"name": "pot", "shape": {"smooth": {"loop": {"builtin": "bowl", "scale": 1}, "segments": 2}},
         "position": [90, 0, 1]},
    ],
    "evolution": {"enabled": True, "method": "runge_kutta4", "max_step": 0.01, "min_step": 0.001, "tolerance": 1e-9,
                  "entry_speed": 0.02, "flight_step": 0.002, "tangential_restitution": 0, "viscous_slip": 0,
                  "viscous_turn": 0, "linear_drag": 0, "angular_drag": 0, "bounce_at_vertices": False},
    "joints": [
        {"name": "pin", "type": "hinge", "bodies": ["box", "ball"], "anchor": [2, 0, 1], "axis": [0, 0, 1],
         "limits": [-1, None], "friction": 0.1, "collide": False,
         "motor": {"type": "position", "target": 0, "max_force": 1, "time_constant": 0.1}},
        {"name": "rope", "type": "distance", "bodies": ["hull"], "anchor": [6, 0, 1], "anchor_b": [6, 0, 2], "length": 1},
    ],
    "probes": [{"name": "a", "type": "position", "body": "box"}, {"name": "b", "type": "energy"},
               {"name": "c", "type": "pair_force", "bodies": ["box", "ball"]},
               {"name": "d", "type": "joint_force", "joint": "pin"}],
}
OBJECTS = [(), ("solver",), ("materials", "a"), ("contact_pairs", 0)] + [
    ("bodies", i) + rest for i, kind in enumerate(["half_space", "box", "sphere", "convex", "capsule", "cylinder", "cone"])
    for rest in [(), ("shape",), ("shape", kind)]] + [("bodies", 7, "shape", "compound", 0)] + [
    ("bodies", i, "shape", kind) for i, kind in [(8, "mesh"), (9, "terrain"), (10, "height_field")]] + [
    ("bodies", 11, "motion"), ("bodies", 12, "motion", "keyframes", 0), ("joints", 0), ("joints", 0, "motor"),
    ("probes", 0), ("evolution",), ("bodies", 13, "shape", "smooth"), ("bodies", 13, "shape", "smooth", "ellipsoid"),
    ("bodies", 14, "shape", "smooth", "plane"), ("bodies", 15, "shape", "smooth", "paraboloid"),
    ("bodies", 16, "shape", "smooth", "torus"), ("bodies", 17, "shape", "smooth", "loop")]

# Path and value of structural errors and values out of range; None removes the field.
BAD = [
    (("stiction",), 2), (("stiction",), None), (("name",), ""), (("name",), 3), (("gravity",), [0, 0]),
    (("gravity",), 9.81), (("gravity", 2), "down"), (("step",), 0), (("step",), -0.01), (("step",), 2),
    (("step",), "0.01"), (("duration",), -1), (("solver",), []), (("solver", "type"), "magic"),
    (("solver", "tolerance"), 0), (("solver", "max_iterations"), 0), (("solver", "max_iterations"), 1.5),
    (("solver", "time_limit_ms"), 0), (("solver", "max_factorizations"), 0), (("solver", "warm_start"), 1), (("solver", "friction_samples"), 2),
    (("solver", "form"), "mixed"), (("solver", "friction"), "disk"), (("solver", "relaxation"), 2),
    (("solver", "shock_propagation"), 1), (("solver", "direction"), "newton"), (("solver", "subsystem"), "exakt"),
    (("solver", "proximal"), "no"), (("solver", "alignments"), -1), (("restitution_threshold",), -1), (("materials",), []),
    (("materials", "a"), 0.5), (("materials", "a", "mu"), -0.1), (("materials", "a", "restitution"), 1.1),
    (("materials", "a", "density"), 0), (("materials", "a", "rolling"), -1), (("materials", "a", "spin"), 1e7), (("contact_pairs", 0, "materials"), ["a"]),
    (("contact_pairs", 0, "materials"), None), (("contact_pairs", 0), {"materials": ["a", "a"]}),
    (("contact_pairs", 0, "mu"), -1), (("contact_pairs", 0, "spin"), "much"), (("bodies",), []), (("bodies",), {}), (("bodies",), None), (("bodies", 1), 7),
    (("bodies", 0, "fixed"), False), (("bodies", 0, "fixed"), None), (("bodies", 1, "fixed"), "no"),
    (("bodies", 1, "name"), None), (("bodies", 1, "name"), ""), (("bodies", 1, "model"), "jelly"),
    (("bodies", 1, "shape"), None), (("bodies", 1, "shape"), {}), (("bodies", 1, "shape"), "box"),
    (("bodies", 1, "shape"), {"box": {"size": [1, 1, 1]}, "sphere": {"radius": 1}}),
    (("bodies", 1, "shape"), {"cylinder": {"radius": 1}}), (("bodies", 1, "shape", "box", "size"), None),
    (("bodies", 1, "shape", "box", "size"), [1, 1]), (("bodies", 1, "shape", "box", "size", 0), 0),
    (("bodies", 1, "shape", "box", "size", 0), 1e7), (("bodies", 1, "mass"), 0), (("bodies", 1, "mass"), -1),
    (("bodies", 1, "inertia"), [1, 1]), (("bodies", 1, "position"), [0, 0, 1e10]),
    (("bodies", 1, "rotation"), [1, 0, 0]), (("bodies", 1, "rotation"), [2, 0, 0, 0]),
    (("bodies", 1, "velocity"), [1e7, 0, 0]), (("bodies", 2, "shape", "sphere", "radius"), -1),
    (("bodies", 3, "shape", "convex", "points"), None), (("bodies", 3, "shape", "convex", "points", 0), [0, 0]),
    (("bodies", 3, "shape", "convex", "points"), [[0, 0, 0], [1, 0, 0], [0, 1, 0]]),
    (("bodies", 3, "shape", "convex", "file"), "both.obj"),
    (("bodies", 8, "shape", "mesh", "file"), "both.obj"), (("bodies", 8, "shape", "mesh", "vertices"), None),
    (("bodies", 8, "shape", "mesh"), {}), (("bodies", 8, "shape", "mesh", "cells"), 7),
    (("bodies", 8, "shape", "mesh", "cells"), 8.5), (("bodies", 8, "shape", "mesh", "scale"), 0),
    (("bodies", 8, "shape", "mesh", "flip"), "no"), (("bodies", 8, "shape", "mesh", "triangles", 0), [0, 1]),
    (("bodies", 8, "shape", "mesh", "triangles", 0, 0), -1), (("bodies", 8, "shape", "mesh", "vertices", 0), [0, 1]),
    (("bodies", 9, "fixed"), False), (("bodies", 9, "shape", "terrain", "triangles"), []),
    (("bodies", 10, "fixed"), None), (("bodies", 10, "shape", "height_field", "rows"), 1),
    (("bodies", 10, "shape", "height_field", "size"), [1]), (("bodies", 10, "shape", "height_field", "size", 0), 0),
    (("bodies", 10, "shape", "height_field", "heights"), [0, 0, 0]),
    (("bodies", 7, "shape", "compound", 0, "shape"),
     {"height_field": {"size": [1, 1], "rows": 2, "columns": 2, "heights": [0, 0, 0, 1]}}),
    (("bodies", 4, "shape", "capsule", "length"), None), (("bodies", 4, "shape", "capsule", "radius"), 0),
    (("bodies", 5, "shape", "cylinder", "radius"), -1), (("bodies", 5, "shape", "cylinder", "length"), "long"),
    (("bodies", 6, "shape", "cone", "height"), 1e7), (("bodies", 6, "shape", "cone"), {"radius": 1, "length": 1}),
    (("bodies", 7, "shape", "compound"), []), (("bodies", 7, "shape", "compound"), {}),
    (("bodies", 7, "shape", "compound", 0, "shape"), None),
    (("bodies", 7, "shape", "compound", 0, "shape"), {"half_space": {}}),
    (("bodies", 7, "shape", "compound", 0, "shape", "sphere", "radius"), 0),
    (("bodies", 7, "shape", "compound", 1, "position"), [0, 0]),
    (("bodies", 7, "shape", "compound", 1, "position"), [0, 0, 1e7]),
    (("bodies", 7, "shape", "compound", 1, "rotation"), [2, 0, 0, 0]),
    (("bodies", 11, "fixed"), None), (("bodies", 11, "shape"), {"half_space": {}}), (("bodies", 11, "motion"), {}),
    (("bodies", 11, "motion", "position"), ["t", "0"]), (("bodies", 11, "motion", "position", 0), 1),
    (("bodies", 11, "motion", "repeat"), True), (("bodies", 11, "motion", "keyframes"), [{"time": 0}]),
    (("bodies", 12, "motion", "keyframes"), []), (("bodies", 12, "motion", "interpolation"), "cubic"),
    (("bodies", 12, "motion", "keyframes", 0, "time"), None), (("joints",), {}), (("joints", 0, "name"), None),
    (("joints", 0, "type"), "screw"), (("joints", 0, "type"), "ball"), (("joints", 0, "bodies"), []),
    (("joints", 0, "bodies"), ["box", "ball", "hull"]), (("joints", 0, "bodies"), ["box", "box"]),
    (("joints", 0, "axis"), None), (("joints", 0, "length"), 1), (("joints", 0, "limits"), [0]),
    (("joints", 0, "limits"), ["a", 1]), (("joints", 0, "friction"), -1), (("joints", 0, "motor"), {"type": "force"}),
    (("joints", 0, "motor", "type"), "torque"), (("joints", 0, "motor", "type"), "velocity"),
    (("joints", 0, "motor"), {"type": "force", "target": 1, "max_force": 1}), (("joints", 0, "motor", "max_force"), -1),
    (("joints", 1, "anchor_b"), None), (("joints", 1, "limits"), [0, 2]), (("joints", 1, "axis"), [0, 0, 1]),
    (("probes",), {}), (("probes", 0, "name"), None), (("probes", 0, "type"), "speed"), (("probes", 0, "body"), None),
    (("probes", 1, "body"), "box"), (("probes", 2, "bodies"), ["box"]), (("probes", 2, "bodies"), ["box", "box"]),
    (("probes", 3, "joint"), None), (("probes", 0, "joint"), "pin"),
    (("evolution", "method"), "euler"), (("evolution", "tolerance"), 0), (("evolution", "max_step"), 0),
    (("evolution", "tangential_restitution"), 2), (("evolution", "viscous_turn"), -1), (("evolution", "enabled"), 1),
    (("bodies", 13, "shape", "smooth"), {}), (("bodies", 13, "shape", "smooth", "segments"), 0),
    (("bodies", 13, "shape", "smooth", "sphere"), {"radius": 1}), (("bodies", 13, "shape", "smooth", "egg"), {}),
    (("bodies", 13, "shape", "smooth", "ellipsoid", "semi_axes"), [1, 1]),
    (("bodies", 13, "shape", "smooth", "ellipsoid", "semi_axes", 0), 0), (("bodies", 14, "fixed"), None),
    (("bodies", 14, "shape", "smooth", "plane", "size"), [1]), (("bodies", 15, "shape", "smooth", "paraboloid", "bowl"), True),
    (("bodies", 16, "shape", "smooth", "torus", "tube"), -1), (("bodies", 17, "shape", "smooth", "loop", "builtin"), "cup"),
    (("bodies", 17, "shape", "smooth", "loop", "file"), "both.obj"), (("bodies", 17, "shape", "smooth", "loop"), {}),
    (("bodies", 13, "shape", "smooth"), {"bezier": {"patches": []}}),
    (("bodies", 13, "shape", "smooth"), {"bezier": {"patches": [[[0, 0, 0]]]}}),
    (("bodies", 7, "shape", "compound", 0, "shape"), {"smooth": {"sphere": {"radius": 1}}}),
]
GOOD = [
    (("name",), None), (("gravity",), None), (("step",), 1), (("duration",), 0), (("solver",), {}),
    (("solver", "friction_samples"), 3), (("solver", "type"), "lemke"),
    (("solver",), {"type": "gauss_seidel", "friction": "cone", "relaxation": 1.5, "shock_propagation": True}),
    (("solver",), {"type": "pcg_gauss_seidel", "direction": "polak_ribiere"}),
    (("solver",), {"type": "fischer_newton", "subsystem": "quasi_ncg", "proximal": False, "alignments": 2}), (("materials", "a"), {}), (("contact_pairs", 0, "mu"), None),
    (("contact_pairs",), []), (("bodies", 1, "inertia"), [1, 1, 1, 0.1, 0, 0]), (("bodies", 1, "mass"), None),
    (("bodies", 1, "rotation"), [0.70710678, 0, 0.70710678, 0]), (("bodies", 0, "shape", "half_space"), {}),
    (("bodies", 7, "shape", "compound", 0, "shape"), {"compound": [{"shape": {"box": {"size": [1, 1, 1]}}}]}),
    (("bodies", 11, "motion", "position"), None), (("bodies", 12, "motion", "repeat"), None),
    (("joints", 0, "motor"), None), (("joints", 0, "limits"), [None, None]), (("joints", 1, "length"), None),
    (("joints", 0, "motor"), {"type": "force", "target": -2}), (("joints", 0, "bodies"), ["box"]),
    (("probes",), []), (("probes", 3, "type"), "joint_coordinate"), (("probes", 1, "type"), "momentum"),
]


def at(scene, path):
    for key in path:
        scene = scene[key]
    return scene


def changed(path, value):
    scene = copy.deepcopy(BASE)
    parent = at(scene, path[:-1])
    if value is None:
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
    return scene


def ask_reader(scenes):
    """The reader's verdict on each scene: 'ok' or 'bad MESSAGE'."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for i, scene in enumerate(scenes):
            files.append(f"{folder}/{i}.json")
            pathlib.Path(files[-1]).write_text(json.dumps(scene))
        done = subprocess.run([PROBE, "check", *files], check=True, capture_output=True, text=True)
        lines = done.stdout.splitlines()
        assert len(lines) == len(scenes), done.stdout
        return lines


class Schema(unittest.TestCase):
    def test_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_accepts_every_gallery_scene(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([PROBE, "export", folder], check=True)
            files = sorted(pathlib.Path(folder).glob("*.json"))
            self.assertGreaterEqual(len(files), 10)
            for file in files:
                with self.subTest(file.name):
                    VALIDATOR.validate(json.loads(file.read_text()))

    def test_both_accept_good_scenes(self):
        scenes = [BASE] + [changed(*change) for change in GOOD]
        for scene, change, verdict in zip(scenes, [None] + GOOD, ask_reader(scenes)):
            with self.subTest(change):
                self.assertEqual(verdict, "ok")
                self.assertEqual([e.message for e in VALIDATOR.iter_errors(scene)], [])

    def test_both_refuse_bad_scenes(self):
        scenes = [changed(*change) for change in BAD]
        for scene, change, verdict in zip(scenes, BAD, ask_reader(scenes)):
            with self.subTest(change):
                self.assertTrue(verdict.startswith("bad"), verdict)
                self.assertFalse(VALIDATOR.is_valid(scene))

    def test_both_know_the_same_fields(self):
        scenes = [changed(path + ("zzz",), 1) for path in OBJECTS]
        for path, scene, verdict in zip(OBJECTS, scenes, ask_reader(scenes)):
            with self.subTest(path):
                self.assertFalse(VALIDATOR.is_valid(scene))
                self.assertIn("is an unknown field", verdict)
                known = set(verdict.split("known fields: ")[1].split(", "))
                self.assertEqual(known, set(self.schema_of(path)["properties"]))

    def schema_of(self, path):
        schema = SCHEMA
        for key in path:
            if isinstance(key, int):
                schema = schema["items"]
            else:
                schema = schema.get("properties", {}).get(key) or schema["additionalProperties"]
            while "$ref" in schema:
                schema = SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]]
        return schema


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
