"""Stepping, contacts, reports, forces, errors."""
import gc
import math
import threading
import weakref

import numpy as np
import pytest
import stiction


def test_a_resting_block_is_carried_by_its_corners(block_scene):
    world = stiction.World(block_scene)
    report = world.step()
    assert report.converged and report.certificate.error <= 1e-6
    assert report.contacts == len(world.contacts) == 4
    weight = world["cube"].mass * 9.81
    assert world.contact_force("cube") == pytest.approx([0, 0, weight], abs=1e-6 * weight)
    assert world.contact_force("cube", by="floor") == pytest.approx(world["cube"].contact_force)
    assert world.contact_force("floor") == pytest.approx([0, 0, -weight], abs=1e-6 * weight)


def test_contacts_tell_where_how_and_how_hard(block_scene):
    block_scene.body("cube")["velocity"] = [1, 0, 0]
    world = stiction.World(block_scene)
    world.step()
    contacts = world.contacts
    assert contacts.bodies.shape == (4, 2) and set(contacts.bodies.ravel()) == {0, 1}
    on_cube = np.where(contacts.bodies[:, 0] == 1, 1, -1)[:, None]
    assert np.allclose(on_cube * contacts.normals, [0, 0, 1])
    assert np.allclose(np.abs(contacts.positions[:, :2]), 0.1, atol=0.02)
    assert np.allclose(contacts.mu, 0.5)
    # Sliding: friction is at its limit and against the slip, v = v0 - mu g h.
    assert np.allclose(on_cube * contacts.slips, [1 - 0.5 * 9.81 * 0.01, 0, 0], atol=1e-6)
    tangential = on_cube * contacts.tangential_impulses
    assert np.allclose(-tangential[:, 0], 0.5 * contacts.normal_impulses, rtol=1e-5, atol=1e-9)
    assert np.allclose(contacts.impulses, contacts.normals * contacts.normal_impulses[:, None]
                       + contacts.tangential_impulses)
    assert np.allclose(contacts.forces * world.step_size, contacts.impulses)
    assert not contacts.positions.flags.writeable
    before = contacts.positions.copy()
    world.run(0.1)
    assert np.array_equal(contacts.positions, before)  # what was read stays as it was


def test_run_counts_steps_and_worst_certificate(block_scene):
    world = stiction.World(block_scene)
    summary = world.run(0.5)
    assert summary.steps == summary.converged == world.step_count == 50
    assert summary.worst.error <= 1e-6 and summary.contacts_max == 4
    assert world.time == pytest.approx(0.5)
    assert world.run(steps=3).steps == 3
    with pytest.raises(TypeError):
        world.run()
    with pytest.raises(stiction.InputError, match="duration: is nan; give a finite number"):
        world.run(math.nan)
    with pytest.raises(stiction.InputError, match="steps: is -1; give 0 or more"):
        world.run(steps=-1)


def test_forces_push_for_one_step(block_scene):
    world = stiction.World(block_scene)
    limit = 0.5 * world["cube"].mass * 9.81
    for share, speed in ((0.99, 0.0), (1.01, 0.01 * 0.5 * 9.81 * 0.01)):
        world.apply_force("cube", [share * limit, 0, 0])
        world.step()
        assert world["cube"].velocity[0] == pytest.approx(speed, abs=1e-9)
        assert not world.forces.any()


def test_a_force_at_a_point_turns_the_body():
    scene = stiction.Scene("space", gravity=[0, 0, 0], step=0.01)
    scene.add_body("ball", stiction.sphere(0.1), mass=2, position=[1, 0, 0])
    world = stiction.World(scene)
    world["ball"].apply_force([0, 3, 0], point=[1.1, 0, 0])
    world.step()
    # I = 2/5 m r²; torque 0.1 m × 3 N about z.
    assert world["ball"].angular_velocity == pytest.approx([0, 0, 0.3 * 0.01 / (0.4 * 2 * 0.01)])
    assert world["ball"].velocity == pytest.approx([0, 3 * 0.01 / 2, 0])


def test_before_step_is_a_force_law():
    # A mass on a spring without gravity: symplectic Euler, compared with its own recurrence.
    scene = stiction.Scene("spring", gravity=[0, 0, 0], step=0.01)
    scene.add_body("mass", stiction.sphere(0.1), mass=2, position=[0.5, 0, 0])
    world = stiction.World(scene)
    calls = []

    def spring(w):
        calls.append(w.step_count)
        w.forces[0] = -8 * w.positions[0]

    world.before_step = spring
    x, v = 0.5, 0.0
    for _ in range(5):
        world.step()
        v -= 0.01 * 8 * x / 2
        x += 0.01 * v
    assert world.positions[0, 0] == pytest.approx(x, rel=1e-14)
    world.run(steps=4)
    assert calls == list(range(9))
    world.before_step = None
    world.step()
    assert len(calls) == 9


def test_an_error_in_before_step_reaches_the_caller(block_scene):
    world = stiction.World(block_scene)

    def broken(_):
        raise KeyError("mine")

    world.before_step = broken
    with pytest.raises(KeyError, match="mine"):
        world.run(1.0)
    assert world.step_count == 0
    world.before_step = lambda w: w.step()
    with pytest.raises(stiction.StictionError, match="must not step its own world"):
        world.step()
    world.before_step = None
    assert world.step().converged


def test_a_world_whose_callback_knows_it_is_collected(block_scene):
    world = stiction.World(block_scene)
    world.before_step = lambda _, w=world: w.time
    world.step()
    gone = weakref.ref(world)
    del world
    gc.collect()
    assert gone() is None


def test_copy_goes_on_identically_and_independently():
    world = stiction.World("tent")
    world.run(0.2)
    other = world.copy()
    assert isinstance(other, stiction.World) and other.state_hash == world.state_hash
    world.run(0.2)
    assert other.state_hash != world.state_hash
    other.run(0.2)
    assert other.state_hash == world.state_hash


def test_the_result_does_not_depend_on_how_it_is_stepped():
    one, other = stiction.World("card_house", levels=2), stiction.World("card_house", levels=2)
    one.run(0.3)
    for _ in range(30):
        other.step()
    assert one.state_hash == other.state_hash


def test_joints_and_motors():
    scene = stiction.Scene("door", gravity=[0, 0, 0], step=0.01)
    scene.add_body("door", stiction.box([1, 0.05, 2]), position=[0.5, 0, 1])
    scene.add_joint("pin", "hinge", "door", [0, 0, 0], axis=[0, 0, 1], motor={"type": "velocity", "target": 0.5})
    world = stiction.World(scene)
    assert world.joint_names == ["pin"]
    world.run(1.0)
    assert world.joint_coordinates == pytest.approx([0.5], abs=1e-5)
    world.set_motor_target("pin", -0.5)
    world.run(1.0)
    assert world.joint_coordinates == pytest.approx([0.0], abs=1e-5)
    assert world.joint_forces.shape == world.joint_torques.shape == (1, 3)


def test_energy_and_momentum():
    scene = stiction.Scene("fall", step=0.01)
    scene.add_body("ball", stiction.sphere(0.1), mass=2, position=[0, 0, 10], velocity=[1, 0, 0])
    world = stiction.World(scene)
    assert world.kinetic_energy == pytest.approx(1.0)
    assert world.potential_energy == pytest.approx(2 * 9.81 * 10)
    assert world.linear_momentum == pytest.approx([2, 0, 0])
    assert world.angular_momentum == pytest.approx([0, 20, 0])


def test_distress_of_what_is_squeezed_too_far():
    block = {"name": "block", "material": "m", "shape": {"box": {"size": [0.2, 0.2, 0.2]}}, "position": [0, 0, 0.1],
             "model": "stvk", "elastic": {"youngs_modulus": 2e4, "cells": [2, 2, 2], "stiffness_damping": 0.02}}
    weight = {"name": "weight", "material": "m", "mass": 300, "shape": {"box": {"size": [0.3, 0.3, 0.3]}},
              "position": [0, 0, 0.36]}
    floor = {"name": "floor", "fixed": True, "material": "m", "shape": {"half_space": {}}}
    world = stiction.World({"stiction": 1, "name": "squeeze", "step": 0.005, "materials": {"m": {}},
                            "bodies": [floor, block, weight]})
    assert world.distress == {"softened": 0, "inverted": 0, "least_stretch": 1, "body": None}
    for _ in range(50):
        world.step()
    assert world.distress["softened"] > 0
    assert world.distress["least_stretch"] < 0.577
    assert world.distress["body"] == "block"


def test_errors_have_the_text_of_the_engine(block_scene, tmp_path, project):
    path = tmp_path / "bad.json"
    text = block_scene.to_json().replace("[0.2, 0.2, 0.2]", "[0, 0.2, 0.2]")
    path.write_text(text)
    with pytest.raises(stiction.InputError) as error:
        stiction.World(path)
    assert str(error.value) == (f'{path}: bodies[1].shape.box.size[0] (body "cube"): is 0; '
                                "give a value from 1e-06 to 1000000 m")
    assert error.value.where.endswith('(body "cube")')
    assert error.value.problem == "is 0" and error.value.remedy.startswith("give a value")
    assert isinstance(error.value, ValueError) and isinstance(error.value, stiction.StictionError)
    with pytest.raises(stiction.InputError, match='did you mean "cube"'):
        stiction.World(block_scene).apply_force("cub", [0, 0, 1])
    with pytest.raises(IndexError, match="body 2 is out of range: there are 2"):
        stiction.World(block_scene)[2]
    with pytest.raises(stiction.InputError, match="card_hous"):
        stiction.World("card_hous")
    with pytest.raises(stiction.InputError, match="force: has shape"):
        stiction.World(block_scene).apply_force("cube", [0, 1])
    with pytest.raises(stiction.InputError, match="applied force: is not a number"):
        stiction.World(block_scene).apply_force("cube", [0, math.nan, 1])


def test_two_threads_may_use_one_world():
    world = stiction.World("card_house", levels=2)
    errors = []

    def use():
        try:
            for _ in range(60):
                world.step()
                assert len(world.contacts) == world.contacts.positions.shape[0]
                assert np.isfinite(world.kinetic_energy)
        except Exception as error:  # a thread's error must not get lost
            errors.append(error)

    threads = [threading.Thread(target=use) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and world.step_count == 180


def test_set_threads_changes_nothing_but_speed():
    hashes = []
    for count in (1, 2, 0):
        stiction.set_threads(count)
        world = stiction.World("pile", count=10)
        world.run(0.3)
        hashes.append(world.state_hash)
    assert len(set(hashes)) == 1
    with pytest.raises(stiction.InputError):
        stiction.set_threads(-1)
