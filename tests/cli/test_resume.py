"""Runs that are stopped, killed and resumed end in the same state, bit by bit."""

import json
import os
import random
import shutil
import signal
import time
import unittest

import h5py

from program import FALLING, ProgramTest

# Checkpoints every fifth of a second: a kill lands between many of them.
RUN = ["--checkpoint-every", "0.2"]


class Resume(ProgramTest):
    def setUp(self):
        super().setUp()
        self.scene = self.write("falling.json", FALLING)

    def test_longer_duration_continues_bit_identically(self):
        whole = self.run_json(self.scene, *RUN, "-o", "whole.h5")
        for first in (0.05, 0.77, 1.0, 1.31):
            with self.subTest(first=first):
                self.run_json(self.scene, *RUN, "-o", "part.h5", "--duration", first)
                resumed = self.run_json("--resume", "part.h5", "--duration", 2)
                self.assert_same(resumed, whole)
                self.assertEqual(resumed["resumed_at_step"], round(first * 100))
                self.assert_same_recording("part.h5", "whole.h5")

    def test_scene_may_be_named_again_but_not_changed(self):
        whole = self.run_json(self.scene, *RUN, "-o", "whole.h5")
        self.run_json(self.scene, *RUN, "-o", "part.h5", "--duration", 0.5)
        shutil.copy(self.path("part.h5"), self.path("copy.h5"))
        self.assert_same(self.run_json(self.scene, "--resume", "part.h5", "--duration", 2), whole)
        for change in (["--step", "0.005"], ["--tolerance", "1e-4"], ["--solver", "proximal_newton"],
                       ["--set", "levels=3"], ["--seed", "1"]):
            self.assertIn("copy.h5", self.bad("run", "--resume", "copy.h5", "--duration", 2, *change))
        self.assertIn("copy.h5", self.bad("run", "stack", "--resume", "copy.h5"))

    def test_elsewhere_leaves_the_source(self):
        whole = self.run_json(self.scene, *RUN, "-o", "whole.h5")
        self.run_json(self.scene, *RUN, "-o", "part.h5", "--duration", 0.5)
        with open(self.path("part.h5"), "rb") as file:
            before = file.read()
        self.assert_same(self.run_json("--resume", "part.h5", "--duration", 2, "-o", "new.h5"), whole)
        with open(self.path("part.h5"), "rb") as file:
            self.assertEqual(file.read(), before)
        self.assert_same_recording("new.h5", "whole.h5")

    def test_complete_recording_is_summed_up_again(self):
        whole = self.run_json(self.scene, *RUN, "-o", "whole.h5")
        self.assert_same(self.run_json("--resume", "whole.h5"), whole)
        self.assertIn("whole.h5", self.bad("run", "--resume", "whole.h5", "--duration", 1))

    def test_gallery_scene_with_contacts_to_carry(self):
        options = ["card_house", "--set", "levels=2", "--step", "0.005"]
        whole = self.run_json(*options, "--duration", 0.4, "-o", "whole.h5")
        self.run_json(*options, "--duration", 0.2, "-o", "part.h5")
        self.assert_same(self.run_json("--resume", "part.h5", "--duration", 0.4), whole)

    def test_joints_and_motors_go_on_bit_identically(self):
        for scene in (["four_bar"], ["door", "--set", "opening=10"], ["chain", "--set", "links=8"], ["gripper"], ["shaker"]):
            with self.subTest(scene=scene[0]):
                whole = self.run_json(*scene, "--duration", 0.6, "-o", "whole.h5")
                self.run_json(*scene, "--duration", 0.3, "-o", "part.h5")
                resumed = self.run_json("--resume", "part.h5", "--duration", 0.6)
                self.assert_same(resumed, whole)
                self.assertEqual(resumed["joint_gap_max_m"], whole["joint_gap_max_m"])
                self.assertEqual(resumed["overlap"], whole["overlap"])
                self.assert_same_recording("part.h5", "whole.h5")

    def test_rolling_friction_goes_on_bit_identically(self):
        bodies = [{"name": "floor", "fixed": True, "material": "felt", "shape": {"half_space": {}}}]
        for i in range(4):
            bodies.append({"name": f"ball {i}", "material": "felt", "shape": {"sphere": {"radius": 0.1}},
                           "position": [0.19 * i, 0.03 * i, 0.1 + 0.02 * i], "velocity": [1 - i, 0.2, 0],
                           "angular_velocity": [0, 3, 10]})
        scene = self.write("balls.json", {"stiction": 1, "name": "balls", "bodies": bodies,
                                          "materials": {"felt": {"rolling": 0.002, "spin": 0.001}}})
        whole = self.run_json(scene, "--duration", 0.6, "-o", "whole.h5")
        self.run_json(scene, "--duration", 0.3, "-o", "part.h5")
        self.assert_same(self.run_json("--resume", "part.h5", "--duration", 0.6), whole)
        self.assert_same_recording("part.h5", "whole.h5")

    def test_killed_at_random_moments(self):
        """kill -9 at 24 moments spread over a run; each leaves a recording that opens and resumes to the same hash."""
        slow = dict(FALLING, step=0.0005)  # enough steps that the kills hit the run itself
        scene = self.write("slow.json", slow)
        started = time.monotonic()
        whole = self.run_json(scene, *RUN, "-o", "whole.h5")
        length = time.monotonic() - started
        chance = random.Random(5)
        interrupted = attempt = 0
        while interrupted < 24 and attempt < 100:  # a kill that comes after the end does not count
            attempt += 1
            process = self.start("run", scene, *RUN, "-o", f"run{attempt}.h5", "--json")
            self.wait_for(f"run{attempt}.h5", process)
            time.sleep(chance.uniform(0, 0.8 * length))
            process.kill()
            process.communicate()
            if process.returncode != -signal.SIGKILL:
                continue
            interrupted += 1
            with self.subTest(attempt=attempt):
                with h5py.File(self.path(f"run{attempt}.h5"), "r", libver="latest", swmr=True) as file:
                    self.assertGreaterEqual(len(file["checkpoints/index"]), 1)
                self.assert_same(self.run_json("--resume", f"run{attempt}.h5"), whole)
                if interrupted % 8 == 0:
                    self.assert_same_recording(f"run{attempt}.h5", "whole.h5")
            os.remove(self.path(f"run{attempt}.h5"))
        self.assertEqual(interrupted, 24)

    def test_killed_again_and_again(self):
        """Each resume is killed too, and what was reached stays."""
        slow = dict(FALLING, step=0.0005)
        scene = self.write("slow.json", slow)
        started = time.monotonic()
        whole = self.run_json(scene, *RUN, "-o", "whole.h5")
        pause = (time.monotonic() - started) / 6
        process = self.start("run", scene, *RUN, "-o", "run.h5")
        reached = 0
        for _ in range(6):
            self.wait_for("run.h5", process)
            time.sleep(pause)
            process.kill()
            process.communicate()
            committed = self.committed_step("run.h5")
            self.assertGreaterEqual(committed, reached)
            reached = committed
            process = self.start("run", "--resume", "run.h5")
        process.communicate()
        self.assert_same(self.run_json("--resume", "run.h5"), whole)

    def test_ctrl_c_leaves_a_closed_recording(self):
        whole = self.run_json(self.write("slow.json", dict(FALLING, step=0.00005)), "-o", "whole.h5")
        process = self.start("run", "slow.json", "-o", "run.h5", "--json")
        self.wait_for("run.h5", process)
        time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        summary = json.loads(out)
        self.assertTrue(summary["stopped"])
        with h5py.File(self.path("run.h5"), "r") as file:  # a plain open: it was closed in order
            self.assertEqual(len(file["steps"]), summary["steps"])
            self.assertEqual(f"{file['checkpoints/index']['checksum'][-1]:016x}", summary["hash"])
        resumed = self.run_json("--resume", "run.h5")
        self.assertEqual(resumed["resumed_at_step"], summary["steps"], "nothing is computed twice")
        self.assert_same(resumed, whole)

    def test_can_be_read_while_it_is_written(self):
        process = self.start("run", self.write("slow.json", dict(FALLING, step=0.0001)), *RUN, "-o", "run.h5")
        self.wait_for("run.h5", process)
        seen = []
        while process.poll() is None and len(seen) < 200:
            with h5py.File(self.path("run.h5"), "r", libver="latest", swmr=True) as file:
                seen.append(len(file["steps"]))
            time.sleep(0.01)
        process.kill()
        process.communicate()
        self.assertEqual(seen, sorted(seen))
        self.assertGreater(len(set(seen)), 2)

    def test_two_runs_do_not_write_one_file(self):
        process = self.start("run", self.write("slow.json", dict(FALLING, step=0.00002)), "-o", "run.h5")
        self.wait_for("run.h5", process)
        self.assertIn("another run", self.bad("run", self.scene, "-o", "run.h5"))
        self.assertIn("another run", self.bad("run", "--resume", "run.h5"))
        self.assertIsNone(process.poll())
        process.kill()
        process.communicate()

    def test_damaged_recordings(self):
        self.run_json(self.scene, "-o", "whole.h5", "--duration", 0.3)
        with open(self.path("whole.h5"), "rb") as file:
            content = file.read()
        for length in (0, 1, 100, 1000, len(content) // 2, len(content) - 1):
            self.write("cut.h5", content[:length])
            self.assertIn("cut.h5", self.bad("run", "--resume", "cut.h5", "--duration", 1))

    def committed_step(self, name):
        """The last checkpoint that counts. A kill between the data and the commit that vouches for them leaves one more
        in the index, which is not resumed from."""
        with h5py.File(self.path(name), "r", libver="latest", swmr=True) as file:
            newest = max(file["commit"][:], key=lambda row: row["sequence"])
            return file["checkpoints/index"]["step"][newest["checkpoints"] - 1]

    def wait_for(self, name, process):
        while not os.path.exists(self.path(name)) and process.poll() is None:
            time.sleep(0.001)

    def assert_same(self, a, b):
        """Everything but the clock."""
        for field in ("hash", "steps", "simulated_s", "contacts", "iterations", "converged_fraction", "certificate",
                      "paths", "penetration_max_m", "displacement_max_m", "displacement_after_1s_max_m", "energy",
                      "contact_work_max", "stood"):
            self.assertEqual(a[field], b[field], field)

    def assert_same_recording(self, a, b):
        with h5py.File(self.path(a), "r") as first, h5py.File(self.path(b), "r") as second:
            self.assertEqual(json.loads(first["scene"][()]), json.loads(second["scene"][()]))
            steps = [file["steps"][:] for file in (first, second)]
            for name in steps[0].dtype.names:
                if name not in ("cpu_s", "wall_s"):
                    self.assertEqual(list(steps[0][name]), list(steps[1][name]), name)
            # A recording that ended early has its last frame where it ended.
            shared = sorted(set(first["frames/index"]["step"]) & set(second["frames/index"]["step"]))
            self.assertEqual(shared, list(second["frames/index"]["step"]))
            poses = []
            for file in (first, second):
                row = {step: i for i, step in enumerate(file["frames/index"]["step"])}
                poses.append([file["frames/bodies"][row[step]].tobytes() for step in shared])
            self.assertEqual(poses[0], poses[1])


if __name__ == "__main__":
    unittest.main()
