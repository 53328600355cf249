"""What a step from Python costs more than one from C++, what reading 10 000 positions costs, and how runs scale.

    python3 python/benchmarks/step_overhead.py

Overhead: the same world, stepped by a loop in Python (world.step()) and by a loop in C++ (world.run_steps()), in
turns; best of many short rounds each, so that other load on the machine does not count. Scaling: the same runs on one thread
and on two, steps limited to one thread each; the ratio of wall times, best of five.
"""
import os
import statistics
import sys
import time

import stiction


def best_step_times(make, steps, rounds):
    """Best time of a step in µs by a loop in Python and by one in C++: two worlds in the same state, in turns."""
    mine, theirs = make(), make()
    python, engine = [], []
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(steps):
            mine.step()
        middle = time.perf_counter()
        theirs.run_steps(steps)
        engine.append((time.perf_counter() - middle) / steps)
        python.append((middle - start) / steps)
    return 1e6 * min(python), 1e6 * min(engine)


def ball():
    scene = stiction.Scene("ball", gravity=[0, 0, 0])
    scene.add_body("ball", stiction.sphere(0.1))
    return stiction.World(scene)


def overhead():
    print("step, best of 300 rounds    Python [µs]   C++ [µs]   difference [µs]")
    differences = []
    for name, make, steps in (("one ball in space", ball, 20),
                              ("one cube on a floor", lambda: stiction.World("stack", count=1), 10),
                              ("card house, 3 levels", lambda: stiction.World("card_house", levels=3), 4)):
        python, engine = best_step_times(make, steps, 300)
        differences.append(python - engine)
        print(f"  {name:24s} {python:12.2f} {engine:10.2f} {python - engine:12.2f}")
    return differences


def reading():
    scene = stiction.Scene("many", gravity=[0, 0, 0])
    for i in range(10_000):
        scene.add_body(f"b{i}", stiction.sphere(0.1), position=[i % 100, i // 100, 0])
    world = stiction.World(scene)

    def best(action):
        times = []
        for _ in range(200):
            start = time.perf_counter()
            action()
            times.append(time.perf_counter() - start)
        return 1e6 * min(times), 1e6 * statistics.median(times)

    for name, action in (("world.positions (10 000 bodies, no copy)", lambda: world.positions),
                         ("world.positions.copy()", lambda: world.positions.copy())):
        print(f"{name:42s} best {best(action)[0]:6.2f} µs, median {best(action)[1]:6.2f} µs")


def scaling():
    stiction.set_threads(1)  # of each step: what scales is the number of runs

    def batch(threads):
        """Wall time of four runs, s, and the cores they had."""
        worlds = [stiction.World("card_house", levels=5) for _ in range(4)]
        wall, cpu = time.perf_counter(), time.process_time()
        stiction.run_batch(worlds, 5.0, threads=threads)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        return wall, cpu / wall

    one, two = (min(batch(threads) for _ in range(5)) for threads in (1, 2))
    stiction.set_threads(0)
    for threads, (wall, cores) in ((1, one), (2, two)):
        print(f"4 runs of a card house on {threads} thread{'s' * (threads > 1)}: {wall:.2f} s with {cores:.2f} cores")
    print(f"two threads are {one[0] / two[0]:.2f} times as fast (machine of {os.cpu_count()} cores, load "
          f"{os.getloadavg()[0]:.1f} with other programs)")


if __name__ == "__main__":
    reading()
    worst = max(overhead())
    scaling()
    sys.exit(0 if worst <= 5 else 1)
