#include "stiction/geometry/penetration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "support/meshes.h"

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

// What is passed over in meshes is never what lies deepest.
TEST(Penetration, DepthOfOverlapIsThatOfBruteForce) {
  const Shape torus = Mesh{SolidMesh::make(testing::torus_mesh(0.7, 0.3, 24, 12), 16), Vec3(0.1, 0, 0)};
  const Shape bracket = Mesh{SolidMesh::make(testing::bracket_mesh(1.2, 0.3, 0.4), 16)};
  const Shape pair = make_compound({{torus, at(0, 0, 0.2)}, {kCube, at(0, 0.4, 0)}});
  const Shape shapes[] = {HalfSpace{Vec3::UnitZ(), -0.4}, Sphere{0.4}, kCube, Capsule{0.2, 0.3}, torus, bracket, pair};
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  const auto turn = [&] { return Quat(normal(random), normal(random), normal(random), normal(random)).normalized(); };
  int overlapping = 0, apart = 0;
  for (int round = 0; round < 60; ++round) {
    for (const Shape& a : shapes) {
      for (const Shape& b : shapes) {
        if (is_fixed_only(a) && is_fixed_only(b)) continue;
        const Pose pose_a = at(0, 0, 0, turn());
        const Pose pose_b = at(0.6 * normal(random), 0.6 * normal(random), 0.6 * normal(random), turn());
        const double truth = std::max(0.0, -separation_by_brute_force(a, pose_a, b, pose_b));
        ASSERT_NEAR(overlap_depth(a, pose_a, b, pose_b), truth, 1e-14)
            << "round " << round << ", shapes " << &a - shapes << " and " << &b - shapes;
        ++(truth > 0 ? overlapping : apart);
      }
    }
  }
  EXPECT_GT(overlapping, 500);
  EXPECT_GT(apart, 200);
}

}  // namespace
}  // namespace stiction
