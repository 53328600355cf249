"""`stiction run`: the summary's contract, the final state, exit codes, determinism."""

import csv
import json
import math
import os
import unittest

import h5py
import jsonschema

from program import FALLING, ProgramTest

NUMBER = {"type": "number"}
COUNT = {"type": "integer", "minimum": 0}


def record(**fields):
    return {"type": "object", "properties": fields, "required": list(fields)}


SUMMARY = record(
    scene={"type": "string"}, steps=COUNT, simulated_s=NUMBER, cpu_s=NUMBER, wall_s=NUMBER,
    step_ms=record(mean=NUMBER, p50=NUMBER, p99=NUMBER, max=NUMBER),
    contacts=record(mean=NUMBER, max=COUNT), solver={"type": "string"}, iterations=record(mean=NUMBER, max=COUNT),
    converged_fraction={"type": "number", "minimum": 0, "maximum": 1},
    certificate=record(error_max=NUMBER, normal_max=NUMBER, cone_max=NUMBER, complementarity_max=NUMBER,
                       dissipation_max=NUMBER, joint_max=NUMBER, error_worst_max=NUMBER, error_q_max=NUMBER),
    penetration_max_m=NUMBER, joint_gap_max_m=NUMBER, overlap=record(max_m=NUMBER, correction_max_m=NUMBER, energy=NUMBER), momentum=record(linear={"type": "array"}, angular={"type": "array"}), displacement_max_m=NUMBER, displacement_after_1s_max_m=NUMBER,
    stood={"type": ["boolean", "null"]}, energy=record(start=NUMBER, end=NUMBER, elastic=NUMBER),
    hash={"type": "string", "pattern": "^[0-9a-f]{16}$"},
    paths={"type": "object", "additionalProperties": COUNT}, tolerance=NUMBER, step_s=NUMBER,
    recording={"type": ["string", "null"]}, stopped={"type": "boolean"})

VECTOR = {"type": "array", "items": NUMBER, "minItems": 3, "maxItems": 3}
STATE = record(
    bodies={"type": "object", "additionalProperties": record(
        position=VECTOR, rotation={"type": "array", "items": NUMBER, "minItems": 4, "maxItems": 4},
        velocity=VECTOR, angular_velocity=VECTOR)},
    contacts={"type": "array", "items": record(
        bodies={"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
        position=VECTOR, normal=VECTOR, gap=NUMBER, impulse_normal=NUMBER, impulse_tangent=VECTOR, slip=VECTOR, torque=VECTOR)})


class Summary(ProgramTest):
    def test_material_beyond_its_law_is_said(self):
        scene = {"stiction": 1, "name": "squeeze", "duration": 0.3, "step": 0.005, "materials": {"m": {}}, "bodies": [
            {"name": "floor", "fixed": True, "material": "m", "shape": {"half_space": {}}},
            {"name": "block", "material": "m", "shape": {"box": {"size": [0.2, 0.2, 0.2]}}, "position": [0, 0, 0.1],
             "model": "stvk", "elastic": {"youngs_modulus": 2e4, "cells": [2, 2, 2], "stiffness_damping": 0.02}},
            {"name": "weight", "material": "m", "mass": 300, "shape": {"box": {"size": [0.3, 0.3, 0.3]}},
             "position": [0, 0, 0.36]}]}
        self.write("squeeze.json", scene)
        whole = self.run_json("squeeze.json", "-o", "whole.h5")["distress"]
        self.assertGreater(whole["softened_max"], 0)
        self.assertLess(whole["least_stretch"], 0.577)
        self.assertEqual(whole["body"], "block")
        self.assertIn("softens; ", self.good("run", "squeeze.json", "-o", "text.h5"))
        self.run_json("squeeze.json", "--duration", 0.27, "-o", "part.h5")
        self.assertEqual(self.run_json("--resume", "part.h5", "--duration", 0.3)["distress"], whole)
        scene["bodies"][2]["mass"] = 1
        self.write("light.json", scene)
        self.assertEqual(self.run_json("light.json", "-o", "light.h5")["distress"]["softened_max"], 0)

    def test_json_keeps_the_contract(self):
        scene = self.write("falling.json", FALLING)
        summary = self.run_json(scene)
        jsonschema.validate(summary, SUMMARY)
        self.assertEqual(summary["scene"], "falling")
        self.assertEqual(summary["steps"], 200)
        self.assertAlmostEqual(summary["simulated_s"], 2)
        self.assertEqual(sum(summary["paths"].values()), 200)
        self.assertEqual(summary["recording"], "falling.h5")
        self.assertIs(summary["stood"], False)
        self.assertGreater(summary["displacement_max_m"], 0.3)
        self.assertLess(summary["energy"]["end"], summary["energy"]["start"])
        self.assertLessEqual(summary["step_ms"]["p50"], summary["step_ms"]["p99"])
        self.assertLessEqual(summary["step_ms"]["p99"], summary["step_ms"]["max"])
        self.assertFalse(summary["stopped"])

    def test_energy_of_free_fall(self):
        """Nothing touches: m g z at the start, by hand: 500 kg/m3 x 0.008 m3 x 9.81 x 10 m."""
        scene = dict(FALLING, bodies=[{"name": "cube", "shape": {"box": {"size": [0.2, 0.2, 0.2]}}, "material": "wood",
                                       "position": [0, 0, 10]}])
        summary = self.run_json(self.write("fall.json", scene), "--duration", 1, "--step", 0.01)
        self.assertAlmostEqual(summary["energy"]["start"], 392.4, places=9)
        self.assertEqual(summary["contacts"], {"mean": 0, "max": 0})
        self.assertEqual(summary["paths"]["none"], 100)
        self.assertIsNone(summary["stood"])
        # h g (1 + 2 + ... + 100) h for an integrator that updates velocities first; half a step's g h either way.
        self.assertAlmostEqual(summary["displacement_max_m"], 9.81 / 2, delta=9.81 * 0.01)

    def test_text_tells_a_newcomer_what_happened(self):
        text = self.good("run", self.write("falling.json", FALLING))
        for word in ("falling", "200 steps", "moved", "Exactness", "tolerance", "Solved by", "falling.h5"):
            self.assertIn(word, text)

    def test_options_reach_the_run(self):
        summary = self.run_json("stack", "--set", "count=2", "--duration", 0.1, "--step", 0.005, "--tolerance", 1e-7,
                                "--solver", "proximal_newton", "--no-record")
        self.assertEqual(summary["steps"], 20)
        self.assertEqual(summary["tolerance"], 1e-7)
        self.assertEqual(summary["solver"], "proximal_newton")
        self.assertEqual(summary["step_s"], 0.005)
        self.assertIsNone(summary["recording"])
        self.assertEqual(os.listdir(self.folder), [])

    def test_standing_stack_stands(self):
        summary = self.run_json("stack", "--set", "count=3", "--duration", 2)
        self.assertIs(summary["stood"], True)
        self.assertLess(summary["displacement_after_1s_max_m"], 1e-4)
        self.assertLess(summary["penetration_max_m"], 1e-4)
        self.assertEqual(summary["converged_fraction"], 1)
        self.assertLessEqual(summary["certificate"]["error_max"], summary["tolerance"])

    def test_overlap_and_its_correction_are_summed_up_and_recorded(self):
        summary = self.run_json("pile", "--set", "count=20", "--duration", 1)
        overlap = summary["overlap"]
        self.assertGreater(overlap["max_m"], 0)
        with h5py.File(self.path("pile.h5"), "r") as file:
            steps = file["steps"]
            self.assertEqual(max(steps["overlap"]), overlap["max_m"])
            self.assertEqual(max(steps["correction"]), overlap["correction_max_m"])
            self.assertAlmostEqual(sum(steps["correction_energy"]), overlap["energy"], places=12)
        still = self.run_json("stack", "--set", "count=2", "--duration", 0.1, "--no-record")["overlap"]
        self.assertEqual(still, {"max_m": 0, "correction_max_m": 0, "energy": 0})

    def test_rolling_friction_reaches_the_final_state(self):
        """A ball at rest on a slope of 1 %: m g R sin(angle) over a step, about the axis across the slope."""
        radius, mass, slope = 0.1, 2, 0.01
        scene = {"stiction": 1, "name": "ball", "gravity": [9.81 * math.sin(slope), 0, -9.81 * math.cos(slope)],
                 "materials": {"felt": {"mu": 0.5, "rolling": 0.002}},
                 "bodies": [{"name": "floor", "fixed": True, "material": "felt", "shape": {"half_space": {}}},
                            {"name": "ball", "material": "felt", "shape": {"sphere": {"radius": radius}}, "mass": mass,
                             "position": [0, 0, radius]}]}
        self.run_json(self.write("ball.json", scene), "--duration", 0.5, "--final-state", "s.json")
        with open(self.path("s.json")) as file:
            contact, = json.load(file)["contacts"]
        torque = mass * 9.81 * radius * math.sin(slope) * 0.01
        sign = 1 if contact["bodies"][0] == "floor" else -1
        for got, expected in zip(contact["torque"], [0, sign * torque, 0]):
            self.assertAlmostEqual(got, expected, delta=1e-6 * torque)
        with h5py.File(self.path("ball.h5"), "r") as file:
            self.assertEqual(list(file["frames/contacts"][-1]["torque"]), contact["torque"])

    def test_seed_is_a_parameter(self):
        a, b, c = (self.run_json("pile", "--set", "count=3", "--duration", 0.05, "--no-record", *seed)["hash"]
                   for seed in ([], ["--seed", "7"], ["--set", "seed=7"]))
        self.assertNotEqual(a, b)
        self.assertEqual(b, c)


class Joints(ProgramTest):
    def test_summary_and_final_state_tell_about_joints(self):
        summary = self.run_json("door", "--duration", 1, "--final-state", "s.json")
        self.assertLess(summary["joint_gap_max_m"], 1e-8)
        self.assertLessEqual(summary["certificate"]["joint_max"], 1e-5)
        with open(self.path("s.json")) as file:
            joints = json.load(file)["joints"]
        self.assertEqual(set(joints), {"lower", "upper"})
        weight = 0.8 * 0.04 * 2 * 700 * 9.81
        self.assertAlmostEqual(sum(joint["force"][2] for joint in joints.values()), weight, delta=1e-5 * weight)
        self.assertGreater(joints["lower"]["coordinate"], 0.3)
        with h5py.File(self.path("door.h5"), "r") as file:
            self.assertEqual([name.decode() for name in file["joints"]], ["lower", "upper"])
            self.assertEqual(file["frames/joints"][-1, 0]["coordinate"], joints["lower"]["coordinate"])
            self.assertEqual(max(file["steps"]["joint_gap"]), summary["joint_gap_max_m"])
            self.assertEqual(max(file["steps"]["joint"]), summary["certificate"]["joint_max"])
        self.assertIn("Joints", self.good("run", "door", "--duration", 0.1))

    def test_joined_bodies_do_not_count_as_overlapping(self):
        self.assertLess(self.run_json("four_bar", "--duration", 0.2, "--no-record")["penetration_max_m"], 1e-6)

    def test_momentum_of_free_fall(self):
        scene = dict(FALLING, bodies=[{"name": "ball", "shape": {"sphere": {"radius": 0.1}}, "mass": 2,
                                       "position": [1, 0, 9], "velocity": [3, 0, 0]}])
        momentum = self.run_json(self.write("fall.json", scene), "--duration", 0.5, "--no-record")["momentum"]
        for a, b in zip(momentum["linear"], [6, 0, -9.81]):
            self.assertAlmostEqual(a, b, places=9)


class Probes(ProgramTest):
    SCENE = dict(FALLING, probes=[{"name": "far, away", "type": "contact_force", "body": "far"},
                                  {"name": "e", "type": "energy"}])

    def table(self, name):
        with open(self.path(name), newline="") as file:
            return list(csv.reader(file))

    def test_table_and_recording_hold_the_same(self):
        self.run_json(self.write("probed.json", self.SCENE), "-o", "r.h5", "--probes", "p.csv")
        rows = self.table("p.csv")
        self.assertEqual(rows[0], ["time [s]", "far, away.x [N]", "far, away.y [N]", "far, away.z [N]", "e.kinetic [J]",
                                   "e.potential [J]"])
        with h5py.File(self.path("r.h5"), "r") as file:
            self.assertEqual([name.decode() for name in file["probes"]], rows[0][1:])
            self.assertEqual([[float(x) for x in row[1:]] for row in rows[1:]], file["frames/probes"][:].tolist())
            self.assertEqual([float(row[0]) for row in rows[1:]], list(file["frames/index"]["time"]))
        # The cube has come to rest: 500 kg/m3 times 0.2 m cubed, times g.
        self.assertAlmostEqual(float(rows[-1][3]), 4 * 9.81, delta=1e-4)

    def test_resumed_run_writes_the_whole_table(self):
        scene = self.write("probed.json", self.SCENE)
        self.run_json(scene, "-o", "whole.h5", "--probes", "whole.csv")
        self.run_json(scene, "-o", "part.h5", "--duration", 1)
        self.run_json("--resume", "part.h5", "--duration", 2, "--probes", "part.csv")
        self.assertEqual(self.table("part.csv"), self.table("whole.csv"))

    def test_bad_use(self):
        falling, probed = self.write("falling.json", FALLING), self.write("probed.json", self.SCENE)
        self.assertIn("no probes", self.bad("run", falling, "--no-record", "--probes", "p.csv"))
        self.assertIn("folder", self.bad("run", probed, "--no-record", "--probes", "no/such/p.csv"))
        self.assertIn(probed, self.bad("run", probed, "--no-record", "--probes", probed))
        self.assertEqual(sorted(os.listdir(self.folder)), ["falling.json", "probed.json"])


class FinalState(ProgramTest):
    def test_holds_every_body_and_contact(self):
        scene = self.write("falling.json", FALLING)
        summary = self.run_json(scene, "--final-state", "s.json")
        with open(self.path("s.json")) as file:
            state = json.load(file)
        jsonschema.validate(state, STATE)
        self.assertEqual(set(state["bodies"]), {"floor", "box", "ball", "far"})
        self.assertEqual(state["hash"], summary["hash"])
        self.assertEqual(state["step"], 200)
        self.assertTrue(state["contacts"])
        for contact in state["contacts"]:
            self.assertLessEqual(set(contact["bodies"]), set(state["bodies"]))
            self.assertAlmostEqual(math.hypot(*contact["normal"]), 1, places=12)
            self.assertLessEqual(abs(sum(a * b for a, b in zip(contact["normal"], contact["slip"]))), 1e-9)
        far = state["bodies"]["far"]
        self.assertAlmostEqual(far["position"][2], 0.1, delta=1e-3)
        self.assertAlmostEqual(math.hypot(*far["rotation"]), 1, places=12)

    def test_positions_are_those_of_the_bodys_own_frame(self):
        hull = [[x, y, z] for x in (0, 0.2) for y in (0, 0.2) for z in (0, 0.2)]  # centre of mass at 0.1
        scene = dict(FALLING, duration=0, bodies=[
            {"name": "hull", "shape": {"convex": {"points": hull}}, "material": "wood", "position": [1, 2, 3]}])
        self.run_json(self.write("hull.json", scene), "--final-state", "s.json")
        with open(self.path("s.json")) as file:
            position = json.load(file)["bodies"]["hull"]["position"]
        for a, b in zip(position, [1, 2, 3]):
            self.assertAlmostEqual(a, b, places=12)

    def test_numbers_survive_to_the_last_bit(self):
        scene = self.write("falling.json", FALLING)
        self.run_json(scene, "--duration", 0.3, "--final-state", "s.json")
        with open(self.path("s.json")) as file:
            state = json.load(file)
        with h5py.File(self.path("falling.h5"), "r") as recording:
            body = recording["frames/bodies"][-1, 2]  # a ball: its frame is at its centre of mass
        self.assertEqual(list(body["position"]), state["bodies"]["ball"]["position"])
        self.assertEqual(list(body["rotation"]), state["bodies"]["ball"]["rotation"])
        self.assertEqual(list(body["angular_velocity"]), state["bodies"]["ball"]["angular_velocity"])

    def test_may_be_written_twice_but_over_nothing_else(self):
        scene = self.write("falling.json", FALLING)
        for _ in range(2):
            self.run_json(scene, "--duration", 0.05, "--final-state", "s.json")
        message = self.bad("run", scene, "--duration", 0.05, "--final-state", scene)
        self.assertIn(scene, message)
        with open(self.path(scene)) as file:
            self.assertEqual(json.load(file), FALLING)


class Recording(ProgramTest):
    def test_holds_what_it_should(self):
        summary = self.run_json(self.write("falling.json", FALLING), "-o", "r.h5")
        with h5py.File(self.path("r.h5"), "r") as file:
            self.assertEqual(file.attrs["stiction_recording"], 4)
            self.assertEqual(json.loads(file["scene"][()])["name"], "falling")
            self.assertEqual([name.decode() for name in file["bodies"]], ["floor", "box", "ball", "far"])
            steps, frames, checkpoints = file["steps"][:], file["frames/index"][:], file["checkpoints/index"][:]
            self.assertEqual(list(steps["step"]), list(range(1, 201)))
            self.assertEqual(max(steps["error"]), summary["certificate"]["error_max"])
            self.assertEqual(max(frames["penetration"]), summary["penetration_max_m"])
            self.assertEqual(max(steps["displacement"]), summary["displacement_max_m"])
            self.assertEqual(list(frames["step"]), list(range(0, 201, 2)), "50 frames a second")
            self.assertEqual(list(checkpoints["step"]), [0, 100, 200])
            self.assertEqual(f"{checkpoints['checksum'][-1]:016x}", summary["hash"])
            self.assertEqual(len(file["frames/contacts"]), frames["contact_end"][-1])
            per_frame = [b - a for a, b in zip([0, *frames["contact_end"]], frames["contact_end"])]
            self.assertEqual(per_frame[1:], list(steps["contacts"][frames["step"][1:] - 1]))

    def test_is_not_wasteful(self):
        scene = self.write("falling.json", FALLING)
        for step, frames in ((0.001, 101), (0.02, 101), (0.04, 51)):
            self.run_json(scene, "-o", "r.h5", "--step", step)
            with h5py.File(self.path("r.h5"), "r") as file:
                self.assertEqual(len(file["frames/index"]), frames)

    def test_replaces_recordings_only(self):
        scene = self.write("falling.json", FALLING)
        for duration in (0.1, 0.2):
            self.run_json(scene, "--duration", duration)
        with h5py.File(self.path("falling.h5"), "r") as file:
            self.assertEqual(len(file["steps"]), 20)
        self.write("other.h5", "something dear")
        self.assertIn("other.h5", self.bad("run", scene, "-o", "other.h5"))
        self.assertIn(scene, self.bad("run", scene, "-o", scene))
        with h5py.File(self.path("data.h5"), "w") as file:
            file["x"] = [1, 2, 3]
        self.assertIn("data.h5", self.bad("run", scene, "-o", "data.h5"))


class ExitCodes(ProgramTest):
    def test_strict(self):
        """A tolerance that no floating-point step can reach, and hardly an iteration to try."""
        options = ["run", self.write("falling.json", FALLING), "--tolerance", "1e-14", "--max-iterations", "1", "--json"]
        self.assertEqual(self.call(*options).returncode, 0)
        result = self.call(*options, "--strict")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertLess(json.loads(result.stdout)["converged_fraction"], 1)

    def test_bad_options(self):
        scene = self.write("falling.json", FALLING)
        for arguments, words in [
                (["run"], ["scene"]),
                ([], ["subcommand"]),
                (["run", scene, "--nonsense"], ["--nonsense"]),
                (["run", scene, "--duration", "long"], ["--duration"]),
                (["run", scene, "--duration", "-1"], [scene, "--duration"]),
                (["run", scene, "--duration", "nan"], [scene, "--duration"]),
                (["run", scene, "--duration", "1e9"], [scene, "--duration", "steps"]),
                (["run", scene, "--step", "0"], [scene, "--step"]),
                (["run", scene, "--step", "1e-9"], [scene, "--step"]),
                (["run", scene, "--tolerance", "-1"], [scene, "--tolerance"]),
                (["run", scene, "--max-iterations", "0"], [scene, "--max-iterations"]),
                (["run", scene, "--solver", "magic"], [scene, "--solver", "staggered_projections"]),
                (["run", scene, "--budget-ms", "0"], [scene, "--budget-ms"]),
                (["run", scene, "--threads", "0"], ["--threads"]),
                (["run", scene, "--threads", "100000"], ["--threads"]),
                (["run", scene, "--frames-per-second", "0"], ["--frames-per-second"]),
                (["run", scene, "--checkpoint-every", "-2"], ["--checkpoint-every"]),
                (["run", scene, "--set", "levels=3"], [scene, "--set"]),
                (["run", scene, "--seed", "3"], [scene, "--seed"]),
                (["run", "stack", "--set", "count"], ["--set", "key=value"]),
                (["run", "stack", "--set", "colour=3"], ["stack", "colour", "count"]),
                (["run", "stack", "--set", "count=many"], ["stack", "count"]),
                (["run", "stack", "--seed", "3"], ["stack", "seed"]),
                (["run", "castle"], ["castle", "card_house"]),
                (["run", "missing.json"], ["missing.json"]),
                (["run", "."], ["."]),
                (["run", scene, "-o", "no/such/folder/x.h5"], ["no/such/folder"]),
                (["run", scene, "-o", "."], ["."]),
                (["run", scene, "-o", "x.h5", "--no-record"], ["--no-record"]),
                (["run", scene, "--final-state", "no/such/folder/s.json"], ["no/such/folder"]),
                (["run", scene, "--final-state", "."], ["."]),
                (["run", "--resume", "missing.h5"], ["missing.h5"]),
                (["run", "--resume", scene], [scene]),
                (["run", "--resume", "."], ["."]),
                (["scene"], ["subcommand"]),
                (["scene", "show", "castle"], ["castle", "card_house"]),
                (["scene", "export", "stack", "-o", "no/such/folder/x.json"], ["no/such/folder"]),
                (["scene", "export", "stack", "-o", scene], [scene, "--force"]),
                (["scene", "check", "missing.json"], ["missing.json"]),
        ]:
            with self.subTest(arguments=arguments):
                message = self.bad(*arguments)
                for word in words:
                    self.assertIn(word, message)
                self.assertIn(";", message, "a remedy follows the problem")
        self.assertEqual(os.listdir(self.folder), [scene], "bad input leaves nothing behind")

    def test_help_and_version(self):
        self.assertIn("Exit codes", self.good("--help"))
        self.assertIn("--resume", self.good("run", "--help"))
        self.assertRegex(self.good("--version"), r"\d+\.\d+\.\d+")


class Determinism(ProgramTest):
    def test_same_hash_for_any_number_of_threads(self):
        for scene in (["pile", "--set", "count=12", "--duration", "0.6"],
                      ["card_house", "--set", "levels=2", "--duration", "0.2"]):
            hashes = {self.run_json(*scene, "--no-record", "--threads", threads)["hash"] for threads in (1, 2, 4)}
            self.assertEqual(len(hashes), 1, scene)


class Scenes(ProgramTest):
    def test_list_show_export_check(self):
        names = [line.split()[0] for line in self.good("scene", "list").splitlines()]
        for name in "stack mass_ratio tent card_house arch wall pyramid incline slide pile".split():
            self.assertIn(name, names)
        for name in names:
            if name in ("bunnies", "bunny_arches"):  # need a mesh from elsewhere, and say so
                result = self.call("scene", "show", name)
                self.assertTrue(result.returncode == 0 or "fetch_bunny.sh" in result.stderr, result.stderr)
                continue
            with self.subTest(scene=name):
                self.assertIn(name, self.good("scene", "show", name))
                self.good("scene", "export", name, "-o", f"{name}.json")
                self.assertIn("good", self.good("scene", "check", f"{name}.json"))

    def test_exported_scene_runs_to_the_same_hash(self):
        options = ["--duration", "0.3", "--no-record"]
        self.good("scene", "export", "card_house", "--set", "levels=2", "-o", "house.json")
        self.assertEqual(self.run_json("card_house", "--set", "levels=2", *options)["hash"],
                         self.run_json("house.json", *options)["hash"])


if __name__ == "__main__":
    unittest.main()
