// Pairs that fly, bounce, roll and leave again.
#include <gtest/gtest.h>

#include "evolution/test_contacts.h"
#include "stiction/evolution/smooth_pair.h"

namespace stiction {
namespace {

using test::kGravity;
constexpr double kG = 9.81;

std::vector<PairEvent> of_kind(const PairOutcome& outcome, PairEvent::Kind kind) {
  std::vector<PairEvent> events;
  for (const PairEvent& event : outcome.events)
    if (event.kind == kind) events.push_back(event);
  return events;
}

TEST(SmoothPair, DroppedBallBouncesAndStays) {
  const double r = 0.1, height = 0.5, e = 0.5;
  const SmoothContact contact(test::ball(r), test::fixed(test::plane(5)), {.mu_static = 0.3, .mu_dynamic = 0.3});
  PairState state;
  state.bodies.first.position = Vec3(0, 0, r + height);
  state.bodies.first.velocity = Vec3(1, 0, 0);
  PairOptions options;
  options.collision = {.restitution = e, .mu = 0.3};
  const PairOutcome outcome = advance_pair(contact, state, 3, kGravity, options);
  EXPECT_EQ(outcome.end, ContactEnd::kNone);
  EXPECT_EQ(outcome.elapsed, 3);
  // Impacts at T, T + 2eT, T + 2eT + 2e²T, ... until e·v falls below the entry speed.
  const auto impacts = of_kind(outcome, PairEvent::Kind::kImpact);
  double time = std::sqrt(2 * height / kG), speed = kG * time;
  std::size_t count = 0;
  for (; count < impacts.size(); ++count) {
    EXPECT_NEAR(impacts[count].time, time, 1e-9) << count;
    EXPECT_NEAR(impacts[count].speed, speed, 1e-8) << count;
    speed *= e;
    if (speed < options.entry_speed) break;
    time += 2 * speed / kG;
  }
  EXPECT_EQ(count + 1, impacts.size());
  EXPECT_EQ(of_kind(outcome, PairEvent::Kind::kTouches).size(), 1u);
  ASSERT_TRUE(state.touching);
  EXPECT_TRUE(state.contact.mode.rolling);
  EXPECT_NEAR(state.bodies.first.position.z(), r, 1e-12);
  // Friction of bounces and of sliding alike leaves 5/7 of the speed.
  EXPECT_NEAR(state.bodies.first.velocity.x(), 5. / 7, 1e-6);
}

TEST(SmoothPair, BallRollsOffASphereAndFlies) {
  const double start = 0.3, R = 1, r = 0.2;
  const SmoothContact contact(test::ball(r), test::fixed(test::sphere(R)), test::kNoSlip);
  PairState state;
  const Vec3 up(std::sin(start), 0, std::cos(start));
  state.bodies.first.position = (R + r + 1e-4) * up;
  const PairOutcome outcome = advance_pair(contact, state, 3, kGravity);
  EXPECT_EQ(of_kind(outcome, PairEvent::Kind::kTouches).size(), 1u);
  const auto leaves = of_kind(outcome, PairEvent::Kind::kLeaves);
  ASSERT_EQ(leaves.size(), 1u);
  EXPECT_FALSE(state.touching);
  // Afterwards it falls freely: a parabola from the angle of separation.
  EXPECT_LT(state.bodies.first.position.z(), -1);
  const double cosine = 10. / 17 * std::cos(start), sine = std::sqrt(1 - cosine * cosine);
  const double speed = std::sqrt(kG * cosine * (R + r)), t = 3 - leaves[0].time;
  EXPECT_NEAR(state.bodies.first.position.x(), (R + r) * sine + speed * cosine * t, 1e-3);
}

TEST(SmoothPair, TwoFreeBodiesBounce) {
  const SmoothContact contact(test::ball(0.1, 1), test::ball(0.2, 3), {});
  PairState state;
  state.bodies.second.position = Vec3(1, 0.05, 0);
  state.bodies.first.velocity = Vec3(2, 0, 0);
  PairOptions options;
  options.collision.restitution = 1;
  const PairOutcome outcome = advance_pair(contact, state, 1, Vec3::Zero(), options);
  EXPECT_EQ(of_kind(outcome, PairEvent::Kind::kImpact).size(), 1u);
  EXPECT_LT((state.bodies.first.velocity + 3 * state.bodies.second.velocity - Vec3(2, 0, 0)).norm(), 1e-12);
  EXPECT_NEAR(contact.energy(state.bodies, Vec3::Zero()), 2, 1e-12);
}

}  // namespace
}  // namespace stiction
