"""stiction shot from outside: pictures as Pillow reads them, and what is refused."""

import os
import unittest

import numpy as np
from PIL import Image

from program import FALLING, ProgramTest


class Shot(ProgramTest):
    def record(self):
        self.run_json(self.write("falling.json", FALLING), "-o", "run.h5", "--duration", 0.6)

    def picture(self, *options):
        self.good("shot", "run.h5", "-o", "p.png", "--size", "240x160", *options)
        with Image.open(self.path("p.png")) as image:
            self.assertEqual((image.size, image.mode, image.format), ((240, 160), "RGB", "PNG"))
            return np.asarray(image).astype(int)

    def test_pictures_show_what_moves(self):
        self.record()
        camera = ("--camera", "1,-6,2,0.5,0,0.5")
        first, later = self.picture("--time", 0, *camera), self.picture("--time", 0.55, *camera)
        self.assertGreater(np.std(first), 10)  # not blank
        moved = np.abs(first - later).max(axis=2) > 30
        self.assertGreater(moved.sum(), 200)
        self.assertLess(moved.mean(), 0.3)  # the rest stays
        np.testing.assert_array_equal(later, self.picture("--time", 0.55, *camera))
        last = self.picture(*camera)  # the end is the default
        self.assertLess((np.abs(last - later).max(axis=2) > 30).sum(), moved.sum())
        np.testing.assert_array_equal(last, self.picture("--time", 0.6, *camera))

    def test_options_change_the_picture(self):
        self.record()
        plain = self.picture()
        for options in (("--contacts",), ("--dark",), ("--camera", "30,20"), ("--camera", "30,20,2"), ("--fov", 60)):
            self.assertGreater(np.abs(plain - self.picture(*options)).max(), 20, options)
        finer = np.abs(plain - self.picture("--samples", 8))
        self.assertGreater(finer.max(), 0)
        self.assertLess(finer.mean(), 0.5)  # the default is nearly as smooth
        self.assertLess(self.picture("--dark").mean(), 100)
        self.assertGreater(plain.mean(), 150)

    def test_animation_plays_the_recording(self):
        self.record()
        self.good("shot", "run.h5", "-o", "a.png", "--size", "120x80", "--from", 0.1, "--to", 0.5, "--fps", 10)
        with Image.open(self.path("a.png")) as image:
            self.assertEqual((image.format, image.n_frames, image.info["duration"]), ("PNG", 5, 100))
            self.assertEqual(image.info["loop"], 0)
            frames = []
            for k in range(image.n_frames):
                image.seek(k)
                frames.append(np.asarray(image.convert("RGB")).astype(int))
        for a, b in zip(frames[:-1], frames[1:]):
            self.assertGreater((np.abs(a - b).max(axis=2) > 20).sum(), 20)
            self.assertLess((np.abs(a - b).max(axis=2) > 20).mean(), 0.5)
        # Slower: twice as many frames for the same time.
        self.good("shot", "run.h5", "-o", "a.png", "--size", "120x80", "--from", 0.1, "--to", 0.5, "--fps", 10,
                  "--speed", 0.5)
        with Image.open(self.path("a.png")) as image:
            self.assertEqual(image.n_frames, 9)

    def test_animation_is_like_the_stills(self):
        self.record()
        camera = ("--camera", "1,-6,2,0.5,0,0.5")
        self.good("shot", "run.h5", "-o", "a.png", "--size", "240x160", "--from", 0.1, "--to", 0.5, "--fps", 10, *camera)
        with Image.open(self.path("a.png")) as image:
            for k, moment in enumerate((0.1, 0.2, 0.3, 0.4, 0.5)):
                still = self.picture("--time", moment, *camera)
                image.seek(k)
                ours = np.asarray(image.convert("RGB")).astype(int)
                self.assertLess(np.abs(ours - still).mean(), 3)  # 256 colours for all
                self.assertLess((np.abs(ours - still).max(axis=2) > 30).mean(), 0.01)

    def test_bad_input_is_named_and_leaves_nothing(self):
        self.record()
        before = sorted(os.listdir(self.folder))
        self.assertIn(".png", self.bad("shot", "run.h5", "-o", "p.jpg"))
        self.assertIn("nowhere.h5", self.bad("shot", "nowhere.h5", "-o", "p.png"))
        self.assertIn("falling.json", self.bad("shot", "falling.json", "-o", "p.png"))
        self.assertIn("nowhere/p.png", self.bad("shot", "run.h5", "-o", "nowhere/p.png", "--size", "16x16"))
        for value in ("-1", "0.7", "nan"):
            self.assertIn("0 to 0.6 s", self.bad("shot", "run.h5", "-o", "p.png", "--time=" + value))
        for value in ("0x0", "100", "99999x99999", "1e9x4", "-5x100", "16384x16384", "640x360x2", "x"):
            self.assertIn("--size", self.bad("shot", "run.h5", "-o", "p.png", "--size=" + value))
        for value in ("1", "1,2,3,4", "nan,1", "a,b", "0,91", "0,0,0", "1,2,3,1,2,3", "1,2,"):
            self.assertIn("--camera", self.bad("shot", "run.h5", "-o", "p.png", "--camera=" + value))
        self.assertIn("--samples", self.bad("shot", "run.h5", "-o", "p.png", "--samples", 0))
        self.assertIn("--fov", self.bad("shot", "run.h5", "-o", "p.png", "--fov", 179))
        self.assertIn("--time", self.bad("shot", "run.h5", "-o", "p.png", "--time", 0, "--from", 0))
        self.assertIn("--from", self.bad("shot", "run.h5", "-o", "p.png", "--from", 0.5, "--to", 0.4))
        self.assertIn("--fps", self.bad("shot", "run.h5", "-o", "p.png", "--fps", 0))
        self.assertIn("--speed", self.bad("shot", "run.h5", "-o", "p.png", "--speed", -1))
        self.assertIn("frames", self.bad("shot", "run.h5", "-o", "p.png", "--speed", 1e-6))
        self.assertIn("0 to 0.6 s", self.bad("shot", "run.h5", "-o", "p.png", "--from", 0, "--to", 9))
        self.assertEqual(sorted(os.listdir(self.folder)), before)


if __name__ == "__main__":
    unittest.main()
