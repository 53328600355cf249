// Pairs whose contacts are known by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collision/fixtures.h"

namespace stiction {
namespace {

using testing::box;
using testing::contacts;
using testing::rotation;

// Every expected point is there, once, and no other.
void expect_points(const std::vector<ContactPoint>& found, const std::vector<Vec3>& expected,
                   double tolerance = 1e-12) {
  EXPECT_EQ(found.size(), expected.size());
  for (const Vec3& e : expected) {
    EXPECT_EQ(std::ranges::count_if(found, [&](const auto& c) { return (c.position - e).norm() <= tolerance; }), 1)
        << e.transpose();
  }
}

void expect_all(const std::vector<ContactPoint>& found, const Vec3& normal, double gap, double tolerance = 1e-12) {
  std::set<std::uint64_t> features;
  for (const auto& c : found) {
    EXPECT_NEAR((c.normal - normal).norm(), 0, tolerance) << c.normal.transpose();
    EXPECT_NEAR(c.gap, gap, tolerance);
    EXPECT_TRUE(features.insert(c.feature).second);
    EXPECT_EQ(c.body_a, 0);
    EXPECT_EQ(c.body_b, 1);
  }
}

const Shape kCube = box(1, 1, 1);
const Shape kFloor = HalfSpace{};

TEST(NarrowPhase, CubeOnFloor) {
  const auto found = contacts(kCube, {{3, 0, 0.5}}, kFloor, {});
  expect_points(found, {{2.5, -0.5, 0}, {3.5, -0.5, 0}, {2.5, 0.5, 0}, {3.5, 0.5, 0}});
  expect_all(found, Vec3::UnitZ(), 0);
  expect_all(contacts(kFloor, {}, kCube, {{3, 0, 0.5}}), -Vec3::UnitZ(), 0);
}

TEST(NarrowPhase, PositionIsHalfwayAcrossTheGap) {
  const auto above = contacts(kCube, {{0, 0, 0.504}}, kFloor, {});
  ASSERT_EQ(above.size(), 4u);
  EXPECT_NEAR(above[0].gap, 0.004, 1e-15);
  EXPECT_NEAR(above[0].position.z(), 0.002, 1e-15);
  const auto below = contacts(kCube, {{0, 0, 1.4}}, kCube, {{0, 0, 0.5}});
  ASSERT_EQ(below.size(), 4u);
  EXPECT_NEAR(below[0].gap, -0.1, 1e-15);
  EXPECT_NEAR(below[0].position.z(), 0.95, 1e-15);
}

TEST(NarrowPhase, MarginIsReachAndOneHundredthOfThickness) {
  EXPECT_EQ(contacts(kCube, {{0, 0, 0.5099}}, kFloor, {}).size(), 4u);
  EXPECT_EQ(contacts(kCube, {{0, 0, 0.5101}}, kFloor, {}).size(), 0u);
  EXPECT_EQ(contacts(kCube, {{0, 0, 0.609}}, kFloor, {}, 0.1).size(), 4u);
  EXPECT_EQ(contacts(kCube, {{0, 0, 1.0099}}, kCube, {}).size(), 4u);
  EXPECT_EQ(contacts(kCube, {{0, 0, 1.0101}}, kCube, {}).size(), 0u);
}

TEST(NarrowPhase, TurnedFloor) {
  const Mat3 R = rotation(25, Vec3::UnitY());
  const auto found = contacts(kCube, {R * Vec3(0, 0, 0.5) + Vec3(1, 2, 3), R}, kFloor, {{1, 2, 3}, R});
  EXPECT_EQ(found.size(), 4u);
  expect_all(found, R * Vec3::UnitZ(), 0);
}

TEST(NarrowPhase, Spheres) {
  const Shape ball = Sphere{0.5};
  auto found = contacts(ball, {{0, 0, 0.995}}, ball, {});
  expect_points(found, {{0, 0, 0.4975}});
  expect_all(found, Vec3::UnitZ(), -0.005);
  found = contacts(ball, {{1, 2, 0.5}}, kFloor, {});
  expect_points(found, {{1, 2, 0}});
  expect_all(found, Vec3::UnitZ(), 0);
  found = contacts(ball, {}, ball, {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].normal.norm(), 1, 1e-15);
  EXPECT_NEAR(found[0].gap, -1, 1e-15);
  EXPECT_TRUE(contacts(ball, {{0, 0, 1.02}}, ball, {}).empty());
}

TEST(NarrowPhase, SphereOnPolyhedron) {
  const Shape ball = Sphere{0.5};
  auto found = contacts(ball, {{0.2, 0.1, 1.0}}, kCube, {});  // face
  expect_points(found, {{0.2, 0.1, 0.5}});
  expect_all(found, Vec3::UnitZ(), 0);
  found = contacts(ball, {{0.8, 0.1, 0.9}}, kCube, {});  // edge: 3-4-5
  expect_points(found, {{0.5, 0.1, 0.5}});
  expect_all(found, Vec3(0.6, 0, 0.8), 0);
  const double d = 0.5 / std::sqrt(3.0);
  found = contacts(ball, {Vec3::Constant(0.5 + d)}, kCube, {});  // vertex
  expect_points(found, {Vec3::Constant(0.5)});
  expect_all(found, Vec3::Constant(1 / std::sqrt(3.0)), 0);
  found = contacts(ball, {{0.1, 0.4, 0}}, kCube, {});  // centre inside: out through the nearest face
  expect_all(found, Vec3::UnitY(), -0.6);
  found = contacts(kCube, {}, ball, {{0.2, 0.1, 1.0}});
  expect_all(found, -Vec3::UnitZ(), 0);
}

TEST(NarrowPhase, AlignedCubesMeetInFourCorners) {
  const auto found = contacts(kCube, {{0, 0, 1}}, kCube, {});
  expect_points(found, {{-0.5, -0.5, 0.5}, {0.5, -0.5, 0.5}, {-0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}});
  expect_all(found, Vec3::UnitZ(), 0);
}

TEST(NarrowPhase, ShiftedCubesMeetInTheCornersOfTheirOverlap) {
  const auto found = contacts(kCube, {{0.25, 0.25, 1}}, kCube, {});
  expect_points(found, {{-0.25, -0.25, 0.5}, {0.5, -0.25, 0.5}, {-0.25, 0.5, 0.5}, {0.5, 0.5, 0.5}});
  expect_all(found, Vec3::UnitZ(), 0);
  // Flush on one side: still four.
  EXPECT_EQ(contacts(kCube, {{0.25, 0, 1}}, kCube, {}).size(), 4u);
  EXPECT_EQ(contacts(box(0.5, 1, 1), {{0.25, 0, 1}}, kCube, {}).size(), 4u);
}

TEST(NarrowPhase, TurnedCubesMeetInEightCorners) {
  const auto found = contacts(kCube, {{0, 0, 1}, rotation(45, Vec3::UnitZ())}, kCube, {});
  const double x = std::sqrt(2.0) / 2 - 0.5;  // where x + y = √½ meets x = ½
  std::vector<Vec3> expected;
  for (double s : {-1, 1}) {
    for (double t : {-1, 1}) {
      expected.push_back({0.5 * s, x * t, 0.5});
      expected.push_back({x * s, 0.5 * t, 0.5});
    }
  }
  expect_points(found, expected);
  expect_all(found, Vec3::UnitZ(), 0);
}

TEST(NarrowPhase, PrismsEndToEndMeetInAllCorners) {
  const Shape prism = testing::prism(32, 0.5, 1);
  EXPECT_EQ(contacts(prism, {{0, 0, 1}}, prism, {}).size(), 32u);
  EXPECT_EQ(contacts(prism, {{0, 0, 1}, rotation(2, Vec3::UnitZ())}, prism, {}).size(), 64u);
  EXPECT_EQ(contacts(prism, {{0, 0, 1}}, box(2, 2, 1), {}).size(), 32u);
}

TEST(NarrowPhase, EdgeAcrossEdge) {
  const double height = std::sqrt(2.0);
  const auto found = contacts(kCube, {{0.1, 0.2, height}, rotation(45, Vec3::UnitX())}, kCube,
                              {Vec3::Zero(), rotation(45, Vec3::UnitY())});
  expect_points(found, {{0, 0.2, 0.5 * height}});
  expect_all(found, Vec3::UnitZ(), 0);
}

TEST(NarrowPhase, VertexOnFace) {
  const Mat3 on_corner = Quat::FromTwoVectors(Vec3(-1, -1, -1), -Vec3::UnitZ()).toRotationMatrix();
  const auto found = contacts(kCube, {{0.1, 0.2, 0.5 + std::sqrt(3.0) / 2}, on_corner}, kCube, {});
  expect_points(found, {{0.1, 0.2, 0.5}});
  expect_all(found, Vec3::UnitZ(), 0);
}

TEST(NarrowPhase, CardEdgeOnFace) {
  const Shape card = box(1, 0.03, 1.6);
  const Mat3 R = rotation(22, Vec3::UnitX());
  // Lowest edge at y = z = 0 of the table's top.
  const Vec3 lowest = R * Vec3(0, 0.015, -0.8), other = R * Vec3(0, -0.015, -0.8);
  ASSERT_NE(lowest.z(), other.z());
  const Vec3 foot = lowest.z() < other.z() ? lowest : other;
  const auto found = contacts(card, {-foot, R}, box(4, 4, 1), {{0, 0, -0.5}});
  expect_points(found, {{-0.5, 0, 0}, {0.5, 0, 0}});
  expect_all(found, Vec3::UnitZ(), 0);
}

TEST(NarrowPhase, CornersApart) {
  // Corner to corner along the diagonal: no face or edge axis shows the distance.
  const auto found = contacts(kCube, {Vec3(1.003, 1.004, 1.002)}, kCube, {});
  expect_points(found, {{0.5015, 0.502, 0.501}});
  const Vec3 d(0.003, 0.004, 0.002);
  expect_all(found, d.normalized(), d.norm());
  // Within reach on every axis, but beyond it along the diagonal.
  EXPECT_TRUE(contacts(kCube, {Vec3::Constant(1.009)}, kCube, {}).empty());
}

TEST(NarrowPhase, EdgesApartAndParallel) {
  const auto found = contacts(kCube, {{1.003, 0.25, 1.004}}, kCube, {});
  expect_points(found, {{0.5015, -0.25, 0.502}, {0.5015, 0.5, 0.502}});
  expect_all(found, Vec3(0.6, 0, 0.8), 0.005);
}

}  // namespace
}  // namespace stiction
