// Contacts that travel over patch borders, corners and extraordinary vertices.
#include <gtest/gtest.h>

#include "evolution/test_contacts.h"
#include "evolution/test_patchwork.h"
#include "stiction/evolution/contact_kinematics.h"
#include "stiction/evolution/evolve.h"

namespace stiction {
namespace {

using test::kGravity;
using test::Taylor;

const test::Height kBowl = [](const Taylor& x, const Taylor& y) {
  return Taylor(0.5) * (x * x + Taylor(1.4) * y * y) + Taylor(0.1) * x * y;
};

std::shared_ptr<SmoothSurface> whole_bowl() {
  return std::make_shared<test::FormulaSurface>(
      [](const Taylor& s, const Taylor& t) {
        return test::Taylor3{s, t, kBowl(s, t)};
      },
      test::rectangle(-1, 1, -1, 1));
}

// A ball in `bowl` over (x, y), with the velocity of its contact point over the bowl along `over` and some spin.
SmoothContactState start(const SmoothContact& contact, const SurfacePlace& at, const Vec3& over) {
  const LocalSurface local = contact.second_surface().local(at);
  const Vec3 n = local.axes.col(2), velocity = over - over.dot(n) * n;
  const double radius = contact.first_surface().local({0, -1, Vec2::Zero()}).x.norm();
  return test::ball_at(contact, -n, at, velocity, n.cross(velocity) / radius);
}

int crossings(const EvolutionOutcome& outcome) {
  int count = 0;
  for (const ContactEvent& event : outcome.events) count += event.kind == ContactEvent::Kind::kCrossesSecond;
  return count;
}

TEST(Crossing, PatchesDoNotChangeTheMotion) {
  const auto grid = std::make_shared<test::Grid>(kBowl, 8, 0.25);
  for (const bool rolls : {false, true}) {
    const SmoothContactLaw law = rolls ? test::kNoSlip : SmoothContactLaw{};
    const SmoothContact patched(test::ball(0.1), test::fixed(grid), law);
    const SmoothContact whole(test::ball(0.1), test::fixed(whole_bowl()), law);
    const SurfacePoint place = grid->place({0.55, 0.3});
    SmoothContactState a = start(patched, {place.patch, -1, place.st}, Vec3(-0.3, 1, 0));
    SmoothContactState b = start(whole, {0, -1, Vec2(0.55, 0.3)}, Vec3(-0.3, 1, 0));
    const EvolutionOutcome in_patches = evolve(patched, a, 4, kGravity), at_once = evolve(whole, b, 4, kGravity);
    ASSERT_TRUE(in_patches.in_contact()) << in_patches.message();
    EXPECT_GT(crossings(in_patches), 10);
    EXPECT_LT((in_patches.bodies.first.position - at_once.bodies.first.position).norm(), 1e-7);
    EXPECT_LT((in_patches.bodies.first.velocity - at_once.bodies.first.velocity).norm(), 1e-6);
  }
}

// (43): q̇ on both sides of a border means the same motion.
TEST(Crossing, CoordinateVelocitiesFitTogether) {
  const auto grid = std::make_shared<test::Grid>(kBowl, 8, 0.25);
  const SmoothContact contact(test::ball(0.1), test::fixed(grid), {});
  const SurfacePoint place = grid->place({0.45, 0.3});
  SmoothContactState state = start(contact, {place.patch, -1, place.st}, Vec3(1, 0.2, 0));
  EvolutionOptions options = test::runge_kutta(1e-3);
  options.coordinate_velocities = true;
  const double before = contact.energy(state, kGravity);
  const EvolutionOutcome outcome = evolve(contact, state, 2, kGravity, options);
  ASSERT_TRUE(outcome.in_contact()) << outcome.message();
  EXPECT_GT(crossings(outcome), 4);
  EXPECT_NEAR(contact.energy(state, kGravity) / before, 1, 1e-8);
}

TEST(Crossing, StraightThroughACorner) {
  const auto grid = std::make_shared<test::Grid>(
      [](const Taylor& x, const Taylor& y) { return Taylor(0.5) * (x * x + y * y); }, 8, 0.25);
  const SmoothContact contact(test::ball(0.1), test::fixed(grid), test::kNoSlip);
  for (const Vec2& from : {Vec2(0.2, 0.2), Vec2(-0.2, 0.2), Vec2(-0.2, -0.2), Vec2(0.2, -0.2)}) {
    const SurfacePoint place = grid->place(from);
    SmoothContactState state = start(contact, {place.patch, -1, place.st}, Vec3(-from.x(), -from.y(), 0) * 5);
    const double before = contact.energy(state, kGravity);
    const EvolutionOutcome outcome = evolve(contact, state, 0.25, kGravity);
    ASSERT_TRUE(outcome.in_contact()) << outcome.message();
    EXPECT_LE(crossings(outcome), 4);
    EXPECT_GE(crossings(outcome), 1);
    const Vec2 end = contact.point(state).position.head<2>();
    EXPECT_LT(end.dot(from), 0);
    EXPECT_LT(std::abs(end.x() * from.y() - end.y() * from.x()), 1e-9);
    EXPECT_NEAR(contact.energy(state, kGravity) / before, 1, 1e-8);
  }
}

TEST(Crossing, EndsOfSurfacesAreReported) {
  const SmoothContact contact(test::ball(0.1), test::fixed(test::plane(0.5)), test::kNoSlip);
  SmoothContactState state = test::ball_at(contact, -Vec3::UnitZ(), {}, Vec3(1, 0, 0), Vec3(0, 10, 0));
  const EvolutionOutcome outcome = evolve(contact, state, 2, kGravity);
  EXPECT_EQ(outcome.end, ContactEnd::kSurfaceEnds);
  EXPECT_TRUE(outcome.left_to_general_path());
  EXPECT_NEAR(outcome.elapsed, 0.5, 1e-9);
}

// A ball in a bowl whose curvature grows to the ball's own along the way.
TEST(Crossing, ConformingSurfacesAreReported) {
  const auto valley = std::make_shared<test::FormulaSurface>(
      [](const Taylor& s, const Taylor& t) {
        return test::Taylor3{s, t, Taylor(2) * t * t + Taylor(8) * s * t * t};
      },
      test::rectangle(-2, 2, -2, 2));
  const SmoothContact contact(test::ball(0.1), test::fixed(valley), {});
  SmoothContactState state = test::ball_at(contact, -Vec3::UnitZ(), {}, Vec3(1, 0, 0), Vec3::Zero());
  const EvolutionOutcome outcome = evolve(contact, state, 2, kGravity);
  EXPECT_EQ(outcome.end, ContactEnd::kConforming);
  EXPECT_NEAR(outcome.elapsed, (10. - 4) / 16, 1e-6);  // 4 + 16 x = 1/radius
}

class Vertex : public testing::TestWithParam<int> {};
TEST_P(Vertex, IsPassedAsIfItWereNotThere) {
  const auto height = [](const Taylor& r) { return Taylor(0.5) * r * r; };
  const auto sectors = std::make_shared<test::Sectors>(height, GetParam(), 1, 1.25, true);
  const auto smooth = test::paraboloid(1, 1, true);
  const SmoothContact contact(test::ball(0.1), test::fixed(sectors), test::kNoSlip);
  const SmoothContact reference(test::ball(0.1), test::fixed(smooth), test::kNoSlip);
  for (const Vec2& from : {Vec2(0.3, 0.1), Vec2(-0.1, 0.3)})
    for (const double miss : {0., 1e-5, 0.01}) {
      const Vec3 over = Vec3(-from.x() - miss * from.y(), -from.y() + miss * from.x(), 0) * 4;
      const SurfacePoint place = sectors->place(from);
      SmoothContactState a = start(contact, {place.patch, -1, place.st}, over);
      SmoothContactState b = start(reference, {0, -1, from}, over);
      const double before = contact.energy(a, kGravity);
      const EvolutionOutcome through = evolve(contact, a, 0.5, kGravity), plain = evolve(reference, b, 0.5, kGravity);
      ASSERT_TRUE(through.in_contact()) << through.message() << " at " << through.elapsed;
      EXPECT_LT((through.bodies.first.position - plain.bodies.first.position).norm(), 1e-7);
      EXPECT_NEAR(contact.energy(a, kGravity) / before, 1, 1e-8);
    }
}
INSTANTIATE_TEST_SUITE_P(Valence, Vertex, testing::Values(3, 5, 8));

// A body that rocks on a vertex of unbounded curvature, rolling through it.
TEST(Crossing, VertexOfUnboundedCurvature) {
  const auto height = [](const Taylor& r) { return Taylor(0.8) * pow(r, 1.8); };
  SmoothBody rocker{.surface = std::make_shared<test::Sectors>(height, 5, 0.5, 1.25, false), .mass = 1};
  rocker.centre_of_mass = Vec3(0, 0, 0.02);
  rocker.inertia = Vec3(2e-3, 2e-3, 3e-3).asDiagonal();
  const SmoothContact contact(rocker, test::fixed(test::plane()), test::kNoSlip);
  const Vec2 at(0.06, 0.02);
  const SurfacePoint place = dynamic_cast<const test::Sectors&>(*rocker.surface).place(at);
  const LocalSurface local = contact.first_surface().local({place.patch, -1, place.st});
  SmoothContact::Bodies bodies;
  bodies.first.rotation = Quat::FromTwoVectors(local.axes.col(2), -Vec3::UnitZ());
  double changes[2];
  for (int i = 0; i < 2; ++i) {
    SmoothContactState state = contact.touch(bodies, {place.patch, -1, place.st}, {0, -1, Vec2::Zero()});
    const double before = contact.energy(state, kGravity);
    EvolutionOptions options;
    options.tolerance = i ? 1e-10 : 1e-6;
    const EvolutionOutcome outcome = evolve(contact, state, 1, kGravity, options);
    ASSERT_TRUE(outcome.in_contact()) << outcome.message() << " at " << outcome.elapsed;
    changes[i] = std::abs(contact.energy(state, kGravity) / before - 1);
  }
  EXPECT_LT(changes[1], 1e-6);
  EXPECT_LT(changes[1], changes[0] + 1e-9);
}

TEST(Crossing, VerticesAreHoppedOverIfAskedTo) {
  const auto height = [](const Taylor& r) { return Taylor(0.5) * r * r; };
  const auto sectors = std::make_shared<test::Sectors>(height, 5, 1, 1.25, true);
  const SmoothContact contact(test::ball(0.1), test::fixed(sectors), test::kNoSlip);
  const SurfacePoint place = sectors->place({0.3, 0.1});
  SmoothContactState state = start(contact, {place.patch, -1, place.st}, Vec3(-1, -1. / 3, 0));
  EvolutionOptions options;
  options.bounce_at_vertices = true;
  const EvolutionOutcome outcome = evolve(contact, state, 1, kGravity, options);
  EXPECT_EQ(outcome.end, ContactEnd::kBounced);
  const SmoothContact::Point at = contact.point(state);
  const BodyMotion& ball = outcome.bodies.first;
  const Vec3 velocity = ball.velocity + ball.angular_velocity.cross(at.position - ball.position);
  EXPECT_NEAR(velocity.dot(at.normal), options.bounce_speed, 1e-12);
}

}  // namespace
}  // namespace stiction
