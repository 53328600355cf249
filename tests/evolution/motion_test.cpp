// Motions with answers known from mechanics.
#include <gtest/gtest.h>

#include <numbers>

#include "evolution/test_contacts.h"
#include "stiction/evolution/evolve.h"

namespace stiction {
namespace {

using test::kGravity;
using test::kNoSlip;
constexpr double kG = 9.81;

double time_of(const EvolutionOutcome& outcome, ContactEvent::Kind kind) {
  for (const ContactEvent& event : outcome.events)
    if (event.kind == kind) return event.time;
  return -1;
}

TEST(SmoothMotion, SlidingBallBeginsToRoll) {
  const double mu = 0.3, speed = 2;
  const SmoothContact contact(test::ball(0.1), test::fixed(test::plane()), {.mu_static = mu, .mu_dynamic = mu});
  const Vec3 direction = Vec3(1, 0.5, 0).normalized();
  SmoothContactState state = test::ball_at(contact, -Vec3::UnitZ(), {}, speed * direction, Vec3::Zero());
  const double begins = 2 * speed / (7 * mu * kG);
  const EvolutionOutcome outcome = evolve(contact, state, 1, kGravity);
  ASSERT_TRUE(outcome.in_contact()) << outcome.message();
  EXPECT_NEAR(time_of(outcome, ContactEvent::Kind::kRolls), begins, 1e-6);
  EXPECT_TRUE(state.mode.rolling);
  EXPECT_LT((outcome.bodies.first.velocity - 5. / 7 * speed * direction).norm(), 1e-6);
  const double slid = speed * begins - 0.5 * mu * kG * begins * begins;
  EXPECT_LT(
      (outcome.bodies.first.position.head<2>() - (slid + 5. / 7 * speed * (1 - begins)) * direction.head<2>()).norm(),
      1e-6);
  EXPECT_NEAR(outcome.bodies.first.position.z(), 0.1, 1e-12);
}

// Steps as in the paper find the same moment.
TEST(SmoothMotion, SlidingBallBeginsToRollWithFixedSteps) {
  const double mu = 0.3, speed = 2;
  const SmoothContact contact(test::ball(0.1), test::fixed(test::plane()), {.mu_static = mu, .mu_dynamic = mu});
  SmoothContactState state = test::ball_at(contact, -Vec3::UnitZ(), {}, Vec3(speed, 0, 0), Vec3::Zero());
  EvolutionOptions options = test::runge_kutta(16e-3);
  options.min_step = 1e-3;
  const EvolutionOutcome outcome = evolve(contact, state, 1, kGravity, options);
  EXPECT_NEAR(time_of(outcome, ContactEvent::Kind::kRolls), 2 * speed / (7 * mu * kG), 1e-6);
  EXPECT_NEAR(outcome.bodies.first.velocity.x(), 5. / 7 * speed, 1e-6);
}

// Rolling down an incline needs mu >= 2/7 tan(angle); less, and the ball slides from the start.
TEST(SmoothMotion, BallOnAnInclineRollsOrSlides) {
  const double angle = 0.5;
  const Vec3 gravity = kG * Vec3(std::sin(angle), 0, -std::cos(angle));
  for (const double factor : {0.5, 0.99, 1.01, 2.}) {
    const double mu = factor * 2. / 7 * std::tan(angle);
    const SmoothContact contact(test::ball(0.1), test::fixed(test::plane()), {.mu_static = mu, .mu_dynamic = mu});
    SmoothContactState state = test::ball_at(contact, -Vec3::UnitZ(), {}, Vec3::Zero(), Vec3::Zero());
    const EvolutionOutcome outcome = evolve(contact, state, 1, gravity);
    EXPECT_EQ(state.mode.rolling, factor > 1);
    const double expected = factor > 1 ? 5. / 7 * kG * std::sin(angle) : kG * (std::sin(angle) - mu * std::cos(angle));
    EXPECT_NEAR(outcome.bodies.first.velocity.x(), expected, 1e-7) << factor;
    EXPECT_NEAR(contact.reaction(state, gravity).normal, kG * std::cos(angle), 1e-9);
  }
}

class BallOffSphere : public testing::TestWithParam<bool> {};
TEST_P(BallOffSphere, LeavesAtTheKnownAngle) {
  const bool rolls = GetParam();
  const double start = 0.2, R = 1, r = 0.25;
  const SmoothContact contact(test::ball(r), test::fixed(test::sphere(R)), rolls ? kNoSlip : SmoothContactLaw{});
  const Vec3 up(std::sin(start) * std::cos(0.4), std::sin(start) * std::sin(0.4), std::cos(start));
  const SurfacePoint place = test::Ellipsoid(Vec3::Constant(R)).place(up);
  SmoothContactState state = test::ball_at(contact, -up, {place.patch, -1, place.st}, Vec3::Zero(), Vec3::Zero());
  const EvolutionOutcome outcome = evolve(contact, state, 10, kGravity);
  EXPECT_EQ(outcome.end, ContactEnd::kSeparated) << outcome.message();
  const double cosine = outcome.bodies.first.position.normalized().z();
  EXPECT_NEAR(cosine, (rolls ? 10. / 17 : 2. / 3) * std::cos(start), 1e-6);
  EXPECT_NEAR(outcome.bodies.first.position.norm(), R + r, 1e-12);
}
INSTANTIATE_TEST_SUITE_P(FrictionlessAndRolling, BallOffSphere, testing::Bool());

class BallInBowl : public testing::TestWithParam<bool> {};
TEST_P(BallInBowl, RunsInASteadyCircle) {
  const bool rolls = GetParam();
  const double k = 1.5, radius = 0.1, rho = 0.4;
  const SmoothContact contact(test::ball(radius), test::fixed(test::paraboloid(k, k, true)),
                              rolls ? kNoSlip : SmoothContactLaw{});
  const double beta = std::atan(k * rho), d = rho - radius * std::sin(beta);
  const double omega = std::sqrt((rolls ? 5. / 7 : 1) * kG * std::tan(beta) / d);
  const Vec3 n(-std::sin(beta), 0, std::cos(beta)), velocity(0, omega * d, 0);
  const Vec3 turn = rolls ? Vec3(n.cross(velocity) / radius) : Vec3(Vec3::Zero());
  SmoothContactState state = test::ball_at(contact, -n, {0, -1, Vec2(rho, 0)}, velocity, turn);
  const double period = 2 * std::numbers::pi / omega;
  for (int quarter = 1; quarter <= 12; ++quarter) {
    const EvolutionOutcome outcome = evolve(contact, state, period / 4, kGravity);
    ASSERT_TRUE(outcome.in_contact());
    const double angle = quarter * std::numbers::pi / 2;
    const Vec2 expected = d * Vec2(std::cos(angle), std::sin(angle));
    EXPECT_LT((outcome.bodies.first.position.head<2>() - expected).norm(), 1e-6) << quarter;
  }
}
INSTANTIATE_TEST_SUITE_P(FrictionlessAndRolling, BallInBowl, testing::Bool());

TEST(SmoothMotion, EulersDisc) {
  const double r = 0.05, tube = 0.01 * r, alpha = 0.3, mass = 0.4;
  SmoothBody disc{.surface = test::torus(r - tube, tube), .mass = mass};
  disc.inertia = mass * r * r * Vec3(0.25, 0.25, 0.5).asDiagonal();
  const SmoothContact contact(disc, test::fixed(test::plane()), kNoSlip);
  const Vec3 along(std::cos(alpha), 0, -std::sin(alpha)), axis(std::sin(alpha), 0, std::cos(alpha));
  Mat3 R;
  R << along, Vec3::UnitY(), axis;
  const double t = std::atan2(-std::cos(alpha), std::sin(alpha));
  const Vec3 arm = R * Vec3(r - tube + tube * std::cos(t), 0, tube * std::sin(t));
  const double expected = std::sqrt(4 * kG / (r * std::sin(alpha)));
  SmoothContact::Bodies bodies;
  bodies.first.rotation = Quat(R);
  bodies.first.angular_velocity = expected * std::sin(alpha) * arm.normalized();
  SmoothContactState state = contact.touch(bodies, {0, -1, Vec2(0, t)}, {0, -1, Vec2(arm.x(), 0)});
  double angle = 0, last = 0, tilt = 0;
  const int steps = 1000;
  for (int i = 0; i < steps; ++i) {
    const EvolutionOutcome outcome = evolve(contact, state, 1e-3, kGravity);
    ASSERT_TRUE(outcome.in_contact()) << outcome.message();
    const Vec3 lowest = contact.point(state).position - outcome.bodies.first.position;
    const double now = std::atan2(lowest.y(), lowest.x());
    angle += std::remainder(now - last, 2 * std::numbers::pi);
    last = now;
    tilt += std::acos((outcome.bodies.first.rotation * Vec3::UnitZ()).z()) / steps;
    EXPECT_LT(outcome.bodies.first.position.head<2>().norm(), 0.02 * r);
  }
  const double measured = std::abs(angle) / (steps * 1e-3);
  EXPECT_NEAR(measured * measured, 4 * kG / (r * std::sin(tilt)), 0.02 * measured * measured);
  EXPECT_NEAR(tilt, alpha, 0.01);
}

TEST(SmoothMotion, EnergyIsKeptFor15Seconds) {
  const Vec3 radii(0.1, 0.07, 0.05);
  SmoothBody egg{.surface = test::ellipsoid(radii), .mass = 1.3, .centre_of_mass = Vec3(0.005, 0.002, -0.003)};
  egg.inertia = Vec3(1e-3, 1.6e-3, 2.1e-3).asDiagonal();
  for (const bool rolls : {false, true}) {
    const SmoothContact contact(egg, test::fixed(test::paraboloid(1, 1.3, true, 3)),
                                rolls ? kNoSlip : SmoothContactLaw{});
    const SurfacePoint place = test::Ellipsoid(radii).place(-Vec3::UnitZ());
    SmoothContact::Bodies bodies;
    bodies.first.velocity = Vec3(0.1, -0.05, 0);
    bodies.first.angular_velocity = Vec3(0.3, 0.5, 4);
    SmoothContactState state = contact.touch(bodies, {place.patch, -1, place.st}, {0, -1, Vec2(0.05, 0.02)});
    evolve(contact, state, 0, kGravity);
    const double before = contact.energy(state, kGravity);
    const EvolutionOutcome outcome = evolve(contact, state, 15, kGravity, test::runge_kutta(1e-3));
    ASSERT_TRUE(outcome.in_contact()) << outcome.message() << " at " << outcome.elapsed;
    EXPECT_EQ(state.mode.rolling, rolls);
    EXPECT_NEAR(contact.energy(state, kGravity) / before, 1, 1e-8) << rolls;
  }
}

}  // namespace
}  // namespace stiction
