// Smooth bodies that rest on each other inside the step of a world.
#include "stiction/stepping/smooth_group.h"

#include <gtest/gtest.h>

#include "stepping/smooth_world.h"

namespace stiction {
namespace {

constexpr double kLarge = 0.1, kSmall = 0.05;

WorldModel heap_model(double mu) {
  WorldModel model = test::smooth_model(mu, 0.005);
  model.bodies = {test::smooth_plane(), test::smooth_ball("large", kLarge, 2), test::smooth_ball("small", kSmall, 0.5)};
  return model;
}

/// A ball on the plane, and a smaller one on it, a little off its top.
WorldState heap_state(double angle) {
  WorldState state;
  state.bodies.resize(3);
  state.bodies[1].position = Vec3(0, 0, kLarge);
  state.bodies[2].position = Vec3(0, 0, kLarge) + (kLarge + kSmall) * Vec3(std::sin(angle), 0, std::cos(angle));
  return state;
}

TEST(SmoothGroup, TreesAreFound) {
  WorldModel model = heap_model(0.5);
  const std::vector<int> moving = {1, 2};
  const std::vector<char> none(3, 0);
  EXPECT_EQ(find_trees(model, moving, {{0, 2}, {1}}, none), (std::vector<SmoothEdges>{{{1, 0}, {2, 1}}}));
  EXPECT_EQ(find_trees(model, moving, {{2}, {0, 1}}, none), (std::vector<SmoothEdges>{{{2, 0}, {1, 2}}}));
  EXPECT_TRUE(find_trees(model, moving, {{0}, {0}}, none).empty());        // two pairs
  EXPECT_TRUE(find_trees(model, moving, {{0, 2}, {0, 1}}, none).empty());  // a loop
  EXPECT_TRUE(find_trees(model, moving, {{2}, {1}}, none).empty());        // a pair in free flight
  EXPECT_TRUE(find_trees(model, moving, {{0, 2}, {1}}, {0, 0, 1}).empty());
  model.bodies[0].smooth = nullptr;
  EXPECT_TRUE(find_trees(model, moving, {{0, 2}, {1}}, none).empty());
}

// A frictionless ball on a ball: energy stays, the centre of mass does not move sideways, and each contact carries what
// is above it.
TEST(SmoothGroup, BallOnBallKeepsEnergy) {
  World world(heap_model(0), heap_state(0.2));
  const double before = world.kinetic_energy() + world.potential_energy();
  for (int i = 0; i < 40; ++i) {
    const StepReport& report = world.step();
    ASSERT_EQ(report.smooth.general, 0) << i;
    ASSERT_EQ(report.smooth.touching, 2) << i;
    ASSERT_EQ(report.contacts, 2);
    EXPECT_LT(report.smooth.energy_drift, 1e-9);
    EXPECT_GT(report.smooth.least_normal, 0);
    const auto& contacts = world.state().contacts;
    EXPECT_EQ(contacts[0].body_a, 0);
    EXPECT_EQ(contacts[1].body_a, 1);
    EXPECT_LT(contacts[0].impulse_tangent.norm(), 1e-9);
    // The normal turns within a step.
    EXPECT_LT(contacts[1].impulse_tangent.norm(), 0.02 * contacts[1].impulse_normal);
  }
  EXPECT_NEAR(world.kinetic_energy() + world.potential_energy(), before, 1e-6);  // the start was closed to rounding
  const auto& bodies = world.state().bodies;
  const double shift = 2 * bodies[1].position.x() + 0.5 * bodies[2].position.x();
  EXPECT_NEAR(shift, 0.5 * (kLarge + kSmall) * std::sin(0.2), 1e-7);
  EXPECT_NEAR((bodies[2].position - bodies[1].position).norm(), kLarge + kSmall, 1e-12);
  EXPECT_LT(bodies[1].position.x(), -1e-3);
}

// At rest right on top, the lower contact carries both and the upper one the small ball.
TEST(SmoothGroup, ContactsCarryWhatIsAboveThem) {
  World world(heap_model(0.5), heap_state(0));
  world.step();
  const StepReport& report = world.step();
  ASSERT_EQ(report.smooth.touching, 2);
  const auto& contacts = world.state().contacts;
  EXPECT_NEAR(contacts[0].impulse_normal, 2.5 * 9.81 * 0.005, 1e-9);
  EXPECT_NEAR(contacts[1].impulse_normal, 0.5 * 9.81 * 0.005, 1e-9);
  EXPECT_LT((contacts[1].normal - Vec3(0, 0, -1)).norm(), 1e-6);  // from the small ball to the large one
}

// Rolling, until the small ball has left; then each goes its own way. Resumed runs do the same to the last bit.
TEST(SmoothGroup, RollsOffAndResumes) {
  const WorldModel model = heap_model(0.8);
  World world(model, heap_state(0.3));
  std::vector<WorldState> states;
  int together = 0;
  for (int i = 0; i < 120; ++i) {
    states.push_back(world.state());
    together += world.step().smooth.touching == 2;
  }
  EXPECT_GT(together, 40);
  EXPECT_LT(world.state().bodies[2].position.z(), 0.1);
  for (const std::size_t from : {std::size_t{5}, std::size_t{30}, std::size_t{60}}) {
    World resumed(model, states[from]);
    for (std::size_t i = from; i + 1 < from + 30; ++i) resumed.step();
    EXPECT_EQ(hash(resumed.state()), hash(states[from + 29])) << from;
  }
}

}  // namespace
}  // namespace stiction
