// The mechanisms of the gallery do what Coulomb's law says they do.
#include <cmath>
#include <numbers>

#include "scene/scene_fixtures.h"
#include "stiction/scene/gallery.h"
#include "support/run_scene.h"

namespace stiction {
namespace {

/// How far the gripper's block moves after the first second of `duration`, m.
double creep(double margin, double mu, double duration) {
  World world = build_world(build_gallery_scene("gripper", {{"margin", margin}, {"mu", mu}}));
  const int settle = testing::step_count(1, world.model().step),
            all = testing::step_count(duration, world.model().step);
  Vec3 reference = world.state().bodies[0].position;
  for (int i = 1; i <= all; ++i) {
    EXPECT_TRUE(world.step().converged);
    if (i == settle) reference = world.state().bodies[0].position;
  }
  return (world.state().bodies[0].position - reference).norm();
}

TEST(Gripper, HoldsWithAMarginOfFivePercent) {
  for (const double mu : {0.2, 0.5, 1.0}) EXPECT_LT(creep(1.05, mu, 10), 1e-4) << mu;
}

TEST(Gripper, DropsTheBlockFivePercentBelow) {
  for (const double mu : {0.2, 0.5, 1.0}) {
    World world = build_world(build_gallery_scene("gripper", {{"margin", 0.95}, {"mu", mu}}));
    for (int i = 0; i < 20; ++i) world.step();
    // Friction takes 95 % of the weight; the block still lies between the fingers.
    EXPECT_NEAR(world.state().bodies[0].velocity.z(), -0.05 * 9.81 * 0.2, 1e-3 * 9.81 * 0.2) << mu;
  }
}

/// Fastest slip of the box in two strokes of the table, whose peak acceleration is `ratio` times mu g.
double fastest_slip(double ratio) {
  constexpr double mu = 0.4, frequency = 2;
  const double omega = 2 * std::numbers::pi * frequency, amplitude = ratio * mu * 9.81 / (omega * omega);
  Scene scene = build_gallery_scene("shaker", {{"mu", mu}, {"frequency", frequency}, {"amplitude", amplitude}});
  scene.step = 0.001;
  World world = build_world(scene);
  double fastest = 0;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(world.step().converged);
    for (const ContactState& contact : world.state().contacts) fastest = std::max(fastest, contact.slip.norm());
  }
  return fastest;
}

TEST(Shaker, SlipsExactlyAboveTheAccelerationMuG) {
  EXPECT_LT(fastest_slip(0.98), 1e-7);
  EXPECT_GT(fastest_slip(1.02), 1e-4);
}

TEST(Mechanisms, StayClosed) {
  for (const char* name : {"pendulum", "four_bar", "door", "chain"}) {
    World world = build_world(build_gallery_scene(name));
    for (int i = 0; i < 100; ++i) {
      EXPECT_TRUE(world.step().converged) << name;
      EXPECT_LT(world.report().joint_gap, 1e-7) << name << " step " << i;
    }
  }
}

TEST(FourBar, CrankTurnsAroundAndTheRockerSwings) {
  World world = build_world(build_gallery_scene("four_bar", {{"speed", 6}}));
  double low = 0, high = 0;
  for (int i = 0; i < 200; ++i) {
    world.step();
    low = std::min(low, world.state().joints[3].coordinate);
    high = std::max(high, world.state().joints[3].coordinate);
  }
  // Almost two turns; a step of the Cayley map turns by 2 atan(w h / 2).
  EXPECT_NEAR(world.state().joints[0].coordinate, 200 * 2 * std::atan(0.03), 1e-6);
  // Swing of the rocker: its angles where crank and coupler lie in line, by the law of cosines.
  const auto angle = [](double reach) { return std::acos((0.35 * 0.35 + 0.25 - reach * reach) / (2 * 0.35 * 0.5)); };
  EXPECT_NEAR(high - low, angle(0.6) - angle(0.3), 0.005);
}

}  // namespace
}  // namespace stiction
