"""Recordings written and read from Python, and by the program."""
import os
import subprocess

import numpy as np
import pytest
import stiction


def record(path, seconds=1.2, name="tent", **options):
    world = stiction.World(name)
    with world.record(path, **options):
        world.run(seconds)
    return world


def test_what_is_recorded_is_what_happened(tmp_path):
    path = tmp_path / "tent.h5"
    world = record(path)
    recording = stiction.Recording(path)
    assert recording.names == world.names and recording.step_count == world.step_count
    frames, steps = recording.frames(), recording.steps()
    assert np.array_equal(frames["positions"][-1], world.positions)
    assert np.array_equal(frames["rotations"][-1], world.rotations)
    assert np.array_equal(frames["velocities"][-1], world.velocities)
    assert frames["time"][-1] == pytest.approx(world.time) and frames["step"][-1] == world.step_count
    assert steps["time"][0] == pytest.approx(world.step_size)
    assert len(steps["error"]) == world.step_count and steps["converged"].all()
    assert steps["error"][-1] == world.report.certificate.error
    assert steps["path"][-1] == world.report.path
    assert steps["kinetic_energy"][-1] == world.report.kinetic_energy
    last = recording.contacts(-1)
    assert np.array_equal(last.forces, world.contacts.forces)
    assert recording.scene.bodies == world.scene.bodies
    assert recording.index(world.names[1]) == 1


def test_a_run_is_taken_up_bit_identically(tmp_path):
    path = tmp_path / "tent.h5"
    world = record(path, checkpoint_every=0.3)
    recording = stiction.Recording(path)
    again = recording.world()
    assert isinstance(again, stiction.World) and again.state_hash == world.state_hash
    between = recording.world(step=70)
    assert between.step_count == 70
    between.run(steps=world.step_count - 70)
    assert between.state_hash == world.state_hash
    with pytest.raises(stiction.InputError, match="holds no step 9999"):
        recording.world(9999)


def test_the_program_reads_and_resumes_what_python_wrote(tmp_path):
    program = os.environ.get("STICTION")
    if not program or not os.path.exists(program):
        pytest.skip("the program is not built")
    path = tmp_path / "tent.h5"
    world = record(path)
    subprocess.run([program, "run", "--resume", path, "--duration", "1.5"], check=True, capture_output=True, timeout=120)
    world.run(0.3)
    assert stiction.Recording(path).world().state_hash == world.state_hash


def test_frames_and_probes(tmp_path):
    scene = stiction.Scene("probe", step=0.01)
    scene.add_body("ball", stiction.sphere(0.1), position=[0, 0, 5])
    scene.add_probe("where", "position", body="ball")
    world = stiction.World(scene)
    with world.record(tmp_path / "p.h5", frames_per_second=10):
        world.run(0.5)
    recording = stiction.Recording(tmp_path / "p.h5")
    assert recording.probe_columns == ["where.x [m]", "where.y [m]", "where.z [m]"]
    frames = recording.frames()
    assert np.array_equal(frames["step"], [0, 10, 20, 30, 40, 50])
    assert np.allclose(frames["probes"], frames["positions"][:, 0])


def test_limits_are_told(tmp_path):
    world = stiction.World("tent")
    with world.record(tmp_path / "a.h5"):
        assert world.is_recording
        with pytest.raises(stiction.InputError, match="a recording is under way"):
            world.record(tmp_path / "b.h5")
        with pytest.raises(stiction.InputError, match="while a recording is written"):
            world.add_body("late", stiction.sphere(1), position=[0, 0, 9])
        world.step()
    assert not world.is_recording
    with pytest.raises(stiction.InputError, match="cannot begin after 1 steps; start recording before the first step"):
        world.record(tmp_path / "c.h5")
    with pytest.raises(stiction.InputError, match="frames_per_second"):
        stiction.World("tent").record(tmp_path / "d.h5", frames_per_second=0)
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(stiction.InputError, match="not overwritten"):
        stiction.World("tent").record(tmp_path / "precious.txt")
    with pytest.raises(stiction.InputError, match="nothing.h5"):
        stiction.Recording(tmp_path / "nothing.h5")
    recording = stiction.Recording(tmp_path / "a.h5")
    with pytest.raises(IndexError):
        recording.contacts(99)
    with pytest.raises(stiction.InputError, match='body "x": is unknown'):
        recording.index("x")
