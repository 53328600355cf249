// A minute in the grip of friction.
#include <gtest/gtest.h>

#include "support/run_scene.h"

namespace stiction {
namespace {

TEST(Gripper, HoldsForAMinuteWithoutCreep) {
  World world = build_world(build_gallery_scene("gripper", {{"margin", 1.05}}));
  Vec3 reference = Vec3::Zero();
  double worst = 0;
  for (int i = 1; i <= 6000; ++i) {
    EXPECT_TRUE(world.step().converged);
    const Vec3& position = world.state().bodies[0].position;
    if (i == 100) reference = position;
    if (i > 100) worst = std::max(worst, (position - reference).norm());
  }
  EXPECT_LT(worst, 1e-4);
}

TEST(Gripper, DropsTheBlockAtFivePercentTooLittle) {
  World world = build_world(build_gallery_scene("gripper", {{"margin", 0.95}}));
  for (int i = 0; i < 100; ++i) world.step();
  EXPECT_LT(world.state().bodies[0].position.z(), -0.1);
}

}  // namespace
}  // namespace stiction
