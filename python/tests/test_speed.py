"""A step from Python costs at most 5 µs more than from C++."""
import importlib.util
from pathlib import Path

import stiction

PATH = Path(__file__).resolve().parents[1] / "benchmarks/step_overhead.py"
SPEC = importlib.util.spec_from_file_location("step_overhead", PATH)
step_overhead = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(step_overhead)


def test_the_overhead_of_a_step():
    # Best of many short rounds: what other programs do meanwhile does not count.
    for make in (step_overhead.ball, lambda: stiction.World("stack", count=1)):
        python, engine = step_overhead.best_step_times(make, 10, 400)
        assert python - engine <= 5.0
