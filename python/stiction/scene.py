"""Scenes: what bodies there are, what they are made of, where they start and how steps are solved."""
from __future__ import annotations

import json
import math
import os
from typing import Any, Iterable, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import input_error
from .shapes import Path, Shape

_SCENE_FIELDS = ("description", "gravity", "step", "duration", "solver", "restitution_threshold")


def plain(value: Any, where: str) -> Any:
    """`value` as lists, dicts and plain numbers, as JSON has them; numpy's own types are converted."""
    if isinstance(value, dict):
        return {str(key): plain(entry, f"{where}.{key}") for key, entry in value.items()}
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "f" and not np.isfinite(value).all():
            raise input_error(where, "holds a number that is not finite", "give finite numbers")
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(entry, f"{where}[{i}]") for i, entry in enumerate(value)]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        raise input_error(where, f"is {value}", "give a finite number")
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return value


def body_fields(name: str, shape: Shape, fields: dict[str, Any]) -> dict[str, Any]:
    """One entry of a scene's bodies; what is None is left out."""
    given = {"name": name, "shape": shape, **fields}
    out: dict[str, Any] = plain({key: value for key, value in given.items() if value is not None}, f'body "{name}"')
    return out


def rotation_about(axis: npt.ArrayLike, angle: float) -> npt.NDArray[np.float64]:
    """The unit quaternion [w, x, y, z] of a turn by `angle` (rad) about `axis` (any length but 0)."""
    direction = np.asarray(axis, dtype=float)
    length = np.linalg.norm(direction)
    if not length > 0:
        raise input_error("axis", "has no direction", "give a vector that is not zero")
    return np.concatenate(([math.cos(angle / 2)], math.sin(angle / 2) / length * direction))


class Scene:
    """A scene under construction, or one that was loaded. `data` is the scene in the form of a scene file.

    Names, fields, units and defaults are those of docs/scene-format.md; everything is checked when a world is made
    from it, or by check().
    """

    def __init__(self, name: str = "scene", **fields: Any) -> None:
        """An empty scene.

        fields: description, gravity (m/s²), step (s), duration (s), solver (a dict, or the name of a solver) and
        restitution_threshold (m/s).
        """
        unknown = sorted(set(fields) - set(_SCENE_FIELDS))
        if unknown:
            raise TypeError(f"Scene() got an unexpected argument '{unknown[0]}'; known: {', '.join(_SCENE_FIELDS)}")
        if isinstance(fields.get("solver"), str):
            fields["solver"] = {"type": fields["solver"]}
        self.data: dict[str, Any] = {"stiction": 1, "name": name, **plain(fields, name), "materials": {},
                                     "contact_pairs": [], "bodies": [], "joints": [], "probes": []}
        self.directory: str = "."  #: where files that the scene names are looked up

    @classmethod
    def from_dict(cls, data: dict[str, Any], directory: Path = ".") -> Scene:
        """A scene from a dict in the form of a scene file. directory: where files that it names are looked up."""
        scene = cls()
        scene.data = plain(data, "scene")
        scene.directory = os.fspath(directory)
        return scene

    @classmethod
    def from_json(cls, text: str, directory: Path = ".") -> Scene:
        """A scene from the text of a scene file; it is checked. directory: where files that it names are looked up."""
        return cls.from_dict(json.loads(_core.check_scene(text, "scene", os.fspath(directory))))

    @classmethod
    def load(cls, path: Path) -> Scene:
        """Reads and checks a scene file."""
        return cls.from_dict(json.loads(_core.load_scene(os.fspath(path))))

    @classmethod
    def gallery(cls, name: str, **parameters: Union[float, str]) -> Scene:
        """A scene of the gallery; parameters not given keep their defaults. stiction.gallery() tells what there is."""
        return cls.from_dict(json.loads(_core.gallery_scene(name, parameters)))

    @property
    def name(self) -> str:
        """The scene's name."""
        return str(self.data.get("name", "scene"))

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """The bodies as plain dicts, in order; may be changed."""
        bodies: list[dict[str, Any]] = self.data.setdefault("bodies", [])
        return bodies

    def body(self, name: str) -> dict[str, Any]:
        """The plain dict of one body; may be changed."""
        for entry in self.bodies:
            if entry.get("name") == name:
                return entry
        known = ", ".join(str(entry.get("name")) for entry in self.bodies)
        raise input_error(f'body "{name}"', "is unknown", f"known bodies: {known}")

    def add_material(self, name: str, mu: float = 0.5, **fields: float) -> str:
        """Adds or replaces a material; returns its name.

        mu: Coulomb's coefficient. fields: mu_static, restitution, density (kg/m³), rolling (m), spin (m).
        """
        self.data.setdefault("materials", {})[name] = plain({"mu": mu, **fields}, f"materials.{name}")
        return name

    def set_contact_pair(self, material_a: str, material_b: str, **fields: float) -> None:
        """Friction of a particular pair of materials: mu, mu_static, restitution, rolling (m), spin (m)."""
        pairs = self.data.setdefault("contact_pairs", [])
        pairs[:] = [pair for pair in pairs if sorted(pair["materials"]) != sorted([material_a, material_b])]
        pairs.append(plain({"materials": [material_a, material_b], **fields}, "contact_pairs"))

    def add_body(self, name: str, shape: Shape, *, fixed: Optional[bool] = None, material: Optional[str] = None,
                 mass: Optional[float] = None, inertia: Optional[npt.ArrayLike] = None,
                 centre_of_mass: Optional[npt.ArrayLike] = None, position: Optional[npt.ArrayLike] = None,
                 rotation: Optional[npt.ArrayLike] = None, velocity: Optional[npt.ArrayLike] = None,
                 angular_velocity: Optional[npt.ArrayLike] = None, motion: Optional[dict[str, Any]] = None) -> int:
        """Adds a body; returns its index.

        shape: of the functions such as stiction.box(); mass: kg, else volume times the material's density;
        inertia: kg m²; centre_of_mass: m, in the body's own frame; position: of the body's own frame, m;
        rotation: [w, x, y, z]; velocity: m/s; angular_velocity: rad/s; motion: of a fixed body that moves as said.
        """
        fields = dict(fixed=fixed, material=material, mass=mass, inertia=inertia, centre_of_mass=centre_of_mass,
                      position=position, rotation=rotation, velocity=velocity, angular_velocity=angular_velocity,
                      motion=motion)
        self.bodies.append(body_fields(name, shape, fields))
        return len(self.bodies) - 1

    def add_floor(self, name: str = "floor", material: Optional[str] = None) -> int:
        """Adds the half-space below z = 0 as a fixed body; returns its index."""
        return self.add_body(name, {"half_space": {}}, fixed=True, material=material)

    def add_joint(self, name: str, type: str, bodies: Union[str, Iterable[str]], anchor: npt.ArrayLike,
                  **fields: Any) -> int:
        """Adds a joint: weld, ball, hinge, slider or distance; returns its index.

        bodies: names of two bodies, or of one that is joined to the world; anchor: m, world. fields: axis, anchor_b
        (m), length (m), limits (rad or m), friction (N·m or N), motor (a dict), collide.
        """
        bodies = [bodies] if isinstance(bodies, str) else list(bodies)
        joints = self.data.setdefault("joints", [])
        joints.append(plain({"name": name, "type": type, "bodies": bodies, "anchor": anchor, **fields},
                            f'joint "{name}"'))
        return len(joints) - 1

    def add_probe(self, name: str, type: str, **fields: Any) -> None:
        """Adds a quantity to log with every recorded frame. fields: body, bodies or joint, as its type needs."""
        self.data.setdefault("probes", []).append(plain({"name": name, "type": type, **fields}, f'probe "{name}"'))

    def to_dict(self) -> dict[str, Any]:
        """A copy of the scene as a plain dict in the form of a scene file."""
        data: dict[str, Any] = json.loads(self.to_json())
        return data

    def to_json(self) -> str:
        """The scene as the text of a scene file, as it stands."""
        return json.dumps(plain(self.data, self.name))

    def check(self) -> Scene:
        """Raises InputError if anything in the scene is not sound; returns the scene."""
        _core.check_scene(self.to_json(), self.name, self.directory)
        return self

    def save(self, path: Path) -> None:
        """Checks the scene and writes it to a file, every field written out."""
        text = _core.check_scene(self.to_json(), self.name, self.directory)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def copy(self) -> Scene:
        """An independent copy."""
        return Scene.from_dict(self.to_dict(), self.directory)

    def __repr__(self) -> str:
        return f"<Scene {self.name!r}: {len(self.bodies)} bodies>"


def as_scene(source: Union[Scene, dict[str, Any], Path], parameters: dict[str, Any]) -> Scene:
    """A scene from whatever a user may give: a Scene, a dict, a file or a name of the gallery with parameters."""
    if isinstance(source, (Scene, dict)):
        scene = source if isinstance(source, Scene) else Scene.from_dict(source)
        if parameters:
            raise TypeError("parameters are for scenes of the gallery; change the scene itself")
        return scene
    text = os.fspath(source)
    # The gallery wins over a file of the same name, as on the command line; ./name is the file.
    is_file = not _core.has_gallery_scene(text) and ("/" in text or "." in text or os.path.exists(text))
    if not is_file:
        return Scene.gallery(text, **parameters)
    if parameters:
        raise input_error(text, "is a file, and files take no parameters",
                          "change the loaded scene, or use a scene of the gallery")
    return Scene.load(text)
