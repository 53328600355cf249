"""`stiction view` and `stiction report`: what they serve and write, and how they fail."""

import json
import os
import re
import signal
import socket
import struct
import unittest
import urllib.error
import urllib.request

from program import FALLING, ProgramTest


def without_viewer(program):
    """Where npm or the network was missing, the program says so: with the remedy, and exit code 2."""
    result = program.call("report", "falling.h5", "-o", "probe.html")
    if result.returncode == 2 and "is not in this program" in result.stderr:
        program.assertIn("npm", result.stderr)
        program.skipTest("built without the viewer")


def sections(replay):
    """The replay's header, and its data."""
    assert replay[:8] == b"STICTRPL", replay[:8]
    version, length = struct.unpack("<II", replay[8:16])
    assert version == 1
    return json.loads(replay[16:16 + length]), replay[16 + length:]


class View(ProgramTest):
    def setUp(self):
        super().setUp()
        self.good("run", self.write("falling.json", FALLING), "--duration", 0.5)
        without_viewer(self)

    def serve(self, *options):
        process = self.start("view", "falling.h5", "--no-browser", *options)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        line = process.stdout.readline()
        self.assertRegex(line, r"^falling.h5: http://")
        return process, re.search(r"http://\S+", line)[0]

    def get(self, url, **headers):
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=20) as answer:
            return answer.status, answer.headers, answer.read()

    def test_serves_page_and_replay(self):
        _, url = self.serve()
        self.assertRegex(url, r"^http://127\.0\.0\.1:\d+/$")
        status, headers, page = self.get(url)
        self.assertEqual(status, 200)
        self.assertEqual(headers["Content-Type"], "text/html; charset=utf-8")
        self.assertIn(b"stiction-replay", page)
        self.assertNotIn(b"src=\"http", page)
        _, _, whole = self.get(url + "replay.bin")
        header, data = sections(whole)
        self.assertEqual(header["name"], "falling")
        self.assertEqual([body["name"] for body in header["bodies"]], ["floor", "box", "ball", "far"])
        self.assertEqual(header["frames"], 26)
        place = header["sections"]["poses"]["offset"]
        # The first pose is that of the box: at its start, as the scene has it.
        for got, wanted in zip(struct.unpack("<3f", data[place:place + 12]), (0, 0, 0.5)):
            self.assertAlmostEqual(got, wanted, places=12)
        status, headers, part = self.get(url + "replay.bin", Range="bytes=100-299")
        self.assertEqual(status, 206)
        self.assertEqual(part, whole[100:300])

    def test_a_signal_ends_it_in_order(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process, _ = self.serve()
            process.send_signal(number)
            self.assertEqual(process.wait(timeout=10), 0)

    def test_strangers_are_refused(self):
        _, url = self.serve()
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            with self.assertRaises(urllib.error.HTTPError) as caught:
                self.get(url, **headers)
            self.assertEqual(caught.exception.code, 403)

    def test_another_address_demands_a_token(self):
        _, url = self.serve("--bind", "0.0.0.0")
        root, token = re.sub(r"//[^:]+:", "//127.0.0.1:", url).split("?")
        self.assertRegex(token, "^token=[0-9a-f]{32}$")
        for bad in (root, root + "replay.bin", root + "?token=0"):
            with self.assertRaises(urllib.error.HTTPError) as caught:
                self.get(bad)
            self.assertEqual(caught.exception.code, 403)
        self.assertEqual(self.get(f"{root}replay.bin?{token}")[0], 200)

    def test_bad_input(self):
        self.assertIn("missing.h5: does not exist", self.bad("view", "missing.h5"))
        self.assertIn("falling.json", self.bad("view", "falling.json"))
        self.assertIn("--port: is 70000", self.bad("view", "falling.h5", "--port", 70000))
        self.assertIn("choose another port or address", self.bad("view", "falling.h5", "--bind", "192.0.2.1"))
        self.assertIn("give one such as 127.0.0.1", self.bad("view", "falling.h5", "--bind", "nowhere"))
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            self.assertIn("cannot be listened on", self.bad("view", "falling.h5", "--port", taken.getsockname()[1]))

    def test_a_mesh_that_is_gone_is_named(self):
        cube = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1)) + "".join(
            f"f {a} {b} {c}\n" for a, b, c in ((1, 2, 4), (1, 4, 3), (5, 7, 8), (5, 8, 6), (1, 5, 6), (1, 6, 2),
                                               (3, 4, 8), (3, 8, 7), (1, 3, 7), (1, 7, 5), (2, 6, 8), (2, 8, 4)))
        self.write("cube.obj", cube)
        scene = dict(FALLING, name="cube", bodies=[FALLING["bodies"][0], {
            "name": "cube", "shape": {"mesh": {"file": "cube.obj"}}, "material": "wood", "position": [0, 0, 0.1]}])
        self.good("run", self.write("cube.json", scene), "--duration", 0.1)
        self.good("report", "cube.h5", "-o", "cube.html")
        os.remove(self.path("cube.obj"))
        message = self.bad("report", "cube.h5", "-o", "cube.html")
        self.assertIn("cube.h5", message)
        self.assertIn("cube.obj", message)


class Report(ProgramTest):
    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def setUp(self):
        super().setUp()
        self.good("run", self.write("falling.json", FALLING), "--duration", 0.5)
        without_viewer(self)

    def test_writes_one_page(self):
        told = self.good("report", "falling.h5", "-o", "r.html")
        self.assertIn("r.html: 26 frames", told)
        page = self.read("r.html")
        self.assertRegex(page, r'id="stiction-replay">[A-Za-z0-9+/]{1000,}=*</script>')
        self.assertIsNone(re.search(r'(src|href)="(?!data:)', page), "nothing is loaded from elsewhere")
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("r.html")], ["r.html"])
        self.good("report", "falling.h5", "-o", "r.html")  # a report may be replaced

    def test_long_recordings_are_thinned(self):
        told = self.good("report", "falling.h5", "-o", "thin.html", "--max-mb", 0.002)
        self.assertIn("of the 26 frames recorded", told)

    def test_other_files_are_not_replaced(self):
        self.write("precious.html", "<p>mine</p>")
        self.assertIn("is not a report", self.bad("report", "falling.h5", "-o", "precious.html"))
        self.assertEqual(self.read("precious.html"), "<p>mine</p>")
        self.good("report", "falling.h5", "-o", "precious.html", "--force")

    def test_bad_input(self):
        self.assertIn("does not exist", self.bad("report", "missing.h5", "-o", "r.html"))
        self.assertIn("there is no folder", self.bad("report", "falling.h5", "-o", "nowhere/r.html"))
        self.assertIn("is a folder", self.bad("report", "falling.h5", "-o", self.folder))
        self.assertIn("--max-mb: is -1", self.bad("report", "falling.h5", "-o", "r.html", "--max-mb", -1))
        self.bad("report", "falling.h5")

    def test_run_says_how_to_look(self):
        self.assertIn("stiction view falling.h5", self.good("run", "falling.json", "--duration", 0.1))
        self.assertNotIn("view", self.good("run", "falling.json", "--duration", 0.1, "--no-record"))


if __name__ == "__main__":
    unittest.main()
