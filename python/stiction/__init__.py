"""stiction: exact Signorini-Coulomb friction, and how exact it was, from Python.

    import stiction
    world = stiction.World("card_house", levels=5)
    report = world.step()
    print(report.certificate.error, world.positions[0], len(world.contacts))

Units are SI (m, kg, s, N, rad), z points up, quaternions are [w, x, y, z] unless a name says xyzw.
"""
from ._core import (Certificate, Contacts, InputError, Report, RunSummary, Solution, StictionError, __version__,
                    gallery, set_threads, solver_names)
from .batch import run_batch
from .problem import Problem
from .recording import Recording
from .scene import Scene, rotation_about
from .shapes import (box, capsule, compound, cone, convex, cylinder, half_space, height_field, mesh, part, smooth, sphere,
                     terrain)
from .world import Body, World

__all__ = [
    "Body", "Certificate", "Contacts", "InputError", "Problem", "Recording", "Report", "RunSummary", "Scene",
    "Solution", "StictionError", "World", "__version__", "box", "capsule", "compound", "cone", "convex", "cylinder",
    "gallery", "half_space", "height_field", "mesh", "part", "rotation_about", "run_batch", "set_threads",
    "smooth", "solver_names", "sphere", "terrain",
]
