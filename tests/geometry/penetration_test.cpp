#include "stiction/geometry/penetration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace stiction {
namespace {

const Shape kCube = Polyhedron{ConvexPolyhedron::box({0.5, 0.5, 0.5})};

Pose at(double x, double y, double z, const Quat& q = Quat::Identity()) {
  return {Vec3(x, y, z), q.toRotationMatrix()};
}

TEST(Penetration, CubesByHand) {
  EXPECT_NEAR(separation_by_brute_force(kCube, at(0, 0, 0), kCube, at(0.1, 0.2, 0.9)), -0.1, 1e-15);
  EXPECT_NEAR(separation_by_brute_force(kCube, at(0, 0, 0), kCube, at(0, 0, 1)), 0, 1e-15);
  EXPECT_NEAR(separation_by_brute_force(kCube, at(0, 0, 0), kCube, at(0, 0, 1.25)), 0.25, 1e-15);
  EXPECT_GT(separation_by_brute_force(kCube, at(0, 0, 0), kCube, at(0, 0, 10)), 0);
}

TEST(Penetration, CrossedEdgesByHand) {
  // Cubes turned by 45° about y below and about x above: edges cross, each √½ from its centre.
  const double c = std::numbers::pi / 4;
  const Quat about_x(Eigen::AngleAxisd(c, Vec3::UnitX())), about_y(Eigen::AngleAxisd(c, Vec3::UnitY()));
  const double height = std::sqrt(2.0) - 0.01;
  EXPECT_NEAR(separation_by_brute_force(kCube, at(0, 0, 0, about_y), kCube, at(0, 0, height, about_x)), -0.01, 1e-14);
}

TEST(Penetration, SpheresAndHalfSpacesByHand) {
  const Shape ball = Sphere{0.5};
  const Shape floor = HalfSpace{};
  EXPECT_NEAR(separation_by_brute_force(ball, at(0, 0, 0), ball, at(0, 3, 4)), 4, 1e-15);
  EXPECT_NEAR(separation_by_brute_force(ball, at(1, 1, 0.4), floor, at(0, 0, 0)), -0.1, 1e-15);
  EXPECT_NEAR(separation_by_brute_force(floor, at(0, 0, 1), kCube, at(0, 0, 1.25)), -0.25, 1e-15);
  EXPECT_NEAR(separation_by_brute_force(kCube, at(0, 0, 0), ball, at(0, 0, 0.9)), -0.1, 1e-15);
  EXPECT_NEAR(separation_by_brute_force(kCube, at(0, 0, 0), ball, at(0, 0, 0.3)), -0.7, 1e-15);  // centre inside
  EXPECT_NEAR(separation_by_brute_force(kCube, at(0, 0, 0), ball, at(1.5, 1.5, 1.5)), std::sqrt(3.0) - 0.5, 1e-14);
  EXPECT_NEAR(separation_by_brute_force(kCube, at(0, 0, 0), ball, at(0.1, 0.8, 0.9)), 0.0, 1e-14);  // 3-4-5 off an edge
  EXPECT_TRUE(std::isinf(separation_by_brute_force(floor, at(0, 0, 0), floor, at(0, 0, 5))));
}

}  // namespace
}  // namespace stiction
