"""Plots draw what is there."""
import numpy as np
import pytest
import stiction
from stiction.outline import convex_parts, hull_2d, rotation_matrix

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from stiction import plot  # noqa: E402  (the backend comes first)


def test_hulls():
    points = np.array([[0, 0], [2, 0], [2, 1], [0, 1], [1, 0.5], [1, 0.0]])
    assert sorted(map(tuple, hull_2d(points))) == [(0, 0), (0, 1), (2, 0), (2, 1)]
    turn = rotation_matrix(stiction.rotation_about([0, 0, 1], np.pi / 2))
    assert np.allclose(turn @ [1, 0, 0], [0, 1, 0])


def test_outlines_have_the_extent_of_their_shapes():
    extent = {"box": (stiction.box([1, 2, 3]), [0.5, 1, 1.5]), "sphere": (stiction.sphere(2), [2, 2, 2]),
              "capsule": (stiction.capsule(1, 4), [1, 1, 3]), "cylinder": (stiction.cylinder(1, 4), [1, 1, 2]),
              "cone": (stiction.cone(1, 4), [1, 1, 2])}
    for shape, half in extent.values():
        points, = convex_parts(shape)
        assert np.allclose(np.abs(points).max(axis=0), half, rtol=0.01)
    parts = convex_parts(stiction.compound([stiction.part(stiction.box([1, 1, 1]), position=[5, 0, 0]),
                                            stiction.sphere(1)]))
    assert len(parts) == 2 and np.allclose(parts[0].mean(axis=0), [5, 0, 0])
    assert convex_parts(stiction.half_space()) == []


def test_a_picture_of_a_world(tmp_path):
    world = stiction.World("card_house", levels=2)
    world.step()
    ax = plot.world(world, labels=True)
    free = sum(not fixed for fixed in world.fixed)
    assert len(ax.patches) >= free and ax.get_xlabel() == "x [m]"
    arrows = [c for c in ax.collections if isinstance(c, matplotlib.quiver.Quiver)]
    assert sum(len(a.U) for a in arrows) == len(world.contacts)
    ax.figure.savefig(tmp_path / "house.png")
    assert (tmp_path / "house.png").stat().st_size > 5000


def test_curves(tmp_path):
    world = stiction.World("stack", count=2)
    with world.record(tmp_path / "s.h5"):
        world.run(0.2)
    axes = plot.steps(stiction.Recording(tmp_path / "s.h5"))
    assert len(axes[1].lines[0].get_xdata()) == 20
    ax = plot.convergence(world.problem.compare(["gauss_seidel", "fischer_newton"], trace=True))
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["gauss_seidel", "fischer_newton"]
