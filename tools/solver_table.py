#!/usr/bin/python3
"""Runs gallery scenes with every solver and prints the table of docs/solvers.md.

Usage: solver_table.py STICTION [--write docs/solvers.md] [--duration S]

With --write the lines between the marks in the file are replaced.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

SCENES = [
    ("1000 kg on 1 kg", "mass_ratio", []),
    ("stack of 10", "stack", []),
    ("wall, 4 rows of 4", "wall", ["rows=4", "columns=4"]),
    ("pyramid, base 5", "pyramid", ["base=5"]),
    ("arch", "arch", []),
    ("card house, 2 levels", "card_house", ["levels=2"]),
    ("card house, 4 levels", "card_house", ["levels=4"]),
    ("pile of 20", "pile", ["count=20"]),
]
MOVING = {"pile"}
SOLVERS = [
    ("auto", {"type": "auto"}),
    ("proximal_newton", {"type": "proximal_newton"}),
    ("staggered_projections", {"type": "staggered_projections"}),
    ("staggered_projections, 8 samples", {"type": "staggered_projections", "friction_samples": 8}),
    ("fischer_newton", {"type": "fischer_newton"}),
    ("fischer_newton as in the paper, quasi NCG", {"type": "fischer_newton", "proximal": False, "subsystem": "quasi_ncg"}),
    ("gauss_seidel, 150 sweeps", {"type": "gauss_seidel", "max_iterations": 150}),
    ("gauss_seidel, cone, 150 sweeps", {"type": "gauss_seidel", "friction": "cone", "max_iterations": 150}),
    ("gauss_seidel, shock propagation", {"type": "gauss_seidel", "shock_propagation": True, "max_iterations": 150}),
    ("conjugate_gradient", {"type": "conjugate_gradient", "max_iterations": 150}),
    ("pcg_gauss_seidel", {"type": "pcg_gauss_seidel", "max_iterations": 150}),
    ("lemke", {"type": "lemke"}),
]
LIMIT_S = 60
BEGIN, END = "<!-- table: tools/solver_table.py -->", "<!-- end of table -->"


def export(stiction, name, parameters, folder):
    path = folder / ("_".join([name, *parameters]) + ".json")
    command = [stiction, "scene", "export", name, "-o", str(path)]
    for parameter in parameters:
        command += ["--set", parameter]
    subprocess.run(command, check=True, capture_output=True)
    return json.loads(path.read_text())


def cell(stiction, scene, name, settings, duration, folder):
    scene = dict(scene)
    scene["solver"] = settings
    path = folder / "scene.json"
    path.write_text(json.dumps(scene))
    command = [stiction, "run", str(path), "--json", "--no-record", "--duration", str(duration), "--threads", "1"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S)
    except subprocess.TimeoutExpired:
        return f"over {LIMIT_S} s"
    if run.returncode != 0:
        return "refused" if run.returncode == 2 else "failed"
    result = json.loads(run.stdout)
    error, ms = result["certificate"]["error_max"], result["step_ms"]["mean"]
    # What stands may settle by a hair within the first second; after that it must not move.
    holds = result["displacement_max_m"] < 2e-3 and result["displacement_after_1s_max_m"] < 1e-4
    verdict = "" if name in MOVING else ("holds, " if holds else "**moves**, ")
    return f"{verdict}{ms:.2g} ms, {error:.0e}"


def table(stiction, duration):
    lines = ["| solver | " + " | ".join(label for label, _, _ in SCENES) + " |", "|---" * (len(SCENES) + 1) + "|"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scenes = [(scene, export(stiction, scene, parameters, folder)) for _, scene, parameters in SCENES]
        for label, settings in SOLVERS:
            cells = [cell(stiction, scene, name, settings, duration, folder) for name, scene in scenes]
            lines.append(f"| {label} | " + " | ".join(cells) + " |")
            print(lines[-1], flush=True)
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("stiction")
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--duration", type=float, default=2, help="simulated time of each run, s")
    options = parser.parse_args()
    lines = table(options.stiction, options.duration)
    if options.write:
        text = options.write.read_text()
        before, rest = text.split(BEGIN)
        after = rest.split(END)[1]
        options.write.write_text(before + BEGIN + "\n" + "\n".join(lines) + "\n" + END + after)


if __name__ == "__main__":
    main()
