"""Problem files through the program: extraction from recordings, solving, what comes out, and bad input."""

import json
import os
import re
import signal
import time
import unittest

import h5py
import numpy as np

from program import FALLING, ProgramTest


def natural_map(path):
    """The customary error of the stored solution, from the file alone."""
    with h5py.File(path, "r") as file:
        local = file["fclib_local"]
        m = int(local["W/m"][0])
        W = np.zeros((m, m))
        start, column, value = local["W/p"][:], local["W/i"][:], local["W/x"][:]
        assert int(local["W/nz"][0]) == -2
        for row in range(m):
            for e in range(start[row], start[row + 1]):
                W[row, column[e]] += value[e]
        q, mu = local["vectors/q"][:], local["vectors/mu"][:]
        r, stored = file["solution/r"][:], file["solution/u"][:]
    u = W @ r + q
    assert np.linalg.norm(u - stored) <= 1e-10 * (1 + np.linalg.norm(q))
    total = 0
    for k, friction in enumerate(mu):
        rk, uk = r[3 * k:3 * k + 3], u[3 * k:3 * k + 3].copy()
        uk[0] += friction * np.hypot(uk[1], uk[2])
        x = rk - uk
        t = np.hypot(x[1], x[2])
        if friction * t <= -x[0]:
            p = np.zeros(3)
        elif t <= friction * x[0]:
            p = x
        else:
            n = (x[0] + friction * t) / (1 + friction ** 2)
            p = np.array([n, friction * n * x[1] / t, friction * n * x[2] / t])
        total += np.sum((rk - p) ** 2)
    return np.sqrt(total) / np.linalg.norm(q)


class Solve(ProgramTest):
    def extract(self, step=150):
        self.run_json(self.write("falling.json", FALLING), "-o", "run.h5")
        self.good("problem", "extract", "run.h5", "--step", step, "-o", "p.h5")
        return "p.h5"

    def test_extracted_problem_is_solved_again(self):
        problem = self.extract()
        self.assertLess(natural_map(self.path(problem)), 1e-5)  # the step's own solution
        answer = json.loads(self.good("solve", problem, "--json", "-o", "s.h5", "--strict"))
        self.assertLess(natural_map(self.path("s.h5")), 1e-8)
        result = answer["problems"][0]["results"][0]
        self.assertEqual((result["solver"], result["status"]), ("auto", "solved"))
        self.assertLessEqual(result["certificate"]["error"], 1e-8)
        self.assertLessEqual(result["certificate"]["error_q"], 1e-8)
        self.assertGreater(answer["problems"][0]["contacts"], 3)

    def test_any_step_may_be_extracted(self):
        self.extract()
        with h5py.File(self.path("run.h5"), "r") as file:
            contacts = file["steps"]["contacts"]
        for step in (60, 101, 200):
            name = f"p{step}.h5"
            if contacts[step - 1] == 0:
                self.assertIn("no contacts", self.bad("problem", "extract", "run.h5", "--step", step, "-o", name))
                continue
            self.good("problem", "extract", "run.h5", "--step", step, "-o", name)
            with h5py.File(self.path(name), "r") as file:
                self.assertEqual(len(file["fclib_local/vectors/mu"]), contacts[step - 1])
        for step in (0, 201, -1):
            self.assertIn("1 to 200", self.bad("problem", "extract", "run.h5", "--step", step, "-o", "x.h5"))

    def test_joints_are_written_as_global_problems(self):
        self.run_json("gripper", "--duration", 0.2, "-o", "run.h5")
        self.good("problem", "extract", "run.h5", "--step", 10, "-o", "p.h5")
        with h5py.File(self.path("p.h5"), "r") as file:
            self.assertIn("G", file["fclib_global"])
            self.assertEqual(len(file["solution/v"]), int(file["fclib_global/M/m"][0]))
            self.assertEqual(len(file["solution/l"]), int(file["fclib_global/G/n"][0]))
        answer = json.loads(self.good("solve", "p.h5", "--json", "--strict"))
        self.assertEqual(answer["problems"][0]["form"], "global")

    def test_both_forms_have_one_answer(self):
        self.extract()
        self.good("problem", "extract", "run.h5", "--step", 150, "--global", "-o", "g.h5")
        for name in ("p.h5", "g.h5"):
            self.good("solve", name, "-o", f"s_{name}", "--tolerance", "1e-11", "--strict")
        with h5py.File(self.path("s_p.h5"), "r") as a, h5py.File(self.path("s_g.h5"), "r") as b:
            np.testing.assert_allclose(a["solution/u"][:], b["solution/u"][:], atol=1e-8)

    def test_all_solvers_on_several_problems(self):
        problem = self.extract()
        self.good("problem", "extract", "run.h5", "--step", 120, "-o", "q.h5")
        text = self.good("solve", problem, "q.h5", "--solver", "all", "--time-limit", 5, "--max-iterations", 3000,
                         "--plot", "page.html")
        for name in ("auto", "gauss_seidel", "fischer_newton", "lemke", "conjugate_gradient"):
            self.assertRegex(text, rf"(?m)^  {name} +(solved|model|unsolved)")
        self.assertEqual(text.count("contacts"), 2)
        with open(self.path("page.html")) as file:
            page = file.read()
        self.assertEqual(page.count("<svg"), 7)  # profiles, and three for each problem
        self.assertNotRegex(page, r"(src|href)=|https?:")
        self.assertNotIn("nan", re.sub(r"<pre>.*?</pre>", "", page, flags=re.S))

    def test_start_from_a_stored_guess(self):
        problem = self.extract()
        self.good("solve", problem, "-o", "s.h5")
        with h5py.File(self.path("s.h5"), "a") as file:
            file["guesses/number_of_guesses"] = np.array([1], dtype="i4")
            file["guesses/1/r"] = file["solution/r"][:]
        warm = json.loads(self.good("solve", "s.h5", "--guess", 1, "--json"))
        self.assertEqual(warm["problems"][0]["results"][0]["iterations"], 0)
        self.assertIn("guess", self.bad("solve", "s.h5", "--guess", 2))

    def test_bad_input_is_named(self):
        problem = self.extract()
        self.assertIn("nowhere.h5", self.bad("solve", "nowhere.h5"))
        self.assertIn("run.h5", self.bad("solve", "run.h5"))
        self.assertIn("magic", self.bad("solve", problem, "--solver", "magic"))
        self.assertIn("--tolerance", self.bad("solve", problem, "--tolerance", 0))
        self.assertIn("-o", self.bad("solve", problem, problem, "-o", "s.h5"))
        self.assertIn("p.h5", self.bad("problem", "extract", "p.h5", "--step", 1, "-o", "x.h5"))
        with h5py.File(self.path(problem), "a") as file:
            file["fclib_local/vectors/q"][4] = np.nan
        self.assertIn("fclib_local/vectors/q[4]", self.bad("solve", problem))

    def test_limits_that_are_no_numbers_are_refused(self):
        problem = self.extract()
        for option in ("--tolerance", "--time-limit"):
            for value in ("nan", "inf", "-inf", "0", "-1"):
                self.assertIn(option, self.bad("solve", problem, f"{option}={value}"))

    def test_ctrl_c_ends_a_long_solve_at_once(self):
        problem = self.extract()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Sweeps that never reach this tolerance keep the second solver busy until the time limit.
            process = self.start("solve", *[problem] * 3, "--solver", "gauss_seidel", "--tolerance", 1e-300,
                                 "--max-iterations", 2000000000, "--time-limit", 1.5, "--plot", "page.html")
            time.sleep(2.2)
            started = time.time()
            process.send_signal(number)
            out, err = process.communicate(timeout=30)
            self.assertLess(time.time() - started, 1)
            self.assertEqual(process.returncode, 130)
            self.assertEqual(err, "stiction: stopped after 1 of 3 problems\n")
            self.assertEqual(out.count("contacts"), 1, out)  # what was ready is told
            with open(self.path("page.html")) as file:
                self.assertIn("</html>", file.read())
            process = self.start("solve", problem, "--solver", "gauss_seidel", "--tolerance", 1e-300,
                                 "--max-iterations", 2000000000, "-o", "s.h5")
            time.sleep(0.5)
            process.send_signal(number)
            out, err = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 130)
            self.assertEqual(out, "")
            self.assertEqual(self.files("s.h5"), [])

    def files(self, prefix):
        return sorted(name for name in os.listdir(self.folder) if name.startswith(prefix))

    def test_killed_while_writing_leaves_no_half_file(self):
        """kill -9 at moments spread over an extraction: under the file's name there is a whole problem, or none."""
        self.good("run", "wall", "--set", "rows=8", "--set", "columns=8", "--duration", 0.3, "-o", "wall.h5")
        arguments = ("problem", "extract", "wall.h5", "--step", 30, "-o", "p.h5")
        started = time.time()
        self.good(*arguments)
        length = time.time() - started
        whole = os.path.getsize(self.path("p.h5"))
        for i in range(12):
            if os.path.exists(self.path("p.h5")):
                os.remove(self.path("p.h5"))
            process = self.start(*arguments)
            time.sleep(length * (0.4 + 0.05 * i))
            process.kill()
            process.communicate()
            if os.path.exists(self.path("p.h5")):
                self.assertEqual(os.path.getsize(self.path("p.h5")), whole)
                with h5py.File(self.path("p.h5")) as file:
                    self.assertIn("solution/r", file)
        # An older file of that name stays until the new one is complete, and failures leave nothing behind.
        self.write("p.h5", "old")
        process = self.start(*arguments)
        time.sleep(length * 0.3)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        if process.returncode != 0:
            self.assertEqual(process.returncode, 130)
            with open(self.path("p.h5")) as file:
                self.assertEqual(file.read(), "old")
        os.mkdir(self.path("folder.h5"))
        self.assertIn("folder.h5", self.bad(*arguments[:-1], "folder.h5"))
        self.assertEqual(self.files("folder.h5"), ["folder.h5"])
        self.assertIn("nowhere", self.bad(*arguments[:-1], "nowhere/p.h5"))

    def test_solvers_refuse_laws_they_do_not_know(self):
        message = self.bad("run", "pendulum", "--solver", "lemke", "--no-record", "--duration", 0.1)
        self.assertIn("joint", message)
        self.assertIn("auto", message)
        rolling = json.loads(json.dumps(FALLING))
        rolling["materials"]["wood"]["rolling"] = 0.01
        self.write("rolling.json", rolling)
        for solver in ("conjugate_gradient", "pcg_gauss_seidel", "fischer_newton", "lemke"):
            message = self.bad("run", "rolling.json", "--solver", solver, "--no-record")
            self.assertIn("rolling", message)
            self.assertIn("gauss_seidel", message)
        self.run_json("rolling.json", "--solver", "gauss_seidel", "-o", "rolling.h5")
        self.assertIn("rolling", self.bad("problem", "extract", "rolling.h5", "--step", 150, "-o", "x.h5"))
        self.assertEqual(self.files("x.h5"), [])

    def test_unsolved_under_strict_exits_with_3(self):
        problem = self.extract()
        result = self.call("solve", problem, "--solver", "gauss_seidel", "--max-iterations", 1, "--strict")
        self.assertEqual(result.returncode, 3)


if __name__ == "__main__":
    unittest.main()
