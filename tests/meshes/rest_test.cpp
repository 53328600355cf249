// Bodies made of triangles move, settle and slide as they should.
#include <gtest/gtest.h>

#include <functional>

#include "stiction/scene/gallery.h"
#include "stiction/scene/scene.h"
#include "support/meshes.h"
#include "support/run_scene.h"

namespace stiction {
namespace {

using namespace stiction::testing;

BodyDescription body(const std::string& name, ShapeDescription shape, const Vec3& position) {
  BodyDescription b;
  b.name = name;
  b.shape = std::move(shape);
  b.position = position;
  return b;
}

Scene on_floor() {
  Scene scene;
  scene.bodies.push_back(body("floor", HalfSpaceDescription{}, Vec3::Zero()));
  scene.bodies.back().fixed = true;
  return scene;
}

MeshDescription mesh_shape(const TriangleMesh& mesh, int cells = 32) {
  MeshDescription d;
  d.cells = cells;
  d.solid = SolidMesh::make(mesh, cells);
  return d;
}

double fastest(const World& world) {
  double speed = 0;
  for (std::size_t i = 0; i < world.model().bodies.size(); ++i) {
    const double spin = world.angular_velocity(int(i)).norm();
    speed = std::max(speed, world.state().bodies[i].velocity.norm() + 0.05 * spin);
  }
  return speed;
}

// Steps for `seconds`; the deepest overlap by exact distances, tried now and then.
double run(World& world, double seconds, int every = 25) {
  double deepest = 0;
  const int steps = step_count(seconds, world.model().step);
  for (int i = 1; i <= steps; ++i) {
    world.step();
    if (i % every == 0) deepest = std::max(deepest, deepest_penetration(world.model(), world.state()));
  }
  return deepest;
}

TEST(MeshesAtRest, ATorusAndABracketOnTheFloor) {
  const TriangleMesh meshes[] = {torus_mesh(0.035, 0.015, 32, 16), bracket_mesh(0.1, 0.025, 0.03)};
  for (const TriangleMesh& mesh : meshes) {
    Scene scene = on_floor();
    scene.bodies.push_back(body("thing", mesh_shape(mesh), {0, 0, 0.08}));
    scene.bodies.back().rotation = Quat(1, 0.4, 0.2, 0.1).normalized();
    World world = build_world(scene);
    EXPECT_LT(run(world, 3), 1e-3);
    if (kFullLength) {
      EXPECT_LT(fastest(world), 1e-6);
    }
  }
}

// Rough ground for rolling: a ball of triangles comes to rest on one of them.
TEST(MeshesAtRest, AnIcosphereOnTheFloor) {
  Scene scene = on_floor();
  scene.bodies.push_back(body("ball", mesh_shape(icosphere_mesh(0.05, 2)), {0, 0, 0.06}));
  scene.bodies.back().rotation = Quat(1, 0.3, 0.2, 0.1).normalized();
  World world = build_world(scene);
  EXPECT_LT(run(world, 4), 1e-3);
  if (kFullLength) {
    EXPECT_LT(fastest(world), 1e-6);
  }
}

TEST(MeshesAtRest, GearsInABin) {
  Scene scene = build_gallery_scene("gears", {{"count", 4}, {"across", 1}});
  World world = build_world(scene);
  const double start = world.potential_energy();
  EXPECT_LT(run(world, 2.5, 50), 1e-3);
  if (kFullLength) {
    EXPECT_LT(world.kinetic_energy(), 1e-6 * (start - world.potential_energy()));
  }
}

TEST(MeshesAtRest, AStackOfBoxMeshesStands) {
  Scene scene = on_floor();
  const MeshDescription shape = mesh_shape(box_mesh({0.1, 0.1, 0.1}, 1));
  for (int i = 0; i < 4; ++i) {
    scene.bodies.push_back(body("box" + std::to_string(i), shape, {0.01 * i, 0, 0.05 + 0.1 * i}));
  }
  World world = build_world(scene);
  const auto start = world.state().bodies;
  EXPECT_LT(run(world, 2), 1e-5);
  EXPECT_LT(largest_motion(world.model(), start, world.state().bodies, false), 1e-5);
}

/// Where a box ends that slides and turns over the ground.
BodyState slide(ShapeDescription ground) {
  Scene scene;
  scene.solver.tolerance = 1e-9;
  scene.bodies.push_back(body("ground", std::move(ground), Vec3::Zero()));
  scene.bodies.back().fixed = true;
  scene.bodies.push_back(body("box", BoxDescription{Vec3(0.23, 0.17, 0.1)}, {-0.7, 0.03, 0.05}));
  scene.bodies.back().velocity = Vec3(2, 0.3, 0);
  scene.bodies.back().angular_velocity = Vec3(0, 0, 1.5);
  World world = build_world(scene);
  for (int i = 0; i < 60; ++i) world.step();
  return world.state().bodies[1];
}

TEST(Sliding, OverTrianglesAsOverAPlane) {
  HeightFieldDescription field;
  field.size = Vec2(3, 3);
  field.rows = field.columns = 31;
  field.heights.assign(31 * 31, 0.0);
  const BodyState on_plane = slide(HalfSpaceDescription{}), on_triangles = slide(field);
  EXPECT_GT(on_plane.position.x(), -0.4);  // it did slide
  EXPECT_LT((on_plane.position - on_triangles.position).norm(), 1e-6);
  EXPECT_LT((on_plane.rotation.coeffs() - on_triangles.rotation.coeffs()).norm(), 1e-6);
}

// A mesh of a box falls, slides and stops as the box does.
TEST(Sliding, ABoxMeshAsTheBox) {
  BodyState ends[2];
  for (const int k : {0, 1}) {
    Scene scene = on_floor();
    const Vec3 size(0.1, 0.08, 0.06);
    ShapeDescription shape = BoxDescription{size};
    if (k == 1) shape = mesh_shape(box_mesh(size, 2));
    scene.solver.tolerance = 1e-9;
    scene.bodies.push_back(body("box", shape, {0, 0, 0.03}));
    scene.bodies.back().velocity = Vec3(1, 0.3, 0);
    World world = build_world(scene);
    for (int i = 0; i < 40; ++i) world.step();
    ends[k] = world.state().bodies[1];
  }
  EXPECT_GT(ends[0].position.x(), 0.05);
  EXPECT_LT((ends[0].position - ends[1].position).norm(), 1e-6);
}

TEST(Sliding, ABallRollsThroughAValley) {
  HeightFieldDescription field;
  field.size = Vec2(2, 2);
  field.rows = field.columns = 41;
  for (int j = 0; j < 41; ++j) {
    for (int i = 0; i < 41; ++i) field.heights.push_back(0.5 * std::pow((i - 20) / 20.0, 2));
  }
  Scene scene;
  scene.bodies.push_back(body("valley", field, Vec3::Zero()));
  scene.bodies.back().fixed = true;
  scene.bodies.push_back(body("ball", SphereDescription{0.1}, {-0.5, 0.01, 0.24}));
  World world = build_world(scene);
  const double start = world.potential_energy();
  double lowest = start;
  for (int i = 0; i < step_count(2, 0.01); ++i) {
    world.step();
    ASSERT_LT(deepest_penetration(world.model(), world.state()), 1e-3);
    ASSERT_LE(world.kinetic_energy() + world.potential_energy(), start * (1 + 1e-9));
    lowest = std::min(lowest, world.potential_energy());
  }
  if (kFullLength) {
    EXPECT_LT(lowest, 0.6 * start);
  }
}

}  // namespace
}  // namespace stiction
