"""Many runs at once, on threads."""
from __future__ import annotations

import concurrent.futures
import os
from typing import Any, Callable, Iterable, Optional

from .world import World


def run_batch(sources: Iterable[Any], duration: Optional[float] = None, *,
              measure: Optional[Callable[[World], Any]] = None, threads: Optional[int] = None) -> list[Any]:
    """Makes a world from every source, runs it, and returns a list of what was measured, in the order given.

    sources: whatever World() takes, functions without arguments that return a world, or worlds;
    duration: s, by default each scene's own; measure: a function of the world after its run, by default the world
    itself is returned; threads: by default one for each core. Steps leave Python's lock to others, so runs are
    really parallel; results do not depend on the number of threads.
    """
    def one(source: Any) -> Any:
        world = source if isinstance(source, World) else source() if callable(source) else World(source)
        world.run(world.scene.data.get("duration", 10.0) if duration is None else duration)
        return world if measure is None else measure(world)

    with concurrent.futures.ThreadPoolExecutor(max_workers=threads or os.cpu_count()) as pool:
        return list(pool.map(one, sources))
