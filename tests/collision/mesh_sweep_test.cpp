// Meshes on their way: the first touch against the poses in between, tried one by one.
#include "stiction/collision/mesh_sweep.h"

#include <gtest/gtest.h>

#include "collision/mesh_fixtures.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "support/full_length.h"

namespace stiction {
namespace {

using namespace stiction::testing;

Pose pose_after(const SteadyMotion& motion, double t) {
  Pose pose;
  pose.p = motion.origin(t);
  for (int i = 0; i < 3; ++i) pose.R.col(i) = motion.turned(motion.start.R.col(i), t);
  return pose;
}

TEST(SteadyMotion, IsThatOfIntegratedBodies) {
  std::mt19937 random(3);
  for (int i = 0; i < 100; ++i) {
    BodyState state;
    state.position = random_vector(random);
    state.rotation = Quat(random_rotation(random));
    Vec6 v;
    v.head<3>() = random_vector(random);
    v.tail<3>() = 30 * random_vector(random);
    const SteadyMotion motion{pose(state), v.head<3>(), v.tail<3>()};
    const Vec3 x = random_vector(random), there = motion.to_world(x, 0.02);
    advance(state, v, 0.02);
    ASSERT_LT((there - pose(state) * x).norm(), 1e-12);
    ASSERT_LT((motion.to_local(there, 0.02) - x).norm(), 1e-12);
  }
}

TEST(MeshSweep, BallsMeetWhenTheyMust) {
  const Mesh ball = std::get<Mesh>(ball_shape());
  const SteadyMotion still{}, coming{{Vec3(0.3, 0, 0)}, Vec3(-40, 0, 0)},
      missing{{Vec3(0.3, 0.11, 0)}, Vec3(-40, 0, 0)};
  const ImpactRule rule{0.01, 1e-4, 1e-5, 0.01};
  EXPECT_NEAR(first_touch(ball, coming, ball, still, 0, rule), 0.2 / 40, 2e-3 / 40);
  EXPECT_TRUE(std::isinf(first_touch(ball, missing, ball, still, 0, rule)));
  EXPECT_TRUE(std::isinf(first_touch(ball, coming, ball, still, 0, {0.0045, 1e-4, 1e-5, 0.01})));
  // Bodies that fly together do not meet, however fast.
  EXPECT_TRUE(std::isinf(first_touch(ball, coming, ball, {{Vec3(0.19, 0, 0)}, Vec3(-40, 0, 0)}, 0, rule)));
}

// Nothing overlaps before the first touch, and nothing that comes to overlap goes unnoticed.
TEST(MeshSweep, NothingIsMissedOnTheWay) {
  constexpr double h = 0.01;
  const Shape shapes[] = {torus_shape(), bracket_shape(), ball_shape()};
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(0, 1);
  int met = 0, passed = 0;
  for (int round = 0; round < round_count(270); ++round) {
    const Shape &a = shapes[round % 3], &b = shapes[round / 3 % 3];
    const double thin = std::min(thickness(a), thickness(b));
    const Vec3 from = random_vector(random).normalized() * 0.2, to = 0.05 * random_vector(random);
    const SteadyMotion motion_a{
        {from, random_rotation(random)}, (to - from) / h * (0.5 + uniform(random)), 20 * random_vector(random)};
    const SteadyMotion motion_b{
        {Vec3::Zero(), random_rotation(random)}, random_vector(random), 20 * random_vector(random)};
    const ImpactRule rule{h, 1e-3 * thin, 1e-4 * thin, 0.2 * thin};
    const double t = first_touch(std::get<Mesh>(a), motion_a, std::get<Mesh>(b), motion_b, 0, rule);
    ++(t < h ? met : passed);
    for (int k = 0; k <= 20; ++k) {
      const double s = h * k / 20;
      if (s > t) break;
      if ((motion_a.origin(s) - motion_b.origin(s)).norm() > bounding_radius(a) + bounding_radius(b)) continue;
      ASSERT_GT(separation_by_brute_force(a, pose_after(motion_a, s), b, pose_after(motion_b, s)), -0.02 * thin)
          << "round " << round << " at " << s << " before " << t;
    }
    // At the touch itself the surfaces are there.
    if (t < h) {
      ASSERT_LT(separation_by_brute_force(a, pose_after(motion_a, t), b, pose_after(motion_b, t)), 0.01 * thin);
    }
  }
  if (kFullLength) {
    EXPECT_GT(met, 5);
    EXPECT_GT(passed, 3);
  }
}

}  // namespace
}  // namespace stiction
