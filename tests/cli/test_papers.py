"""`stiction papers`: names, report, what is kept and taken over."""

import json
import os
import signal
import time
import unittest

from program import ProgramTest


class Papers(ProgramTest):
    def text(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_list_names_all_four(self):
        listing = self.good("papers", "--list")
        for name in ("staggered_projections", "contact_regions", "fischer_newton", "contact_evolution", "card_house"):
            self.assertIn(name, listing)

    def test_unknown_names_and_depths_that_exclude_each_other(self):
        self.assertIn("card_hause", self.bad("papers", "card_hause"))
        self.assertIn("--quick", self.bad("papers", "stacks", "--quick", "--full"))

    def test_report_and_markdown(self):
        self.good("papers", "fischer_newton/matrices", "mass_ratio", "--minimal", "-o", "out", "--markdown", "papers.md")
        page = self.text("out/report.html")
        self.assertIn("<svg", page)
        self.assertIn("Silcowitz", page)
        self.assertNotIn("NOT SEEN", page)
        overview = self.text("papers.md")
        self.assertIn("`stiction papers fischer_newton/matrices mass_ratio --minimal`", overview)
        self.assertIn("(papers/fischer_newton.md)", overview)
        self.assertIn("W is symmetric", self.text("papers/fischer_newton.md"))

    def test_the_long_form_has_pages_of_its_own(self):
        names = ("mass_ratio", "--minimal", "-o", "out", "--markdown", "papers.md")
        self.good("papers", *names)
        self.assertNotIn("long form", self.text("papers.md"))
        self.good("papers", "surface_derivatives", "--full", "-o", "long", "--markdown", "papers-full.md")
        self.assertIn("| surface_derivatives | yes |", self.text("papers-full.md"))
        self.good("papers", *names)
        self.assertIn("(papers-full.md)", self.text("papers.md"))

    def test_full_takes_over_what_is_done(self):
        command = ("papers", "surface_derivatives", "--full", "-o", "out")
        first, second, again = self.good(*command), self.good(*command), self.good(*command, "--again")
        self.assertNotIn("earlier run", first)
        self.assertIn("earlier run", second)
        self.assertNotIn("earlier run", again)
        name = "out/contact_evolution/surface_derivatives.json"
        kept = json.loads(self.text(name))
        self.assertEqual(kept["depth"], "full")
        kept["findings"] = {"checks": 3}
        self.write(name, kept)
        self.assertIn("surface_derivatives.json", self.bad(*command))

    def test_a_stop_leaves_what_is_done(self):
        self.good("papers", "surface_derivatives", "--full", "-o", "out")
        process = self.start("papers", "stacks", "surface_derivatives", "--full", "-o", "out")
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130, err)
        json.loads(self.text("out/contact_evolution/surface_derivatives.json"))

    def test_killed_it_goes_on_with_the_exhibit_that_was_cut_short(self):
        command = ("papers", "matrices", "bowl_on_table", "--minimal", "--resume", "-o", "out")
        done, open_ = self.path("out/fischer_newton/matrices.json"), self.path("out/contact_evolution/bowl_on_table.json")
        process = self.start(*command)
        for _ in range(6000):
            if os.path.exists(done):
                break
            time.sleep(0.01)
        process.kill()
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, -signal.SIGKILL)
        self.assertTrue(os.path.exists(done))
        self.assertFalse(os.path.exists(open_))
        lines = self.good(*command).splitlines()
        self.assertTrue(any("matrices" in line and "earlier run" in line for line in lines), lines)
        self.assertTrue(any("bowl_on_table" in line and "earlier run" not in line for line in lines), lines)
        self.assertIn("bowl_on_table", self.text("out/report.html"))


if __name__ == "__main__":
    unittest.main()
