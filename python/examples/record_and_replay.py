"""Record a run, look at it, and take it up again where it was, to the last bit.

Asserts that the recording holds what happened, and that a world from its checkpoint goes on bit-identically. Give a
file name to get a plot of the run.
"""
import sys
import tempfile
from pathlib import Path

import numpy as np
import stiction


def main(picture=None):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stack.h5"
        world = stiction.World("stack", count=5)
        with world.record(path, frames_per_second=100, checkpoint_every=0.25):
            world.run(1.0)

        recording = stiction.Recording(path)
        steps, frames = recording.steps(), recording.frames()
        print(f"{recording.step_count} steps, {recording.frame_count} frames; worst error {steps['error'].max():.1e}; "
              f"solved by {', '.join(sorted(set(steps['path'])))}")
        assert steps["converged"].all()
        assert np.array_equal(frames["positions"][-1], world.positions)
        weight = 9.81 * world.masses[~world.fixed].sum()
        on_floor = recording.contacts(-1).forces[(recording.contacts(-1).bodies == 0).any(axis=1)].sum(axis=0)
        assert abs(abs(on_floor[2]) - weight) < 1e-5 * weight

        again = recording.world(step=60)
        print(f"taken up at t = {again.time:.2f} s")
        again.run(steps=world.step_count - 60)
        assert again.state_hash == world.state_hash
        print(f"both ended with state {again.state_hash:016x}")
        if picture:
            from stiction import plot
            plot.steps(recording)[0].figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
