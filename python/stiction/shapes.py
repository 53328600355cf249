"""Shapes of bodies, in the form of scene files: each function returns a plain dict. Lengths are in m."""
from __future__ import annotations

from os import PathLike
from typing import Any, Iterable, Optional, Union

import numpy.typing as npt

Shape = dict[str, Any]
Path = Union[str, "PathLike[str]"]


def half_space(normal: npt.ArrayLike = (0, 0, 1), offset: float = 0.0) -> Shape:
    """Everything where normal · x <= offset; only for fixed bodies.

    normal: unit vector out of the solid; offset: m.
    """
    return {"half_space": {"normal": normal, "offset": offset}}


def box(size: npt.ArrayLike) -> Shape:
    """A box about its origin. size: the three full edge lengths, m."""
    return {"box": {"size": size}}


def sphere(radius: float) -> Shape:
    """A ball about its origin. radius: m."""
    return {"sphere": {"radius": radius}}


def capsule(radius: float, length: float) -> Shape:
    """All within `radius` (m) of a segment of `length` (m) along z, centred on the origin."""
    return {"capsule": {"radius": radius, "length": length}}


def cylinder(radius: float, length: float) -> Shape:
    """Round about z, from -length/2 to length/2. radius, length: m."""
    return {"cylinder": {"radius": radius, "length": length}}


def cone(radius: float, height: float) -> Shape:
    """Round about z, base at -height/2, apex at height/2. radius of the base, height: m."""
    return {"cone": {"radius": radius, "height": height}}


def convex(points: Optional[npt.ArrayLike] = None, *, file: Optional[Path] = None) -> Shape:
    """The convex hull of points (n, 3) in m, or of the vertices of an OBJ file."""
    return {"convex": {"file": str(file)} if file is not None else {"points": points}}


def _surface(vertices: Optional[npt.ArrayLike], triangles: Optional[npt.ArrayLike], file: Optional[Path],
             scale: float, flip: bool) -> Shape:
    fields: Shape = {"file": str(file)} if file is not None else {"vertices": vertices, "triangles": triangles}
    if scale != 1:
        fields["scale"] = scale
    if flip:
        fields["flip"] = True
    return fields


def mesh(vertices: Optional[npt.ArrayLike] = None, triangles: Optional[npt.ArrayLike] = None, *,
         file: Optional[Path] = None, scale: float = 1.0, flip: bool = False, cells: int = 64) -> Shape:
    """A closed triangle mesh: vertices (n, 3) in m and triangles (m, 3), or an OBJ, STL or PLY file.

    scale: of all lengths; flip: turns all triangles round; cells: of the distance field along the longest side.
    """
    return {"mesh": {**_surface(vertices, triangles, file, scale, flip), "cells": cells}}


def terrain(vertices: Optional[npt.ArrayLike] = None, triangles: Optional[npt.ArrayLike] = None, *,
            file: Optional[Path] = None, scale: float = 1.0, flip: bool = False) -> Shape:
    """An open surface, solid below; only for fixed bodies. Arguments as in mesh()."""
    return {"terrain": _surface(vertices, triangles, file, scale, flip)}


def height_field(size: npt.ArrayLike, heights: Iterable[Iterable[float]]) -> Shape:
    """Terrain over a grid about the origin. size: extent along x and y, m; heights: (rows, columns) table, m.

    Columns run along x, rows along y from the lowest y. Only for fixed bodies.
    """
    table = [list(row) for row in heights]
    flat = [height for row in table for height in row]
    return {"height_field": {"size": size, "rows": len(table), "columns": len(table[0]) if table else 0,
                             "heights": flat}}


def smooth(kind: str, *, segments: Optional[int] = None, **fields: Any) -> Shape:
    """A smooth surface without facets: smooth("ellipsoid", semi_axes=[0.1, 0.1, 0.2]).

    kind: sphere, ellipsoid, torus, plane, paraboloid, bezier or loop, with the fields that scene files give it;
    segments: of its triangulation, along every edge of a patch.
    """
    surface: Shape = {kind: fields}
    if segments is not None:
        surface["segments"] = segments
    return {"smooth": surface}


def part(shape: Shape, position: npt.ArrayLike = (0, 0, 0), rotation: npt.ArrayLike = (1, 0, 0, 0)) -> Shape:
    """One part of a compound: a shape and where it sits. position: m; rotation: [w, x, y, z]."""
    return {"shape": shape, "position": position, "rotation": rotation}


def compound(parts: Iterable[Shape]) -> Shape:
    """Shapes that move as one. parts: of part(), or plain shapes at the origin."""
    return {"compound": [p if "shape" in p else part(p) for p in parts]}
