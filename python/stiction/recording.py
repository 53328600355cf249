"""Recordings of runs: read all of it as arrays, or take a run up again where it was."""
from __future__ import annotations

import json
import os

from . import _core
from .errors import input_error
from .scene import Scene
from .shapes import Path
from .world import World


class Recording(_core.Recording):
    """A recording as it was when opened, also one that is still being written."""

    def __init__(self, path: Path) -> None:
        """path: an HDF5 file of `stiction run` or World.record()."""
        super().__init__(os.fspath(path))

    @property
    def scene(self) -> Scene:
        """The scene as it was run."""
        return Scene.from_dict(json.loads(self._scene_json))

    def world(self, step: int = -1) -> World:
        """The world right after a step (-1: the last one), computed from the last checkpoint before it.

        Forces and changes that Python code made after that checkpoint are not in a recording: such a run can be taken
        up at its checkpoints and at its end, not between.
        """
        return World(self._world_at(step))

    def index(self, name: str) -> int:
        """Index of a body, by name."""
        try:
            return self.names.index(name)
        except ValueError:
            raise input_error(f'body "{name}"', "is unknown", f"known bodies: {', '.join(self.names)}") from None

    def __repr__(self) -> str:
        return f"<Recording {self.path!r}: {self.step_count} steps, {self.frame_count} frames>"
