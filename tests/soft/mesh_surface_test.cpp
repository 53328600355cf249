// A fine mesh that touches, carried by coarser tetrahedra.
#include <gtest/gtest.h>

#include <algorithm>

#include "soft/soft_scenes.h"
#include "stiction/common/error.h"
#include "stiction/geometry/mesh/solid_mesh.h"
#include "stiction/geometry/tet/structured_tets.h"
#include "stiction/geometry/tet/tet_mesh.h"

namespace stiction {
namespace {

/// A block of rubber of 20 x 10 x 10 cm on the floor, with a surface of cells of 2.5 cm.
Scene block_scene(bool mesh_surface) {
  Scene scene = testing::soft_scene("");
  BodyDescription body;
  body.name = "block";
  body.material = "m";
  body.position = {0, 0, 0.05};
  MeshDescription shape;
  shape.solid = SolidMesh::make(tet_surface(box_tets({0.2, 0.1, 0.1}, {8, 4, 4})).mesh);
  body.shape = shape;
  ElasticDescription elastic;
  elastic.youngs_modulus = 1e6;
  elastic.stiffness_damping = 0.002;
  elastic.size = 0.05;
  elastic.mesh_surface = mesh_surface;
  body.elastic = elastic;
  scene.bodies.push_back(body);
  return scene;
}

TEST(MeshSurface, TouchesWithAllItsVertices) {
  const Scene scene = block_scene(true);
  World world = build_world(scene);
  const TriangleMesh& mesh = std::get<MeshDescription>(scene.bodies[1].shape).solid->mesh();
  const SoftBody& body = *world.model().bodies[1].soft;
  ASSERT_EQ(body.surface().rest().size(), mesh.vertices.size());
  // Where the mesh was, whatever the tetrahedra look like.
  std::vector<Vec3> x;
  body.positions(world.state().bodies[1], world.state().deformations[0], x);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT((x[i] - mesh.vertices[i] - Vec3(0, 0, 0.05)).norm(), 1e-12) << i;

  for (int i = 0; i < 200; ++i) ASSERT_TRUE(world.step().converged) << i;
  EXPECT_EQ(world.report().contacts, 9 * 5);
  body.positions(world.state().bodies[1], world.state().deformations[0], x);
  double lowest = 1, highest = 0;
  for (const Vec3& p : x) {
    lowest = std::min(lowest, p.z());
    highest = std::max(highest, p.z());
  }
  EXPECT_GT(lowest, -1e-5);
  // It is compressed by its weight alone: by rho g h² / 2 E = 5e-5 m, give or take the modes.
  EXPECT_NEAR(highest, 0.1, 2e-4);
}

TEST(MeshSurface, IsWrittenAndRead) {
  const Scene scene = block_scene(true), again = scene_from_json(scene_to_json(scene), "test");
  EXPECT_TRUE(again.bodies[1].elastic->mesh_surface);
  EXPECT_FALSE(scene_from_json(scene_to_json(block_scene(false)), "test").bodies[1].elastic->mesh_surface);
}

TEST(MeshSurface, IsRefusedWhereThereIsNoMesh) {
  Scene scene = block_scene(true);
  scene.bodies[1].shape = BoxDescription{{0.2, 0.1, 0.1}};
  EXPECT_THROW(build_world(scene), InputError);
  scene = block_scene(true);
  scene.bodies[1].elastic->model = SoftKind::tetrahedral;
  EXPECT_THROW(build_world(scene), InputError);
}

}  // namespace
}  // namespace stiction
