"""One contact problem through every solver: who gets how far, judged by the same residual from outside.

Takes the problem out of a running world, writes it as an FCLib file, reads it again and solves it from nothing. Asserts
that the exact solvers are exact. Give a file name to get a plot of the convergence.
"""
import sys
import tempfile
from pathlib import Path

import stiction

EXACT = ["auto", "proximal_newton"]


def main(picture=None):
    world = stiction.World("card_house", levels=2)
    world.run(steps=3)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "card_house.h5"
        world.problem.write(str(path))
        problem = stiction.Problem.read(path)
    spectrum = problem.eigenvalues()
    print(f"{len(problem)} contacts; W has eigenvalues up to {spectrum[-1]:.3g} 1/kg, "
          f"{(spectrum < 1e-10 * spectrum[-1]).sum()} of {len(spectrum)} are zero")
    solutions = problem.compare(tolerance=1e-8, max_iterations=300, trace=True)
    for name, solution in solutions.items():
        print(f"{name:22s} error {solution.certificate.error:9.2e}  {solution.iterations:4d} iterations  "
              f"{1000 * solution.wall_s:7.2f} ms")
    for name in EXACT:
        assert solutions[name].certificate.error <= 1e-8, name
        assert problem.certify(solutions[name].r).error == solutions[name].certificate.error
    worst = max(solutions, key=lambda name: solutions[name].certificate.error)
    assert worst not in EXACT
    if picture:
        from stiction import plot
        plot.convergence(solutions).figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
