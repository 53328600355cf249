"""Bad scene files: each gives exit code 2 and one line that names the file and the field, and tells what to do."""

import copy
import json
import os
import unittest

from program import FALLING, ProgramTest


def changed(change):
    """The good scene with one thing wrong."""
    scene = copy.deepcopy(FALLING)
    change(scene)
    return scene


def body(**fields):
    return changed(lambda scene: scene["bodies"][1].update(fields))


def text_with(old, new):
    """For what json.dumps would not write."""
    text = json.dumps(FALLING)
    assert old in text, old
    return text.replace(old, new, 1)


FLAT = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0.5, 0.5, 0]]

# name: (content, words that the message must hold besides the file's name)
BAD = {
    "empty file": ("", []),
    "only spaces": (" \n\n ", []),
    "binary garbage": (bytes(range(256)) * 20, []),
    "null bytes": (b"\0" * 1000, []),
    "broken JSON": (json.dumps(FALLING)[:-20], []),
    "text after the end": (json.dumps(FALLING) + "}", []),
    "not an object": ([1, 2, 3], []),
    "broken UTF-8": (json.dumps(FALLING).encode().replace(b"falling", b"fall\xff\xfe"), []),
    "ten thousand brackets": ("[" * 100000, []),
    "no format version": (changed(lambda s: s.pop("stiction")), ["stiction"]),
    "unknown format version": (changed(lambda s: s.update(stiction=99)), ["stiction"]),
    "no bodies": (changed(lambda s: s.pop("bodies")), ["bodies"]),
    "empty bodies": (changed(lambda s: s.update(bodies=[])), ["bodies"]),
    "unknown field": (changed(lambda s: s.update(gravitation=[0, 0, -9.81])), ["gravitation", "gravity"]),
    "unknown field of a body": (body(colour="red"), ["bodies[1]", "colour"]),
    "unknown field of a material": (changed(lambda s: s["materials"]["wood"].update(friction=1)),
                                    ["materials", "friction"]),
    "the same field twice": (text_with('"step": 0.01', '"step": 0.01, "step": 0.02'), ["step"]),
    "NaN": (text_with('"step": 0.01', '"step": NaN'), []),
    "number too large": (text_with('"step": 0.01', '"step": 1e999'), []),
    "word for a number": (changed(lambda s: s.update(step="fast")), ["step"]),
    "number for a word": (changed(lambda s: s.update(name=3)), ["name"]),
    "two numbers for a vector": (changed(lambda s: s.update(gravity=[0, -9.81])), ["gravity"]),
    "zero step": (changed(lambda s: s.update(step=0)), ["step"]),
    "negative step": (changed(lambda s: s.update(step=-0.01)), ["step"]),
    "negative duration": (changed(lambda s: s.update(duration=-1)), ["duration"]),
    "1e9 steps": (changed(lambda s: s.update(step=1e-6, duration=1000)), ["duration"]),
    "unknown solver": (changed(lambda s: s.update(solver={"type": "magic"})), ["solver.type"]),
    "negative tolerance": (changed(lambda s: s.update(solver={"tolerance": -1})), ["solver.tolerance"]),
    "negative mu": (changed(lambda s: s["materials"]["wood"].update(mu=-0.1)), ["mu"]),
    "restitution above 1": (changed(lambda s: s["materials"]["wood"].update(restitution=1.5)), ["restitution"]),
    "zero density": (changed(lambda s: s["materials"]["wood"].update(density=0)), ["density"]),
    "unknown material": (body(material="cheese"), ["bodies[1]", "material", "cheese"]),
    "pair of an unknown material": (changed(lambda s: s.update(contact_pairs=[{"materials": ["wood", "ice"], "mu": 0}])),
                                    ["contact_pairs[0]", "ice"]),
    "zero mass": (body(mass=0), ["bodies[1]", "mass"]),
    "negative mass": (body(mass=-1), ["bodies[1]", "mass"]),
    "impossible inertia": (body(mass=1, inertia=[1, 1, 5]), ["bodies[1]", "inertia"]),
    "zero-size box": (body(shape={"box": {"size": [0.1, 0, 0.1]}}), ["bodies[1]", "size"]),
    "negative radius": (body(shape={"sphere": {"radius": -1}}), ["bodies[1]", "radius"]),
    "unknown shape": (body(shape={"teapot": {}}), ["bodies[1]", "teapot"]),
    "two shapes": (body(shape={"box": {"size": [1, 1, 1]}, "sphere": {"radius": 1}}), ["bodies[1]", "shape"]),
    "no shape": (changed(lambda s: s["bodies"][1].pop("shape")), ["bodies[1]", "shape"]),
    "flat hull": (body(shape={"convex": {"points": FLAT}}), ["bodies[1]", "points"]),
    "three points": (body(shape={"convex": {"points": FLAT[:3]}}), ["bodies[1]", "points"]),
    "missing hull file": (body(shape={"convex": {"file": "missing.obj"}}), ["bodies[1]", "missing.obj"]),
    "falling half-space": (changed(lambda s: s["bodies"][0].update(fixed=False)), ["bodies[0]"]),
    "zero normal": (changed(lambda s: s["bodies"][0].update(shape={"half_space": {"normal": [0, 0, 0]}})),
                    ["bodies[0]", "normal"]),
    "rotation that is none": (body(rotation=[0, 0, 0, 0]), ["bodies[1]", "rotation"]),
    "huge velocity": (body(velocity=[1e300, 0, 0]), ["bodies[1]", "velocity"]),
    "duplicate names": (body(name="ball"), ["bodies[", "ball"]),
    "empty name": (body(name=""), ["bodies[1]", "name"]),
}


class BadScenes(ProgramTest):
    def test_each_gives_one_line_with_file_field_and_remedy(self):
        for name, (content, words) in BAD.items():
            file = self.write("bad_scene.json", content)
            for command in (["scene", "check", file], ["run", file]):
                with self.subTest(scene=name, command=command[0]):
                    message = self.bad(*command)
                    self.assertIn(file, message)
                    self.assertIn(";", message, "a remedy follows the problem")
                    for word in words:
                        self.assertIn(word, message)
        self.assertEqual(os.listdir(self.folder), ["bad_scene.json"], "no recording of a bad scene")

    def test_things_that_are_no_files(self):
        os.mkdir(self.path("folder.json"))
        for name in ("missing.json", "folder.json", "./stack"):
            with self.subTest(name=name):
                self.assertIn(name, self.bad("run", name))
                self.assertIn(name, self.bad("scene", "check", name))

    def test_the_scene_they_are_made_from_is_good(self):
        self.good("scene", "check", self.write("good.json", FALLING))


if __name__ == "__main__":
    unittest.main()
