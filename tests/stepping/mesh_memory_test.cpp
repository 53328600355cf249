// A world remembers which parts of its meshes are near each other. What it does is what a world would that is made of
// its state this very moment, and remembers nothing.
#include <gtest/gtest.h>

#include <string>

#include "stiction/scene/scene.h"
#include "stiction/state/world_state.h"
#include "support/meshes.h"

namespace stiction {
namespace {

World heap() {
  Scene scene;
  scene.materials["clay"] = {0.5, 0, 1000};
  BodyDescription floor;
  floor.name = "floor";
  floor.shape = HalfSpaceDescription{};
  floor.fixed = true;
  floor.material = "clay";
  scene.bodies.push_back(floor);
  const auto torus = SolidMesh::make(testing::torus_mesh(0.035, 0.015, 24, 12), 24);
  const auto bracket = SolidMesh::make(testing::bracket_mesh(0.1, 0.025, 0.03), 24);
  for (int i = 0; i < 8; ++i) {
    BodyDescription body;
    body.name = "body" + std::to_string(i);
    MeshDescription mesh;
    mesh.solid = i % 2 ? torus : bracket;
    body.shape = mesh;
    body.material = "clay";
    body.position = Vec3(0.03 * (i % 2), 0.02 * (i % 3), 0.06 + 0.07 * i);
    body.rotation = Quat(Eigen::AngleAxisd(0.7 * i, Vec3(1, i % 3, 1).normalized()));
    scene.bodies.push_back(body);
  }
  return build_world(scene);
}

/// Steps, and lets a world without a past do the same step.
void step_beside_a_fresh_one(World& world) {
  World fresh(world.model(), world.state());
  fresh.step();
  world.step();
  ASSERT_EQ(hash(world.state()), hash(fresh.state())) << "step " << world.state().step;
}

TEST(MeshMemory, AWorldThatRemembersDoesWhatAFreshOneDoes) {
  World world = heap();
  for (int i = 0; i < 120; ++i) step_beside_a_fresh_one(world);
  EXPECT_GT(world.report().contacts, 10);
}

TEST(MeshMemory, StatesSetFromOutside) {
  World world = heap();
  for (int i = 0; i < 60; ++i) step_beside_a_fresh_one(world);
  // Two bodies change places; one is pushed a little; one is turned where it lies.
  std::swap(world.body_states()[1].position, world.body_states()[4].position);
  for (int i = 0; i < 5; ++i) step_beside_a_fresh_one(world);
  world.body_states()[2].position.z() += 1e-4;
  step_beside_a_fresh_one(world);
  world.body_states()[3].rotation = Quat(Eigen::AngleAxisd(1.0, Vec3::UnitX()));
  for (int i = 0; i < 20; ++i) step_beside_a_fresh_one(world);
}

}  // namespace
}  // namespace stiction
