#include "stiction/geometry/shape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stiction/common/error.h"

namespace stiction {
namespace {

TEST(MassProperties, BoxByHand) {
  const Shape box = Polyhedron{ConvexPolyhedron::box({0.5, 1, 1.5})};
  const MassProperties m = mass_properties(box, 2);
  EXPECT_NEAR(m.mass, 12, 1e-13);
  EXPECT_NEAR(m.centre.norm(), 0, 1e-15);
  const Mat3 expected = Vec3(12.0 / 12 * (4 + 9), 12.0 / 12 * (1 + 9), 12.0 / 12 * (1 + 4)).asDiagonal();
  EXPECT_NEAR((m.inertia - expected).norm(), 0, 1e-12);
}

TEST(MassProperties, CornerTetrahedronByHand) {
  const Shape tetrahedron = Polyhedron{ConvexPolyhedron::hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})};
  const MassProperties m = mass_properties(tetrahedron, 6);
  EXPECT_NEAR(m.mass, 1, 1e-14);
  EXPECT_NEAR((m.centre - Vec3::Constant(0.25)).norm(), 0, 1e-14);
  // About the centre: ∫x² = 1/10 - 1/16 = 3/80, ∫xy = 1/20 - 1/16 = -1/80 for unit mass.
  Mat3 expected = Mat3::Constant(1.0 / 80);
  expected.diagonal().setConstant(6.0 / 80);
  EXPECT_NEAR((m.inertia - expected).norm(), 0, 1e-14);
}

TEST(MassProperties, MovedAndTurnedBoxKeepsItsMoments) {
  const Mat3 R = Quat(0.3, -0.5, 0.7, 0.1).normalized().toRotationMatrix();
  const Vec3 offset(3, -1, 2);
  const auto box = ConvexPolyhedron::box({0.1, 0.2, 0.3});
  std::vector<Vec3> points;
  for (const Vec3& v : box->vertices()) points.push_back(R * v + offset);
  const MassProperties plain = mass_properties(Polyhedron{box}, 1000);
  const MassProperties turned = mass_properties(Polyhedron{ConvexPolyhedron::hull(points)}, 1000);
  EXPECT_NEAR(turned.mass, plain.mass, 1e-11);
  EXPECT_NEAR((turned.centre - offset).norm(), 0, 1e-13);
  EXPECT_NEAR((turned.inertia - R * plain.inertia * R.transpose()).norm(), 0, 1e-10);
}

TEST(MassProperties, Sphere) {
  const MassProperties m = mass_properties(Sphere{2}, 3);
  EXPECT_NEAR(m.mass, 3 * 4.0 / 3.0 * std::numbers::pi * 8, 1e-12);
  EXPECT_NEAR(m.inertia(1, 1), 0.4 * m.mass * 4, 1e-12);
}

TEST(MassProperties, HalfSpaceHasNone) { EXPECT_THROW(mass_properties(HalfSpace{}, 1), InputError); }

TEST(Shape, RecentredAndMeasured) {
  const Shape box = recentred(Polyhedron{ConvexPolyhedron::box({1, 1, 1})}, {1, 1, 1});
  EXPECT_NEAR(mass_properties(box, 1).centre.x(), -1, 1e-14);
  EXPECT_NEAR(bounding_radius(box), std::sqrt(12), 1e-14);
  EXPECT_NEAR(thickness(box), 2, 1e-14);
  const Shape half_space = recentred(HalfSpace{Vec3::UnitZ(), 1}, {5, 5, 3});
  EXPECT_DOUBLE_EQ(std::get<HalfSpace>(half_space).offset, -2);
  EXPECT_TRUE(std::isinf(bounding_radius(half_space)));
  EXPECT_TRUE(std::isinf(thickness(half_space)));
  const Shape sphere = recentred(Sphere{2}, {0, 0, 1});
  EXPECT_EQ(std::get<Sphere>(sphere).centre, Vec3(0, 0, -1));
  EXPECT_DOUBLE_EQ(bounding_radius(sphere), 3);
  EXPECT_DOUBLE_EQ(thickness(sphere), 4);
}

}  // namespace
}  // namespace stiction
