// Same input, same bits: for any number of threads, from any point of a run, and through a file.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "support/run_scene.h"

namespace stiction {
namespace {

std::uint64_t hash_after(World& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step();
  return hash(world.state());
}

std::uint64_t hash_after(const Scene& scene, int steps) {
  World world = build_world(scene);
  return hash_after(world, steps);
}

/// Several stacks, too far apart to touch: as many independent problems.
Scene separate_stacks(int count) {
  const Scene one = build_gallery_scene("stack", {{"count", 5}});
  Scene all = one;
  for (int i = 1; i < count; ++i) {
    for (std::size_t b = 1; b < one.bodies.size(); ++b) {
      BodyDescription body = one.bodies[b];
      body.name.append("_").append(std::to_string(i));
      body.position.x() += 2.0 * i;
      body.velocity = Vec3(0.1 * i, 0, 0);  // each its own way
      all.bodies.push_back(body);
    }
  }
  return all;
}

/// Meshes, joints, and rolling and spin friction together.
Scene mixed() {
  Scene scene = build_gallery_scene("gears", {{"count", 4}});
  for (auto& [name, material] : scene.materials) {
    material.rolling = 1e-3;
    material.spin = 5e-4;
  }
  std::vector<std::string> gears;
  for (const BodyDescription& body : scene.bodies)
    if (!body.fixed) gears.push_back(body.name);
  BodyDescription ball;
  ball.name = "ball";
  ball.material = scene.bodies.back().material;
  ball.shape = SphereDescription{0.02};
  ball.position = scene.bodies.back().position + Vec3(0, 0, 0.15);
  ball.velocity = Vec3(0.1, 0, -1);
  scene.bodies.push_back(ball);
  JointDescription joint;
  joint.name = "pair";
  joint.body_a = gears.at(0);
  joint.body_b = gears.at(1);
  joint.anchor = scene.bodies.back().position;
  scene.joints = {joint};
  return scene;
}

struct Case {
  std::string name;
  Scene scene;
  int steps;
};

std::vector<Case> cases() {
  const int length = testing::kFullLength ? 200 : 20;
  return {{"pile", build_gallery_scene("pile", {{"count", 30}}), length},
          {"islands", separate_stacks(8), length},
          {"cards", build_gallery_scene("card_house", {{"levels", 3}, {"drop_blocks", 2}}), length},
          {"cluster", build_gallery_scene("cluster", {{"count", 8}, {"restitution", 0.5}}), length},
          {"four_bar", build_gallery_scene("four_bar"), length},
          {"door", build_gallery_scene("door", {{"opening", 5}}), length},
          {"chain", build_gallery_scene("chain", {{"links", 10}}), length},
          {"gripper", build_gallery_scene("gripper"), length},
          {"shaker", build_gallery_scene("shaker"), length},
          {"mixed", mixed(), length / 2},
          // They meet within the first steps.
          {"dinosaurs", build_gallery_scene("dinosaurs", {{"count", 3}, {"surface", 0.02}, {"speed", 6}}), length / 4},
          {"soft_stack", build_gallery_scene("soft_stack", {{"count", 3}}), length},
          {"composite", build_gallery_scene("composite"), length / 5},
          {"bucket", build_gallery_scene("bucket"), length / 2},
          {"squeeze", build_gallery_scene("squeeze", {{"model", "tetrahedral"}}), length / 5}};
}

TEST(Determinism, HashIsTheSameForAnyNumberOfThreads) {
  for (const Case& c : cases()) {
    std::vector<std::uint64_t> hashes;
    for (const std::size_t threads : {1, 2, 4}) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
      // An arena of its own: the default one is never wider than the machine.
      tbb::task_arena(static_cast<int>(threads)).execute([&] { hashes.push_back(hash_after(c.scene, c.steps)); });
    }
    EXPECT_EQ(hashes[0], hashes[1]) << c.name;
    EXPECT_EQ(hashes[0], hashes[2]) << c.name;
  }
}

TEST(Determinism, SeparateStacksAreSeparateProblems) {
  World world = build_world(separate_stacks(8));
  EXPECT_EQ(world.step().blocks, 8);
}

TEST(Determinism, StateInTheMiddleIsEnoughToGoOn) {
  for (const Case& c : cases()) {
    World whole = build_world(c.scene);
    hash_after(whole, c.steps / 2 + 3);
    // Nothing but model and state is handed over.
    World resumed(whole.model(), whole.state());
    EXPECT_EQ(hash(resumed.state()), hash(whole.state())) << c.name;
    EXPECT_EQ(hash_after(resumed, c.steps / 2), hash_after(whole, c.steps / 2)) << c.name;
  }
}

TEST(Determinism, SceneFilesKeepEveryBit) {
  for (const Case& c : cases()) {
    const Scene copy = scene_from_json(scene_to_json(c.scene), c.name);
    EXPECT_EQ(hash_after(copy, c.steps), hash_after(c.scene, c.steps)) << c.name;
  }
}

TEST(Determinism, HashSeesASmallDifference) {
  Scene scene = build_gallery_scene("pile", {{"count", 5}});
  const std::uint64_t reference = hash_after(scene, 20);
  scene.bodies.back().position.x() += 1e-15;
  EXPECT_NE(hash_after(scene, 20), reference);
}

}  // namespace
}  // namespace stiction
