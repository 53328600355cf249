#include "stiction/geometry/convex_polyhedron.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "stiction/common/error.h"

namespace stiction {
namespace {

std::vector<Vec3> box_corners(const Vec3& half) {
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i) {
    points.push_back(
        Vec3((i & 1) ? half.x() : -half.x(), (i & 2) ? half.y() : -half.y(), (i & 4) ? half.z() : -half.z()));
  }
  return points;
}

std::vector<Vec3> prism(int sides, double radius, double height) {
  std::vector<Vec3> points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    for (double z : {-0.5 * height, 0.5 * height})
      points.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
  }
  return points;
}

// Everything a closed convex polyhedron must satisfy, checked directly.
void expect_sound(const ConvexPolyhedron& p, double tolerance) {
  EXPECT_EQ(p.vertices().size() + p.faces().size(), p.edges().size() + 2);
  for (const auto& face : p.faces()) {
    ASSERT_GE(face.vertices.size(), 3u);
    ASSERT_EQ(face.vertices.size(), face.edges.size());
    EXPECT_NEAR(face.normal.norm(), 1, 1e-12);
    for (int v : face.vertices) EXPECT_NEAR(face.normal.dot(p.vertices()[std::size_t(v)]), face.offset, tolerance);
    for (const Vec3& v : p.vertices()) EXPECT_LE(face.normal.dot(v), face.offset + tolerance);
  }
  for (const auto& edge : p.edges()) {
    EXPECT_LT(edge.v0, edge.v1);
    EXPECT_GE(edge.f1, 0);
    EXPECT_NE(edge.f0, edge.f1);
  }
}

TEST(ConvexPolyhedron, BoxHasSixQuadsInBitOrder) {
  const auto box = ConvexPolyhedron::box({1, 2, 3});
  expect_sound(*box, 0);
  EXPECT_EQ(box->vertices().size(), 8u);
  EXPECT_EQ(box->vertices()[5], Vec3(1, -2, 3));
  EXPECT_EQ(box->faces().size(), 6u);
  EXPECT_EQ(box->edges().size(), 12u);
  EXPECT_EQ(box->edge_directions().size(), 3u);
  EXPECT_DOUBLE_EQ(box->thickness(), 2);
  EXPECT_DOUBLE_EQ(box->radius(), std::sqrt(14));
  for (const auto& face : box->faces()) EXPECT_EQ(face.normal.cwiseAbs().maxCoeff(), 1.0);
}

TEST(ConvexPolyhedron, HullOfBoxWithInnerPointsIsTheBox) {
  std::vector<Vec3> points = box_corners({0.5, 0.5, 0.5});
  points.push_back(Vec3::Zero());
  points.push_back({0.5, 0, 0});         // on a face
  points.push_back({0.5, 0.5, 0.1});     // on an edge
  points.push_back({-0.5, -0.5, -0.5});  // a corner again
  const auto hull = ConvexPolyhedron::hull(points);
  expect_sound(*hull, 1e-15);
  EXPECT_EQ(hull->vertices().size(), 8u);
  EXPECT_EQ(hull->vertices()[3], Vec3(0.5, 0.5, -0.5));
  ASSERT_EQ(hull->faces().size(), 6u);
  for (const auto& face : hull->faces()) EXPECT_EQ(face.vertices.size(), 4u);
  EXPECT_EQ(hull->edge_directions().size(), 3u);
}

TEST(ConvexPolyhedron, HullMergesTurnedAndThinShapes) {
  const Mat3 R = Quat(0.3, -0.5, 0.7, 0.1).normalized().toRotationMatrix();
  for (double thickness : {1.0, 1e-2, 1e-4, 1e-6}) {
    std::vector<Vec3> points = box_corners({0.5, 0.5, 0.5 * thickness});
    for (Vec3& p : points) p = R * p + Vec3(10, -20, 5);
    const auto hull = ConvexPolyhedron::hull(points);
    EXPECT_EQ(hull->faces().size(), 6u) << thickness;
    EXPECT_EQ(hull->vertices().size(), 8u) << thickness;
    EXPECT_NEAR(hull->thickness(), thickness, 1e-6 * thickness + 1e-14);
  }
}

TEST(ConvexPolyhedron, PrismHasCapsAndSides) {
  for (int sides : {3, 12, 32}) {
    std::vector<Vec3> points = prism(sides, 1, 1.5);
    const Mat3 R = Quat(0.9, 0.1, 0.2, -0.3).normalized().toRotationMatrix();
    for (Vec3& p : points) p = R * p;
    const auto hull = ConvexPolyhedron::hull(points);
    expect_sound(*hull, 1e-12);
    EXPECT_EQ(int(hull->faces().size()), sides + 2);
    EXPECT_EQ(int(hull->vertices().size()), 2 * sides);
    EXPECT_EQ(int(hull->edge_directions().size()), (sides % 2 ? sides : sides / 2) + 1);
  }
}

TEST(ConvexPolyhedron, RandomHullsContainTheirPoints) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int round = 0; round < 200; ++round) {
    std::vector<Vec3> points;
    const int count = 4 + round;
    for (int i = 0; i < count; ++i) {
      Vec3 p(normal(random), normal(random), normal(random));
      if (round % 3 == 0) p.normalize();                   // all on a sphere
      if (round % 3 == 1) p = p.array().round().matrix();  // many coplanar, collinear and equal
      points.push_back(p);
    }
    std::shared_ptr<const ConvexPolyhedron> hull;
    try {
      hull = ConvexPolyhedron::hull(points);
    } catch (const InputError&) {
      EXPECT_LT(count, 12);  // only a handful of grid points can be flat
      continue;
    }
    expect_sound(*hull, 1e-6);
    for (const Vec3& p : points) {
      for (const auto& face : hull->faces()) EXPECT_LE(face.normal.dot(p), face.offset + 1e-6);
    }
    if (round % 3 == 0) {
      EXPECT_EQ(int(hull->vertices().size()), count);
    }
  }
}

TEST(ConvexPolyhedron, HullIsQuickForManyPoints) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  for (int i = 0; i < 20000; ++i) points.push_back(Vec3(normal(random), normal(random), normal(random)));
  expect_sound(*ConvexPolyhedron::hull(points), 1e-6);
}

TEST(ConvexPolyhedron, RejectsWhatHasNoVolume) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(ConvexPolyhedron::hull({}), InputError);
  EXPECT_THROW(ConvexPolyhedron::hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), InputError);
  EXPECT_THROW(ConvexPolyhedron::hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.2, 0}}), InputError);
  EXPECT_THROW(ConvexPolyhedron::hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-10}}), InputError);
  EXPECT_THROW(ConvexPolyhedron::hull({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}), InputError);
  EXPECT_THROW(ConvexPolyhedron::hull({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}), InputError);
  EXPECT_THROW(ConvexPolyhedron::hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, nan}}), InputError);
  EXPECT_THROW(ConvexPolyhedron::box({1, 0, 1}), InputError);
  EXPECT_THROW(ConvexPolyhedron::box({1, nan, 1}), InputError);
  EXPECT_NO_THROW(ConvexPolyhedron::hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1e-7}}));
}

TEST(ConvexPolyhedron, TranslatedKeepsTopology) {
  const auto box = ConvexPolyhedron::box({1, 1, 1});
  const auto moved = box->translated({2, 0, 0});
  expect_sound(*moved, 1e-15);
  EXPECT_EQ(moved->vertices()[0], Vec3(1, -1, -1));
  EXPECT_DOUBLE_EQ(moved->radius(), std::sqrt(11));
  EXPECT_DOUBLE_EQ(moved->thickness(), 2);
}

}  // namespace
}  // namespace stiction
