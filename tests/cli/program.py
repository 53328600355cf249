"""Running the stiction program in a folder of its own. The environment variable STICTION names the binary."""

import json
import os
import subprocess
import tempfile
import unittest

BINARY = os.environ.get("STICTION", "stiction")

# A scene that moves, lands and slides: quick, and its state changes every step.
FALLING = {
    "stiction": 1,
    "name": "falling",
    "step": 0.01,
    "duration": 2,
    "materials": {"wood": {"mu": 0.5, "restitution": 0.2, "density": 500}},
    "bodies": [
        {"name": "floor", "fixed": True, "shape": {"half_space": {"normal": [0, 0, 1]}}, "material": "wood"},
        {"name": "box", "shape": {"box": {"size": [0.2, 0.3, 0.4]}}, "material": "wood",
         "position": [0, 0, 0.5], "rotation": [0.9, 0.1, 0.3, 0.3], "velocity": [1, 0.5, 0]},
        {"name": "ball", "shape": {"sphere": {"radius": 0.1}}, "material": "wood",
         "position": [0.05, 0.02, 1.2], "angular_velocity": [0, 3, 1]},
        {"name": "far", "shape": {"box": {"size": [0.2, 0.2, 0.2]}}, "material": "wood",
         "position": [5, 0, 0.3], "velocity": [-1, 0, 0]},
    ],
}
for _body in FALLING["bodies"]:
    if "rotation" in _body:
        _length = sum(x * x for x in _body["rotation"]) ** 0.5
        _body["rotation"] = [x / _length for x in _body["rotation"]]


class ProgramTest(unittest.TestCase):
    """Every test gets an empty folder, in which the program runs."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="stiction_test_")
        self.addCleanup(holder.cleanup)
        self.folder = holder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        """Writes text, bytes, or anything else as JSON; returns the name."""
        if not isinstance(content, (str, bytes)):
            content = json.dumps(content)
        mode = "wb" if isinstance(content, bytes) else "w"
        with open(self.path(name), mode) as file:
            file.write(content)
        return name

    def start(self, *arguments):
        return subprocess.Popen([BINARY, *map(str, arguments)], cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")

    def call(self, *arguments, timeout=300):
        process = self.start(*arguments)
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def good(self, *arguments):
        result = self.call(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        return result.stdout

    def run_json(self, *arguments):
        return json.loads(self.good("run", *arguments, "--json"))

    def bad(self, *arguments):
        """Runs with bad input; returns the one line on stderr."""
        result = self.call(*arguments, timeout=60)
        self.assertEqual(result.returncode, 2, f"{arguments}: {result.stdout}{result.stderr}")
        self.assertEqual(result.stdout, "")
        self.assertTrue(result.stderr.startswith("stiction: "), result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertTrue(result.stderr.endswith("\n"))
        return result.stderr
