"""Scenes from files, the gallery and code."""
import json
import math

import numpy as np
import pytest
import stiction


def test_a_scene_built_in_code_is_the_one_in_the_file(tmp_path, block_scene):
    path = tmp_path / "block.json"
    block_scene.save(path)
    built, loaded = stiction.World(block_scene), stiction.World(path)
    built.run(0.1)
    loaded.run(0.1)
    assert built.state_hash == loaded.state_hash
    assert stiction.Scene.from_json(path.read_text()).bodies == stiction.Scene.load(path).bodies


def test_the_document_s_example_loads(project):
    text = (project / "docs/scene-format.md").read_text()
    example = text.split("<!-- tests load this block -->\n```json\n")[1].split("```")[0]
    world = stiction.World(stiction.Scene.from_json(example))
    assert "wedge" in world.names


@pytest.mark.parametrize("name", sorted(name for name, entry in stiction.gallery().items() if entry["available"]))
def test_every_gallery_scene_loads(name):
    entry = stiction.gallery()[name]
    assert entry["description"] and all({"description", "unit", "default"} <= set(p) for p in entry["parameters"].values())
    scene = stiction.Scene.gallery(name)
    assert scene.bodies and "stiction" in scene.data


def test_gallery_parameters():
    assert len(stiction.World("stack", count=3)) == 4
    assert len(stiction.World("stack", count="3")) == 4
    with pytest.raises(stiction.InputError, match="cout"):
        stiction.World("stack", cout=3)
    with pytest.raises(stiction.InputError, match="nonsense"):
        stiction.Scene.gallery("nonsense")


def test_parameters_are_for_the_gallery_only(tmp_path, block_scene):
    path = tmp_path / "block.json"
    block_scene.save(path)
    with pytest.raises(stiction.InputError, match="is a file, and files take no parameters"):
        stiction.World(path, levels=3)
    with pytest.raises(TypeError, match="gallery"):
        stiction.World(block_scene, levels=3)


def test_all_shapes():
    tetrahedron = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    scene = stiction.Scene("shapes", gravity=np.zeros(3))
    shapes = [stiction.box(np.ones(3)), stiction.sphere(np.float64(0.5)), stiction.capsule(0.2, 1),
              stiction.cylinder(0.2, 1), stiction.cone(0.2, 1), stiction.convex(tetrahedron),
              stiction.mesh(tetrahedron, faces, cells=8),
              stiction.compound([stiction.sphere(0.1), stiction.part(stiction.box([1, 1, 1]), position=[0, 0, 1])])]
    for i, shape in enumerate(shapes):
        scene.add_body(f"b{i}", shape, position=(5 * i, 0, 0))
    scene.add_body("ground", stiction.half_space(offset=-10), fixed=True)
    scene.add_body("hills", stiction.height_field([4, 4], np.zeros((3, 4))), fixed=True, position=[0, 20, 0])
    scene.add_body("slope", stiction.terrain([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]), fixed=True,
                   position=[0, 40, 0])
    world = stiction.World(scene)
    volume = [1, math.pi / 6, math.pi * 0.04 * (1 + 4 / 3 * 0.2), math.pi * 0.04, math.pi * 0.04 / 3, 1 / 6, 1 / 6,
              math.pi * 4e-3 / 3 + 1]
    assert world.masses[:8] == pytest.approx(1000 * np.array(volume), rel=1e-9)
    assert world.step().converged


def test_smooth_shapes_roll_without_facets():
    scene = stiction.Scene("smooth", step=0.01)
    scene.add_body("table", stiction.smooth("plane", size=[2, 2]), fixed=True)
    scene.add_body("ball", stiction.smooth("sphere", radius=0.1, segments=8), position=[0, 0, 0.1], velocity=[0.7, 0, 0])
    world = stiction.World(scene)
    for _ in range(100):
        world.step()
    assert world.velocities[1][0] == pytest.approx(0.5, abs=1e-6)
    assert world.positions[1][2] == pytest.approx(0.1, abs=1e-9)


def test_materials_pairs_and_probes(tmp_path):
    scene = stiction.Scene("pairs", step=0.01)
    scene.add_material("ice", mu=0.02, density=900)
    scene.add_material("rubber", mu=1.0)
    scene.set_contact_pair("ice", "rubber", mu=0.3)
    scene.set_contact_pair("rubber", "ice", mu=0.4)  # replaces the one before
    scene.add_floor(material="ice")
    scene.add_body("pad", stiction.box([1, 1, 0.1]), material="rubber", position=[0, 0, 0.05])
    scene.add_probe("push", "contact_force", body="pad")
    world = stiction.World(scene)
    world.step()
    assert np.allclose(world.contacts.mu, 0.4)
    assert len(scene.data["contact_pairs"]) == 1


def test_the_solver_is_chosen_by_name():
    scene = stiction.Scene("s", solver="gauss_seidel")
    assert scene.data["solver"] == {"type": "gauss_seidel"}
    with pytest.raises(TypeError, match="unexpected argument 'steps'"):
        stiction.Scene("s", steps=3)


def test_errors_name_the_place():
    scene = stiction.Scene("slip")
    scene.add_body("a", stiction.box([1, 1, 1]), mass=-1)
    with pytest.raises(stiction.InputError, match=r'slip: bodies\[0\]\.mass \(body "a"\): is -1; give'):
        scene.check()
    with pytest.raises(stiction.InputError, match=r'body "b"\.position\[1\]: is nan; give a finite number') as error:
        scene.add_body("b", stiction.box([1, 1, 1]), position=[0, math.nan, 0])
    assert (error.value.where, error.value.problem) == ('body "b".position[1]', "is nan")
    with pytest.raises(stiction.InputError, match='body "c": is unknown; known bodies: a'):
        scene.body("c")


def test_copies_are_independent(block_scene):
    other = block_scene.copy()
    other.body("cube")["mass"] = 5
    assert "mass" not in block_scene.body("cube")
    assert json.loads(block_scene.to_json()) == block_scene.to_dict()
    assert repr(block_scene) == "<Scene 'block': 2 bodies>"
