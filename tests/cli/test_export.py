"""stiction export from outside: CSV tables, what is refused, and what is left behind."""

import csv
import os
import signal
import time

import h5py
import numpy as np
import unittest

from program import FALLING, ProgramTest


class Export(ProgramTest):
    def record(self, *options):
        self.run_json(self.write("falling.json", FALLING), "-o", "run.h5", *options)

    def table(self, name):
        """Columns by name; numbers where they are."""
        with open(self.path(name), newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        columns = {}
        for title, values in zip(rows[0], zip(*rows[1:])):
            try:
                columns[title] = np.array([float(value) for value in values])
            except ValueError:
                columns[title] = list(values)
        return columns

    def test_tables_hold_every_bit_of_the_recording(self):
        self.record()
        out = self.good("export", "run.h5", "-o", "run.csv")
        self.assertEqual([line.split()[0] for line in out.splitlines()],
                         ["run_steps.csv", "run_bodies.csv", "run_contacts.csv"])
        with h5py.File(self.path("run.h5"), "r") as file:
            steps, index, bodies = file["steps"][:], file["frames/index"][:], file["frames/bodies"][:]
            contacts, names = file["frames/contacts"][:], [n.decode() for n in file["bodies"][:]]
        ours = self.table("run_steps.csv")
        np.testing.assert_array_equal(ours["step"], steps["step"])
        np.testing.assert_allclose(ours["time [s]"], steps["step"] * 0.01, rtol=1e-14)
        for theirs, title in (("error", "error"), ("iterations", "iterations"), ("contacts", "contacts"),
                              ("converged", "converged"), ("kinetic_energy", "kinetic_energy [J]"),
                              ("potential_energy", "potential_energy [J]"), ("elastic_energy", "elastic_energy [J]"), ("cone", "cone [N s]")):
            np.testing.assert_array_equal(ours[title], steps[theirs], title)
        self.assertTrue(set(ours["path"]) <= {"none", "carried", "newton", "staggered", "proximal", "unconverged"})
        ours = self.table("run_bodies.csv")
        np.testing.assert_array_equal(ours["time [s]"], np.repeat(index["time"], len(names)))
        self.assertEqual(ours["body"], names * len(index))
        for k, axis in enumerate("xyz"):
            np.testing.assert_array_equal(ours[f"position.{axis} [m]"], bodies["position"][..., k].ravel())
            np.testing.assert_array_equal(ours[f"velocity.{axis} [m/s]"], bodies["velocity"][..., k].ravel())
            np.testing.assert_array_equal(ours[f"angular_velocity.{axis} [rad/s]"],
                                          bodies["angular_velocity"][..., k].ravel())
        for k, axis in enumerate("wxyz"):
            np.testing.assert_array_equal(ours[f"rotation.{axis}"], bodies["rotation"][..., k].ravel())
        ours = self.table("run_contacts.csv")
        self.assertEqual(len(ours["gap [m]"]), len(contacts))
        self.assertEqual(ours["body_a"], [names[i] for i in contacts["bodies"][:, 0]])
        np.testing.assert_allclose(ours["force_normal [N]"], contacts["impulse_normal"] / 0.01, rtol=1e-14)
        np.testing.assert_allclose(ours["force_tangent.y [N]"], contacts["impulse_tangent"][:, 1] / 0.01, rtol=1e-14)
        np.testing.assert_array_equal(ours["slip.x [m/s]"], contacts["slip"][:, 0])

    def test_probes_and_joints_have_tables(self):
        self.run_json("gripper", "--duration", 0.2, "-o", "run.h5", "--probes", "probes.csv")
        self.good("export", "run.h5", "-o", "run.csv")
        theirs, ours = self.table("probes.csv"), self.table("run_probes.csv")
        self.assertEqual(list(theirs), [title for title in ours if title != "step"])
        for title, values in theirs.items():
            np.testing.assert_array_equal(ours[title], values)
        with h5py.File(self.path("run.h5"), "r") as file:
            joints = file["frames/joints"][:]
        np.testing.assert_array_equal(self.table("run_joints.csv")["coordinate [rad or m]"],
                                      joints["coordinate"].ravel())

    def test_one_table_and_part_of_the_time(self):
        self.record()
        self.good("export", "run.h5", "-o", "b.csv", "--table", "bodies", "--from", 0.5, "--to", 1, "--fps", 10)
        np.testing.assert_allclose(np.unique(self.table("b.csv")["time [s]"]), [0.5, 0.6, 0.7, 0.8, 0.9, 1.0])
        self.assertEqual(sorted(os.listdir(self.folder)), ["b.csv", "falling.json", "run.h5"])

    def test_names_with_separators_are_quoted(self):
        scene = dict(FALLING, duration=0.05, bodies=[dict(body) for body in FALLING["bodies"]])
        scene["bodies"][1]["name"] = 'a,"b"'
        self.run_json(self.write("odd.json", scene), "-o", "run.h5")
        self.good("export", "run.h5", "-o", "b.csv", "--table", "bodies")
        self.assertEqual(self.table("b.csv")["body"][1], 'a,"b"')

    def test_bad_input_is_named_and_leaves_nothing(self):
        self.record()
        before = sorted(os.listdir(self.folder))
        for output in ("x.obj", "x", "x.vtp", ".glb.zip"):
            self.assertIn(".glb", self.bad("export", "run.h5", "-o", output))
        for ending in ("glb", "csv", "pvd"):
            self.assertIn("nowhere.h5", self.bad("export", "nowhere.h5", "-o", "x." + ending))
            self.assertIn("falling.json", self.bad("export", "falling.json", "-o", "x." + ending))
            self.assertIn("nowhere", self.bad("export", "run.h5", "-o", "nowhere/x." + ending))
            self.assertIn("0 to 2 s", self.bad("export", "run.h5", "-o", "x." + ending, "--from", 5))
            self.assertIn("--fps", self.bad("export", "run.h5", "-o", "x." + ending, "--fps", 0))
        self.assertIn("--table", self.bad("export", "run.h5", "-o", "x.csv", "--table", "magic"))
        self.assertIn("--table", self.bad("export", "run.h5", "-o", "x.glb", "--table", "steps"))
        self.assertIn("no joints", self.bad("export", "run.h5", "-o", "x.csv", "--table", "joints"))
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_without_its_mesh_file_tables_are_still_there(self):
        self.write("rock.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
        scene = dict(FALLING, duration=0.05, bodies=FALLING["bodies"][:1] + [
            {"name": "rock", "shape": {"mesh": {"file": "rock.obj", "cells": 8}}, "position": [0, 0, 1]}])
        self.run_json(self.write("rock.json", scene), "-o", "run.h5")
        self.good("export", "run.h5", "-o", "run.glb")
        os.remove(self.path("rock.obj"))
        self.good("export", "run.h5", "-o", "run.csv")
        self.assertIn("rock.obj", self.bad("export", "run.h5", "-o", "run.glb"))

    def test_truncated_recording_is_named_or_exported_as_far_as_it_goes(self):
        self.record()
        with open(self.path("run.h5"), "rb") as file:
            whole = file.read()
        for part in (0, 100, len(whole) // 2, len(whole) - 10):
            self.write("cut.h5", whole[:part])
            for ending in ("glb", "csv", "pvd"):
                result = self.call("export", "cut.h5", "-o", "cut." + ending)
                self.assertIn(result.returncode, (0, 2), result.stderr)
                if result.returncode == 2:
                    self.assertIn("cut.h5", result.stderr)
                    self.assertEqual(result.stderr.count("\n"), 1)

    def test_ctrl_c_leaves_nothing(self):
        self.run_json("card_house", "--set", "levels=12", "--duration", 1, "-o", "run.h5",
                      "--frames-per-second", 100)
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("export", "run.h5", "-o", "run.pvd")
            deadline = time.time() + 60
            while not os.path.isdir(self.path("run_frames")) and time.time() < deadline:
                time.sleep(0.005)
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
            if process.returncode == 0:
                continue  # it was faster
            self.assertEqual(process.returncode, 130, err)
            self.assertEqual((out, err), ("", "stiction: stopped; nothing was written\n"))
            self.assertEqual(os.listdir(self.folder), ["run.h5"])


if __name__ == "__main__":
    unittest.main()
