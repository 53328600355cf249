"""Plots for notebooks and scripts; needs matplotlib. Every function draws into given axes, or makes new ones."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._core import Solution
from .outline import convex_parts, hull_2d, rotation_matrix
from .world import World

_AXES = {"x": 0, "y": 1, "z": 2}


def _pyplot() -> Any:
    try:
        import matplotlib.pyplot as pyplot
    except ImportError as error:
        raise ImportError("stiction.plot needs matplotlib; install python3-matplotlib") from error
    return pyplot


def world(world: World, ax: Any = None, *, plane: str = "xz", contacts: bool = True,
          force_scale: Optional[float] = None, labels: bool = False) -> Any:
    """A view of the world along an axis: outlines of all bodies, and contact forces as arrows. Returns the axes.

    plane: the two axes to show, e.g. "xz" (seen from the side) or "xy" (from above); contacts: whether forces on
    the bodies are drawn, in red where the contact slips, else in blue; force_scale: m per N, by default the largest force gets a
    tenth of the picture; labels: whether bodies are named. Meshes from files are not drawn.
    """
    if ax is None:
        ax = _pyplot().subplots(figsize=(6, 6))[1]
    across, up = (_AXES[letter] for letter in plane)
    origins, rotations = world.frame_positions, world.rotations
    half_spaces = []
    for i, body in enumerate(world.scene.bodies):
        for points in convex_parts(body["shape"]):
            placed = points @ rotation_matrix(rotations[i]).T + origins[i]
            corners = hull_2d(placed[:, [across, up]])
            ax.fill(*corners.T, facecolor="0.85" if body.get("fixed") else "tab:orange", edgecolor="0.2", linewidth=0.8,
                    alpha=0.7)
            if labels:
                ax.annotate(body["name"], corners.mean(axis=0), ha="center", va="center", fontsize=7)
        if "half_space" in body["shape"]:
            half_spaces.append((body["shape"]["half_space"], rotations[i], origins[i]))
    if contacts:
        _forces(ax, world, across, up, force_scale)
    ax.set_aspect("equal")
    ax.margins(0.06)
    limits = ax.get_xlim(), ax.get_ylim()
    for fields, rotation, origin in half_spaces:
        _half_space(ax, fields, rotation, origin, across, up)
    ax.set(xlim=limits[0], ylim=limits[1], xlabel=f"{plane[0]} [m]", ylabel=f"{plane[1]} [m]",
           title=f"t = {world.time:.3g} s")
    return ax


def _half_space(ax: Any, fields: dict[str, Any], rotation: Any, origin: Any, across: int, up: int) -> None:
    normal = rotation_matrix(rotation) @ np.asarray(fields.get("normal", [0, 0, 1]), dtype=float)
    point = (origin + normal * fields.get("offset", 0.0))[[across, up]]
    flat = normal[[across, up]]
    if np.linalg.norm(flat) > 1e-6:  # else we look at it from above
        ax.axline(point, point + [-flat[1], flat[0]], color="0.4", linewidth=1.2, zorder=0)


def _forces(ax: Any, world: World, across: int, up: int, scale: Optional[float]) -> None:
    """Arrows for the forces on the bodies that are held: never on a fixed one, of two free ones on the upper one."""
    contacts = world.contacts
    if len(contacts) == 0:
        return
    fixed = world.fixed[contacts.bodies]
    on_first = np.where(fixed.any(axis=1), fixed[:, 1], contacts.normals[:, up] >= 0)
    forces = np.where(on_first, 1, -1)[:, None] * contacts.forces
    starts, forces = contacts.positions[:, [across, up]], forces[:, [across, up]]
    largest = np.linalg.norm(forces, axis=1).max()
    if largest == 0:
        return
    if scale is None:
        (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
        scale = 0.1 * max(right - left, high - low) / largest
    slips = np.linalg.norm(contacts.slips, axis=1) > 1e-4
    for part, colour, name in ((~slips, "tab:blue", "sticks"), (slips, "tab:red", "slips")):
        if part.any():
            ax.quiver(*starts[part].T, *(scale * forces[part]).T, angles="xy", scale_units="xy", scale=1, color=colour,
                      width=0.004, label=name, zorder=3)
    ax.update_datalim(starts + scale * forces)  # nothing is cut off
    ax.autoscale_view()
    ax.legend(loc="upper right", fontsize=8)


def steps(source: Any, axes: Any = None) -> Any:
    """Certificate error, contacts and energy over time. Returns the three axes.

    source: a Recording, or the dict of its steps().
    """
    table = source if isinstance(source, dict) else source.steps()
    if axes is None:
        axes = _pyplot().subplots(3, 1, sharex=True, figsize=(7, 6), layout="constrained")[1]
    time = table["time"]
    axes[0].semilogy(time, np.maximum(table["error"], 1e-17), linewidth=0.8)
    axes[0].set_ylabel("error")
    axes[1].plot(time, table["contacts"], linewidth=0.8)
    axes[1].set_ylabel("contacts")
    energy = table["kinetic_energy"] + table["potential_energy"] + table["elastic_energy"]
    axes[2].plot(time, energy - energy[0], label="change of energy", linewidth=0.8)
    axes[2].plot(time, table["kinetic_energy"], label="kinetic", linewidth=0.8)
    axes[2].set_ylabel("J")
    axes[2].set_xlabel("t [s]")
    axes[2].legend(fontsize=8)
    return axes


def convergence(solutions: dict[str, Solution], ax: Any = None) -> Any:
    """Merit over cost of solutions that were found with trace=True: a dict from name to Solution. Returns the axes."""
    if ax is None:
        ax = _pyplot().subplots(figsize=(7, 4), layout="constrained")[1]
    for name, solution in solutions.items():
        curve = solution.trace
        if len(curve):
            ax.semilogy(curve[:, 1], np.maximum(curve[:, 2:].sum(axis=1), 1e-30), label=name, linewidth=1)
    ax.set_xlabel("cost [Gauss-Seidel sweeps]")
    ax.set_ylabel("merit [J]")
    ax.legend(fontsize=8)
    return ax
