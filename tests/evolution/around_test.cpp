// What surrounds a continuous contact: finding it, impacts, flight, moments between steps.
#include <gtest/gtest.h>

#include <random>

#include "evolution/test_contacts.h"
#include "stiction/evolution/collision_law.h"
#include "stiction/evolution/contact_search.h"
#include "stiction/evolution/free_flight.h"

namespace stiction {
namespace {

using test::kGravity;

Vec3 random_vector(std::mt19937& random) {
  std::normal_distribution<double> normal;
  const double x = normal(random), y = normal(random), z = normal(random);
  return {x, y, z};
}
Quat random_rotation(std::mt19937& random) {
  const Vec3 axis = random_vector(random);
  return Quat(random_vector(random).x(), axis.x(), axis.y(), axis.z()).normalized();
}

TEST(ContactSearch, LowestPointOfAnEllipsoid) {
  const Vec3 radii(0.3, 0.2, 0.1);
  const SmoothContact contact({.surface = test::ellipsoid(radii)}, test::fixed(test::plane(2)), {});
  std::mt19937 random(7);
  for (int i = 0; i < 20; ++i) {
    SmoothContact::Bodies bodies;
    bodies.first.rotation = random_rotation(random);
    bodies.first.position = Vec3(0.1, -0.2, 0.35);
    const Vec3 up = bodies.first.rotation.conjugate() * Vec3::UnitZ();
    const double reach = radii.cwiseProduct(up).norm();
    const SurfacePoint guess = test::Ellipsoid(radii).place(-up);
    const auto found = refine_contact(contact, bodies, {guess.patch, -1, guess.st}, {0, -1, Vec2(0.1, -0.2)});
    ASSERT_TRUE(found) << i;
    EXPECT_NEAR(found->gap, 0.35 - reach, 1e-12);
    EXPECT_LT(found->iterations, 15);
    const auto searched = search_contact(contact, bodies, 8);
    ASSERT_TRUE(searched);
    EXPECT_NEAR(searched->gap, found->gap, 1e-12);
  }
}

TEST(ContactSearch, TwoEllipsoids) {
  const Vec3 a(0.3, 0.2, 0.15), b(0.25, 0.3, 0.4);
  const SmoothContact contact({.surface = test::ellipsoid(a)}, {.surface = test::ellipsoid(b)}, {});
  std::mt19937 random(11);
  for (int i = 0; i < 10; ++i) {
    SmoothContact::Bodies bodies;
    bodies.first.rotation = random_rotation(random);
    bodies.second.rotation = random_rotation(random);
    bodies.first.position = 0.9 * random_vector(random).normalized();
    const auto found = search_contact(contact, bodies, 5);
    ASSERT_TRUE(found) << i;
    // No two sampled points are nearer; some are nearly as near.
    double nearest = 1e9;
    for (int k = 0; k < 20000; ++k) {
      const Vec3 p = bodies.first.position + bodies.first.rotation * a.cwiseProduct(random_vector(random).normalized());
      const Vec3 q = found->position;
      nearest = std::min(nearest, (p - q).norm());
    }
    EXPECT_LE(found->gap, nearest + 1e-12);
    EXPECT_NEAR(found->gap, nearest, 0.02);
  }
}

TEST(CollisionLaw, BallOnAPlane) {
  const double radius = 0.1, mass = 2;
  const SmoothContact contact(test::ball(radius, mass), test::fixed(test::plane()), {});
  SmoothContact::Bodies before;
  before.first.position = Vec3(0, 0, radius);
  before.first.velocity = Vec3(1, 0, -2);
  const ImpactPoint point(contact, before, Vec3::Zero(), Vec3::UnitZ());
  // Frictionless: only the normal velocity turns round.
  SmoothContact::Bodies after = before;
  point.apply(after, collision_impulse(point, point.velocity(before), {.restitution = 0.6}));
  EXPECT_LT((point.velocity(after) - Vec3(1, 0, 1.2)).norm(), 1e-14);
  // Friction enough to stick: tangential velocity ends, or turns round by e_t.
  for (const double tangential : {0., 0.5}) {
    after = before;
    point.apply(after, collision_impulse(point, point.velocity(before),
                                         {.restitution = 0.6, .tangential_restitution = tangential, .mu = 1}));
    EXPECT_LT((point.velocity(after) - Vec3(-tangential, 0, 1.2)).norm(), 1e-14);
  }
  // Too little friction: on the cone, and it takes energy.
  const Vec3 impulse = collision_impulse(point, point.velocity(before), {.restitution = 0.6, .mu = 0.05});
  EXPECT_NEAR(-impulse.x(), 0.05 * impulse.z(), 1e-14);
  EXPECT_NEAR(impulse.z(), mass * 3.2, 1e-13);
  after = before;
  point.apply(after, impulse);
  EXPECT_LT(contact.energy(after, Vec3::Zero()), contact.energy(before, Vec3::Zero()));
  // Bodies that part are left alone.
  EXPECT_EQ(collision_impulse(point, Vec3(1, 0, 0.1), {.mu = 1}).norm(), 0);
}

TEST(CollisionLaw, NeverGivesEnergy) {
  std::mt19937 random(3);
  SmoothBody one{.surface = test::sphere(0.1), .mass = 1, .inertia = Vec3(0.01, 0.002, 0.011).asDiagonal()};
  SmoothBody two{.surface = test::sphere(0.1), .mass = 3, .inertia = Vec3(0.02, 0.03, 0.015).asDiagonal()};
  const SmoothContact contact(one, two, {});
  std::uniform_real_distribution<double> share(0, 1);
  for (int i = 0; i < 500; ++i) {
    SmoothContact::Bodies bodies;
    for (BodyMotion* body : {&bodies.first, &bodies.second}) {
      body->rotation = random_rotation(random);
      body->position = 0.1 * random_vector(random);
      body->velocity = random_vector(random);
      body->angular_velocity = 5 * random_vector(random);
    }
    const ImpactPoint point(contact, bodies, 0.1 * random_vector(random), random_vector(random).normalized());
    const double before = contact.energy(bodies, Vec3::Zero());
    const CollisionLaw law{
        .restitution = share(random), .tangential_restitution = 2 * share(random) - 1, .mu = share(random)};
    const Vec3 impulse = collision_impulse(point, point.velocity(bodies), law);
    const double approach = -point.velocity(bodies).dot(point.normal());
    point.apply(bodies, impulse);
    const double parting = approach > 0 ? law.restitution * approach : -approach;
    EXPECT_NEAR(point.velocity(bodies).dot(point.normal()), parting, 1e-10);
    EXPECT_LE(contact.energy(bodies, Vec3::Zero()), before * (1 + 1e-12)) << i;
    const double normal = impulse.dot(point.normal());
    EXPECT_LE((impulse - normal * point.normal()).norm(), law.mu * normal * (1 + 1e-9) + 1e-12);
  }
}

TEST(FreeFlight, KeepsMomentumAndEnergy) {
  SmoothBody body{.surface = test::sphere(0.1), .mass = 2, .inertia = Vec3(0.01, 0.02, 0.028).asDiagonal()};
  BodyMotion motion;
  motion.velocity = Vec3(1, 2, 3);
  motion.angular_velocity = Vec3(0.1, 8, 0.2);
  const auto angular_momentum = [&] {
    return Vec3(motion.rotation * (body.inertia * (motion.rotation.conjugate() * motion.angular_velocity)));
  };
  const Vec3 before = angular_momentum();
  const double energy = before.dot(motion.angular_velocity);
  fly(body, motion, 2, kGravity);
  EXPECT_LT((motion.position - Vec3(2, 4, 6 - 0.5 * 9.81 * 4)).norm(), 1e-13);
  EXPECT_LT((angular_momentum() - before).norm(), 1e-12);
  EXPECT_NEAR(before.dot(motion.angular_velocity) / energy, 1, 1e-6);
}

TEST(FreeFlight, DragSlowsDown) {
  SmoothBody body{.surface = test::sphere(0.1), .mass = 2, .linear_drag = 0.5};
  BodyMotion once, often;
  once.velocity = often.velocity = Vec3(1, 0, 0);
  fly(body, once, 1, kGravity);
  for (int i = 0; i < 10; ++i) fly(body, often, 0.1, kGravity);
  EXPECT_NEAR(once.velocity.x(), std::exp(-0.25), 1e-14);
  EXPECT_LT((once.position - often.position).norm(), 1e-13);
}

TEST(Interpolation, MeetsBothEndsWithTheirVelocities) {
  std::mt19937 random(5);
  BodyMotion a, b;
  a.rotation = random_rotation(random);
  a.velocity = random_vector(random);
  a.angular_velocity = random_vector(random);
  b.position = Vec3(0.1, 0.2, -0.1);
  b.rotation = Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized())) * a.rotation;
  b.velocity = random_vector(random);
  b.angular_velocity = random_vector(random);
  const double interval = 0.3, d = 1e-6;
  for (const double share : {0., 0.4, 1.}) {
    const BodyMotion at = interpolate(a, b, interval, share);
    const BodyMotion low = interpolate(a, b, interval, share - d), high = interpolate(a, b, interval, share + d);
    EXPECT_LT((at.velocity - (high.position - low.position) / (2 * d * interval)).norm(), 1e-7);
    const Quat change = high.rotation * low.rotation.conjugate();
    EXPECT_LT((at.angular_velocity - 2 * change.vec() / (2 * d * interval)).norm(), 1e-6);
  }
  EXPECT_LT((interpolate(a, b, interval, 1).position - b.position).norm(), 1e-14);
  EXPECT_LT(interpolate(a, b, interval, 1).rotation.angularDistance(b.rotation), 1e-7);
  EXPECT_LT((interpolate(a, b, interval, 1).angular_velocity - b.angular_velocity).norm(), 1e-12);
}

}  // namespace
}  // namespace stiction
