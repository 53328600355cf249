"""State as numpy arrays over the world's memory, and what becomes of them."""
import gc
import weakref

import numpy as np
import pytest
import stiction

VIEWS = ["positions", "velocities", "angular_momenta", "rotations_xyzw", "forces", "torques"]


def many_balls(count):
    scene = stiction.Scene("balls", step=0.01)
    for i in range(count):
        scene.add_body(f"ball{i}", stiction.sphere(0.1), mass=1, position=[i % 100, i // 100, 1])
    return scene


def test_positions_of_ten_thousand_bodies_are_no_copy():
    world = stiction.World(many_balls(10_000))
    first, second = world.positions, world.positions
    assert first.shape == (10_000, 3) and not first.flags.owndata
    assert np.shares_memory(first, second)
    address = first.__array_interface__["data"][0]
    world.step()
    assert world.positions.__array_interface__["data"][0] == address
    assert first[9_999] == pytest.approx([99, 99, 1 - 9.81 * 1e-4])  # the old array shows the new state
    assert np.array_equal(first, second)


@pytest.mark.parametrize("name", VIEWS)
def test_every_array_is_written_in_place(block_scene, name):
    world = stiction.World(block_scene)
    view = getattr(world, name)
    assert np.shares_memory(view, getattr(world, name)) and view.flags.writeable
    value = np.full(view.shape[1], 0.5)  # of four numbers that is a unit quaternion
    view[1] = value
    assert np.array_equal(getattr(world, name)[1], value)
    setattr(world, name, 2 * view)
    assert np.array_equal(view[1], 2 * value)


def test_written_state_is_where_the_next_step_begins():
    world = stiction.World(many_balls(3))
    world.positions[1] = [7, 8, 9]
    world.velocities[1] = [1, 0, 0]
    world.angular_velocities = [[0, 0, 0], [0, 0, 2], [0, 0, 0]]
    assert world.angular_momenta[1] == pytest.approx([0, 0, 2 * 0.4 * 0.01])
    world.step()
    assert world.positions[1] == pytest.approx([7.01, 8, 9 - 9.81e-4])
    assert world.angular_velocities[1] == pytest.approx([0, 0, 2])


def test_rotations_come_in_both_orders(block_scene):
    block_scene.body("cube")["rotation"] = list(stiction.rotation_about([0, 0, 1], 0.3))
    world = stiction.World(block_scene)
    assert world.rotations[1] == pytest.approx([np.cos(0.15), 0, 0, np.sin(0.15)])
    assert world.rotations_xyzw[1] == pytest.approx([0, 0, np.sin(0.15), np.cos(0.15)])
    world["cube"].rotation = stiction.rotation_about([1, 0, 0], 0.2)
    assert world.rotations_xyzw[1] == pytest.approx([np.sin(0.1), 0, 0, np.cos(0.1)])
    with pytest.raises(stiction.InputError, match="quaternion without direction"):
        world["cube"].rotation = [0, 0, 0, 0]


def test_what_is_no_state_is_refused_before_the_step(block_scene):
    world = stiction.World(block_scene)
    positions, turns = world.positions, world.rotations_xyzw
    positions[1, 2] = np.nan
    with pytest.raises(stiction.InputError, match='body "cube": position: is not a finite number'):
        world.step()
    positions[1] = [0, 0, 0.1]
    turns[1] = [0, 0, 0, 2]
    with pytest.raises(stiction.InputError, match='body "cube": rotation: has length 2'):
        world.step()
    turns[1] = [0, 0, 0, 1.0005]  # rounding of a user's own: corrected
    assert world.step().converged
    assert np.linalg.norm(turns[1]) == pytest.approx(1, abs=1e-15)


def test_what_is_written_in_passing_is_checked_too(block_scene):
    world = stiction.World(block_scene)
    world.forces[1] = np.inf  # the array is gone before the step
    with pytest.raises(stiction.InputError, match='body "cube": applied force'):
        world.run(steps=1)
    world.forces[1] = 0
    assert world.run(steps=1).converged == 1


def test_arrays_keep_the_world_alive():
    world = stiction.World(many_balls(50))
    positions, one = world.positions, world.positions[3:4].T
    gone = weakref.ref(world)
    del world
    gc.collect()
    assert gone() is None  # the Python object is gone, its memory is not
    other = [stiction.World(many_balls(50)) for _ in range(5)]
    positions[:] = 3
    assert one.ravel().tolist() == [3, 3, 3]
    assert all(w.positions[0, 2] == 1 for w in other)


def test_arrays_stay_valid_when_bodies_are_added():
    world = stiction.World(many_balls(10))
    positions, forces = world.positions, world.forces
    for i in range(500):
        body = world.add_body(f"late{i}", stiction.sphere(0.1), mass=1, position=[i, 50, 1])
        assert body.index == 10 + i
    assert positions.shape == (10, 3) and world.positions.shape == (510, 3)
    assert np.shares_memory(positions, world.positions)
    world.positions[4] = [1, 2, 3]
    assert positions[4].tolist() == [1, 2, 3]
    forces[0] = [1, 0, 0]
    world.step()
    assert world.velocities[0, 0] == pytest.approx(0.01)
    assert positions[4] == pytest.approx([1, 2, 3 - 9.81e-4])


def test_adding_raises_where_arrays_could_not_stay_valid():
    world = stiction.World(many_balls(1))
    view = world.positions
    with pytest.raises(BufferError, match=r"arrays \(1\) still look at them"):
        for i in range(5000):
            world.add_body(f"late{i}", stiction.sphere(0.1), position=[i, 50, 1])
    count = len(world)
    assert count >= 1025 and len(world.scene.bodies) == count
    view[0] = 5
    assert world.positions[0].tolist() == [5, 5, 5]
    del view
    world.add_body("more", stiction.sphere(0.1), position=[0, 90, 1])
    assert len(world) == count + 1 and world.positions[0].tolist() == [5, 5, 5]


def test_an_added_body_takes_part(block_scene):
    world = stiction.World(block_scene)
    world.run(0.1)
    top = world.add_body("top", stiction.box([0.2, 0.2, 0.2]), position=[0, 0, 0.31], mass=4)
    world.run(0.3)
    assert top.name == "top" and world["top"].position[2] == pytest.approx(0.3, abs=1e-6)
    assert world.contact_force("floor")[2] == pytest.approx(-(8 + 4) * 9.81, rel=1e-6)
    assert [body["name"] for body in world.scene.bodies] == ["floor", "cube", "top"]
    with pytest.raises(stiction.InputError, match='body "top": name: is the name of another body too'):
        world.add_body("top", stiction.sphere(1))
    with pytest.raises(stiction.InputError, match='body "x": shape.sphere.radius: is -1'):
        world.add_body("x", stiction.sphere(-1))
    assert len(world) == 3


def test_bodies_by_name_and_index(block_scene):
    world = stiction.World(block_scene)
    assert [body.name for body in world] == world.names == ["floor", "cube"]
    assert world[-1].index == world["cube"].index == world.index("cube") == world[np.int64(1)].index == 1
    assert world.fixed.tolist() == [True, False] and world["floor"].fixed
    assert world.masses[1] == pytest.approx(8) and world["cube"].mass == pytest.approx(8)


def test_frame_positions_are_those_of_the_scene():
    scene = stiction.Scene("cone")
    scene.add_body("cone", stiction.cone(0.1, 0.4), position=[1, 2, 3])
    world = stiction.World(scene)
    assert world.frame_positions[0] == pytest.approx([1, 2, 3])
    assert world.positions[0] == pytest.approx([1, 2, 3 - 0.1])  # the centre of mass lies h/4 above the base
