// Friction, spin, damping and moving supports, each against its closed solution.
#include <gtest/gtest.h>

#include <numbers>

#include "evolution/test_contacts.h"

namespace stiction {
namespace {

using test::kGravity;
constexpr double kG = 9.81;

double first_time(const EvolutionOutcome& outcome, ContactEvent::Kind kind) {
  for (const ContactEvent& event : outcome.events)
    if (event.kind == kind) return event.time;
  return -1;
}

class RollingToSliding : public testing::TestWithParam<double> {};

// A ball rolling down a sphere slips where 2 sin θ = mu_static (17 cos θ - 10 cos θ₀).
TEST_P(RollingToSliding, BeginsAtTheLimitOfStaticFriction) {
  const double start = 0.3, R = 1, r = 0.2;
  const SmoothContactLaw law{.mu_static = 0.5, .mu_dynamic = GetParam()};
  const SmoothContact contact(test::ball(r), test::fixed(test::sphere(R)), law);
  const Vec3 up(std::sin(start), 0, std::cos(start));
  const SurfacePoint place = test::Ellipsoid(Vec3::Constant(R)).place(up);
  const SmoothContactState begin = test::ball_at(contact, -up, {place.patch, -1, place.st}, Vec3::Zero(), Vec3::Zero());
  SmoothContactState state = begin;
  const EvolutionOutcome whole = evolve(contact, state, 10, kGravity);
  EXPECT_EQ(whole.end, ContactEnd::kSeparated);
  const double slips = first_time(whole, ContactEvent::Kind::kSlides);
  ASSERT_GT(slips, 0);
  state = begin;
  const Vec3 at = evolve(contact, state, slips * (1 - 1e-12), kGravity).bodies.first.position.normalized();
  EXPECT_NEAR(2 * at.x(), law.mu_static * (17 * at.z() - 10 * std::cos(start)), 1e-7);
  EXPECT_TRUE(state.mode.rolling);
  evolve(contact, state, 1e-3, kGravity);
  EXPECT_FALSE(state.mode.rolling);
  const ContactReaction reaction = contact.reaction(state, kGravity);
  EXPECT_NEAR(reaction.friction.norm(), law.mu_dynamic * reaction.normal, 1e-12);
  EXPECT_LT(reaction.friction.dot(state.slip), 0);
  EXPECT_LT(whole.evaluations, 50000);
}
INSTANTIATE_TEST_SUITE_P(DynamicFriction, RollingToSliding, testing::Values(0.3, 0.5));

// A ball that spins on the spot: ω falls at spin_dynamic m g / I, and stays at zero.
TEST(ContactLaws, SpinEnds) {
  const double r = 0.1, spin = 5, coefficient = 0.002, inertia = 0.4 * r * r;
  SmoothContactLaw law{.mu_static = 0.5, .mu_dynamic = 0.5, .spin_static = 0.003, .spin_dynamic = coefficient};
  const SmoothContact contact(test::ball(r), test::fixed(test::plane()), law);
  for (const double sign : {1., -1.}) {
    SmoothContactState state = test::ball_at(contact, -Vec3::UnitZ(), {}, Vec3::Zero(), Vec3(0, 0, sign * spin));
    const EvolutionOutcome outcome = evolve(contact, state, 2, kGravity);
    EXPECT_NEAR(first_time(outcome, ContactEvent::Kind::kStopsSpinning), spin * inertia / (coefficient * kG), 1e-6);
    EXPECT_TRUE(state.mode.spin_locked);
    EXPECT_TRUE(state.mode.rolling);
    EXPECT_LT(outcome.bodies.first.angular_velocity.norm(), 1e-12);
  }
}

// An egg on its flat side does not creep.
TEST(ContactLaws, RestStaysRest) {
  const SmoothContactLaw law{.mu_static = 0.4, .mu_dynamic = 0.3, .spin_static = 0.01, .spin_dynamic = 0.005};
  SmoothBody egg{.surface = test::ellipsoid({0.1, 0.08, 0.05}), .inertia = Vec3(2e-3, 3e-3, 4e-3).asDiagonal()};
  const SmoothContact contact(egg, test::fixed(test::plane()), law);
  const SurfacePoint place = test::Ellipsoid({0.1, 0.08, 0.05}).place(-Vec3::UnitZ());
  SmoothContactState state = contact.touch({}, {place.patch, -1, place.st}, {});
  const Vec3 before = contact.bodies(state).first.position;
  const EvolutionOutcome outcome = evolve(contact, state, 10, kGravity);
  ASSERT_TRUE(outcome.in_contact());
  EXPECT_TRUE(state.mode.rolling && state.mode.spin_locked);
  EXPECT_LT((outcome.bodies.first.position - before).norm(), 1e-12);
  EXPECT_NEAR(contact.reaction(state, kGravity).normal, kG, 1e-12);
}

TEST(ContactLaws, ViscousSlip) {
  const double c = 0.7, mass = 2;
  const SmoothContact contact(test::ball(0.1, mass), test::fixed(test::plane()), {.viscous_slip = c});
  SmoothContactState state = test::ball_at(contact, -Vec3::UnitZ(), {}, Vec3(1, 0, 0), Vec3::Zero());
  evolve(contact, state, 1, kGravity);
  EXPECT_NEAR(state.slip.norm(), std::exp(-3.5 * c / mass), 1e-8);
}

TEST(ContactLaws, ViscousRolling) {
  const double c = 0.01, mass = 2, r = 0.1;
  SmoothContactLaw law = test::kNoSlip;
  law.viscous_turn = c;
  const SmoothContact contact(test::ball(r, mass), test::fixed(test::plane()), law);
  SmoothContactState state = test::ball_at(contact, -Vec3::UnitZ(), {}, Vec3(1, 0, 0), Vec3(0, 1 / r, 0));
  const EvolutionOutcome outcome = evolve(contact, state, 1, kGravity);
  EXPECT_NEAR(outcome.bodies.first.velocity.x(), std::exp(-5. / 7 * c / (mass * r * r)), 1e-8);
}

TEST(ContactLaws, Drag) {
  SmoothBody ball = test::ball(0.1, 2);
  ball.linear_drag = 0.6;
  const SmoothContact contact(ball, test::fixed(test::plane()), {});
  SmoothContactState state = test::ball_at(contact, -Vec3::UnitZ(), {}, Vec3(1, 0, 0), Vec3::Zero());
  EXPECT_NEAR(evolve(contact, state, 1, kGravity).bodies.first.velocity.x(), std::exp(-0.3), 1e-9);
}

// A ball that rolls on a turntable runs in circles, at 2/7 of the table's speed.
TEST(ContactLaws, BallOnATurntable) {
  const double table = 4, r = 0.1;
  const SmoothContact contact(test::ball(r), test::fixed(test::plane()), test::kNoSlip);
  SmoothContact::Bodies bodies;
  bodies.second.angular_velocity = Vec3(0, 0, table);
  const Vec3 at(0.3, 0, 0), velocity(0.2, 0.5, 0), under = bodies.second.angular_velocity.cross(at);
  bodies.first.position = at + Vec3(0, 0, r);
  bodies.first.velocity = velocity;
  bodies.first.angular_velocity = Vec3::UnitZ().cross(velocity - under) / r;  // the contact moves with the table
  const SurfacePoint place = test::Ellipsoid(Vec3::Constant(r)).place(-Vec3::UnitZ());
  SmoothContactState state = contact.touch(bodies, {place.patch, -1, place.st}, {0, -1, Vec2(at.x(), 0)});
  const double omega = 2. / 7 * table, period = 2 * std::numbers::pi / omega;
  // Half way round it is at the other end of the circle, then back.
  const Vec3 across = 2 / omega * Vec3::UnitZ().cross(velocity);
  EXPECT_LT((evolve(contact, state, period / 2, kGravity).bodies.first.position - at - across - Vec3(0, 0, r)).norm(),
            1e-7);
  EXPECT_TRUE(state.mode.rolling);
  EXPECT_LT((evolve(contact, state, period / 2, kGravity).bodies.first.position - at - Vec3(0, 0, r)).norm(), 1e-7);
}

TEST(ContactLaws, WrongInputIsRefused) {
  EXPECT_THROW(SmoothContact(test::fixed(test::plane()), test::fixed(test::plane()), {}), std::runtime_error);
  EXPECT_THROW(SmoothContact(test::ball(0.1, -1), test::fixed(test::plane()), {}), std::runtime_error);
  EXPECT_THROW(SmoothContact(test::ball(0.1), test::fixed(test::plane()), {.mu_static = 0.1, .mu_dynamic = 0.2}),
               std::runtime_error);
  EXPECT_THROW(SmoothContact(test::ball(0.1), test::fixed(nullptr), {}), std::runtime_error);
  const SmoothContact contact(test::ball(0.1), test::fixed(test::plane()), {});
  SmoothContactState state;
  EXPECT_THROW(evolve(contact, state, -1, kGravity), std::runtime_error);
}

}  // namespace
}  // namespace stiction
