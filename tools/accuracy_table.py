#!/usr/bin/python3
"""Runs the scenes of docs/accuracy.md and prints its table. Usage: accuracy_table.py STICTION [--quick]"""
import json
import subprocess
import sys

SCENES = [
    ("stack of 40 cubes, 600 s", "stack", ["count=40"], 600, 0.01),
    ("1 kg under 10 000 kg, 60 s", "mass_ratio", ["ratio=10000"], 60, 0.01),
    ("card house, 5 levels, 600 s", "card_house", ["levels=5"], 600, 0.01),
    ("card house, 5 levels, h = 1 ms, 60 s", "card_house", ["levels=5"], 60, 0.001),
    ("card house, 10 levels, 60 s", "card_house", ["levels=10"], 60, 0.01),
    ("catenary arch, 27 stones, 60 s", "arch", ["stones=27"], 60, 0.01),
    ("catenary arch, 101 stones, 60 s", "arch", ["stones=101"], 60, 0.01),
    ("card house hit by 4 blocks, 5 s", "card_house", ["levels=5", "drop_blocks=4"], 5, 0.01),
    ("arch hit by a block, 5 s", "arch", ["stones=27", "hit=1"], 5, 0.01),
    ("pile of 50 boxes, 5 s", "pile", ["count=50"], 5, 0.01),
    ("pile of 100 boxes, 5 s", "pile", ["count=100"], 5, 0.01),
    ("pile of 200 boxes, 5 s", "pile", ["count=200"], 5, 0.01),
]


def main():
    stiction, quick = sys.argv[1], "--quick" in sys.argv
    print("| scene | converged | worst error | moved, m | penetration, m | step, ms: mean / p99 / max |")
    print("|---|---|---|---|---|---|")
    for label, name, parameters, duration, step in SCENES:
        command = [stiction, "run", name, "--json", "--no-record", "--step", str(step)]
        command += ["--duration", str(min(duration, 2) if quick else duration)]
        for parameter in parameters:
            command += ["--set", parameter]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        result = json.loads(run.stdout)
        ms = result["step_ms"]
        print(
            f"| {label} | {100 * result['converged_fraction']:.4g} % | {result['certificate']['error_max']:.1e} "
            f"| {result['displacement_after_1s_max_m']:.1e} | {max(0, result['penetration_max_m']):.1e} "
            f"| {ms['mean']:.2f} / {ms['p99']:.2f} / {ms['max']:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
