"""Worlds: bodies that move, and everything one may read and change while they do."""
from __future__ import annotations

import json
import math
import os
from typing import Any, Iterator, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import input_error
from .problem import Problem
from .scene import Scene, as_scene, body_fields
from .shapes import Path, Shape

Floats = npt.NDArray[np.float64]


class World(_core.World):
    """A world made from a scene: step it, read it, push it.

    positions, velocities, angular_momenta, rotations_xyzw, forces and torques are numpy arrays over the world's own
    memory: no copies, always of now, and writing to them changes the world. They stay valid when bodies are added.

    before_step: a function of the world that is called before each step, for forces that depend on the state; or
    None.
    """

    def __init__(self, source: Union[Scene, dict[str, Any], Path, _core.World], **parameters: Union[float, str]) -> None:
        """source: a Scene, a dict in the form of a scene file, a path, or a name of the gallery with parameters."""
        if isinstance(source, _core.World):
            super().__init__(source)
            return
        scene = as_scene(source, parameters)
        super().__init__(scene.to_json(), scene.name, scene.directory)

    @property
    def scene(self) -> Scene:
        """The scene that this world was made from, with the bodies added since: a copy."""
        return Scene.from_dict(json.loads(self._scene_json))

    @property
    def problem(self) -> Problem:
        """The contact problem of the last step."""
        return Problem.of_world(self)

    def run(self, duration: Optional[float] = None, *, steps: Optional[int] = None) -> _core.RunSummary:
        """Steps for `duration` (s), or a number of steps; returns a RunSummary.

        Other Python threads run meanwhile, so a thread pool of worlds uses all cores.
        """
        if duration is not None and steps is None:
            if not (math.isfinite(duration) and duration >= 0):
                raise input_error("duration", f"is {duration}", "give a finite number of seconds from 0")
            return self.run_steps(math.ceil(duration / self.step_size - 1e-6))
        if steps is not None and duration is None:
            return self.run_steps(steps)
        raise TypeError("run() takes either a duration or steps")

    def copy(self) -> World:
        """A second world in the same state; both go on bit-identically and independently. before_step stays here."""
        return World(self._copy())

    def add_body(self, name: str, shape: Shape, *, fixed: Optional[bool] = None, material: Optional[str] = None,
                 mass: Optional[float] = None, inertia: Optional[npt.ArrayLike] = None,
                 centre_of_mass: Optional[npt.ArrayLike] = None, position: Optional[npt.ArrayLike] = None,
                 rotation: Optional[npt.ArrayLike] = None, velocity: Optional[npt.ArrayLike] = None,
                 angular_velocity: Optional[npt.ArrayLike] = None, motion: Optional[dict[str, Any]] = None,
                 directory: Path = ".") -> Body:
        """Adds a body to the running world; returns its Body. Arguments as in Scene.add_body().

        Arrays taken before still show the bodies that were there. Only if room for the new body must be made by moving
        all others in memory (the first time after 1024 bodies more, or twice as many) while arrays still look at them,
        BufferError is raised instead. directory: where files that the body names are looked up.
        """
        fields = dict(fixed=fixed, material=material, mass=mass, inertia=inertia, centre_of_mass=centre_of_mass,
                      position=position, rotation=rotation, velocity=velocity, angular_velocity=angular_velocity,
                      motion=motion)
        index = self._add_body(json.dumps(body_fields(name, shape, fields)), os.fspath(directory))
        return Body(self, index)

    def record(self, path: Path, *, frames_per_second: float = 50.0,
               checkpoint_every: float = 1.0) -> RecordingUnderWay:
        """Starts a recording, before the first step; use it in a with statement, or call its close().

        checkpoint_every: simulated s from one checkpoint to the next.
        """
        self._start_recording(os.fspath(path), frames_per_second, checkpoint_every)
        return RecordingUnderWay(self)

    def __getitem__(self, body: Union[str, int]) -> Body:
        return Body(self, self.index(body))

    def __iter__(self) -> Iterator[Body]:
        return (Body(self, i) for i in range(len(self)))

    def __repr__(self) -> str:
        return f"<World: {len(self)} bodies, t = {self.time:g} s>"


class RecordingUnderWay:
    """What World.record() returns: ends the recording at the end of a with statement."""

    def __init__(self, world: World) -> None:
        self._world: Optional[World] = world

    def close(self) -> None:
        """Writes the last frame and a checkpoint, and closes the file."""
        if self._world is not None:
            self._world._stop_recording()
            self._world = None

    def __enter__(self) -> RecordingUnderWay:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Body:
    """One body of a world. It reads and writes the world's state; it holds none itself."""

    __slots__ = ("world", "index")

    def __init__(self, world: World, index: int) -> None:
        self.world = world
        self.index = index

    @property
    def name(self) -> str:
        """Its name."""
        return self.world.names[self.index]

    @property
    def mass(self) -> float:
        """kg; of a fixed body without meaning."""
        return float(self.world.masses[self.index])

    @property
    def fixed(self) -> bool:
        """Whether forces do not move it."""
        return bool(self.world.fixed[self.index])

    @property
    def position(self) -> Floats:
        """Centre of mass, world, m: an array over the world's own memory."""
        row: Floats = self.world.positions[self.index]
        return row

    @position.setter
    def position(self, value: npt.ArrayLike) -> None:
        self.world.positions[self.index] = value

    @property
    def velocity(self) -> Floats:
        """Of the centre of mass, m/s: an array over the world's own memory."""
        row: Floats = self.world.velocities[self.index]
        return row

    @velocity.setter
    def velocity(self, value: npt.ArrayLike) -> None:
        self.world.velocities[self.index] = value

    @property
    def rotation(self) -> Floats:
        """Unit quaternion [w, x, y, z] from body to world: a copy."""
        row: Floats = self.world.rotations[self.index]
        return row

    @rotation.setter
    def rotation(self, value: npt.ArrayLike) -> None:
        rotations = self.world.rotations
        rotations[self.index] = value
        self.world.rotations = rotations

    @property
    def angular_velocity(self) -> Floats:
        """World axes, rad/s: a copy."""
        row: Floats = self.world.angular_velocities[self.index]
        return row

    @angular_velocity.setter
    def angular_velocity(self, value: npt.ArrayLike) -> None:
        velocities = self.world.angular_velocities
        velocities[self.index] = value
        self.world.angular_velocities = velocities

    @property
    def contact_force(self) -> Floats:
        """Mean force over the last step by all its contacts, world axes, N."""
        return self.world.contact_force(self.index)

    def apply_force(self, force: npt.ArrayLike, torque: Optional[npt.ArrayLike] = None,
                    point: Optional[npt.ArrayLike] = None) -> None:
        """Pushes it during the coming step; see World.apply_force()."""
        self.world.apply_force(self.index, force, torque, point)

    def __repr__(self) -> str:
        return f"<Body {self.index} {self.name!r}>"
