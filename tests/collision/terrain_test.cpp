// Terrain: a plane cut into triangles is a plane; ridges, valleys and borders hold bodies as they should.
#include <gtest/gtest.h>

#include <algorithm>

#include "collision/fixtures.h"
#include "collision/mesh_fixtures.h"
#include "collision/over_hills.h"
#include "collision/square_terrain.h"
#include "stiction/collision/terrain_points.h"
#include "support/full_length.h"

namespace stiction {
namespace {

using namespace stiction::testing;

Shape flat_terrain() {
  return square_terrain(2, 21, [](double, double) { return 0.0; });
}

void expect_same_as_plane(const Shape& shape, const Pose& pose) {
  const Shape terrain = flat_terrain(), floor = HalfSpace{};
  const auto on_plane = contacts(shape, pose, floor, {});
  const auto on_terrain = contacts(shape, pose, terrain, {});
  ASSERT_EQ(on_terrain.size(), on_plane.size());
  const auto by_place = [](const ContactPoint& a, const ContactPoint& b) {
    return std::pair(a.position.x(), a.position.y()) < std::pair(b.position.x(), b.position.y());
  };
  auto a = on_plane, b = on_terrain;
  std::sort(a.begin(), a.end(), by_place);
  std::sort(b.begin(), b.end(), by_place);
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_LT((a[i].position - b[i].position).norm(), 1e-12);
    ASSERT_LT((a[i].normal - b[i].normal).norm(), 1e-12);
    ASSERT_NEAR(a[i].gap, b[i].gap, 1e-12);
  }
}

TEST(Terrain, AFlatOneIsAPlane) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  const Shape shapes[] = {box(0.23, 0.17, 0.1), random_hull(random, 12), Sphere{0.1}};
  for (const Shape& shape : shapes) {
    for (int i = 0; i < 500; ++i) {
      // Also right over vertices and edges of the grid, lying flat, and a little above and below.
      Pose pose{{uniform(random), uniform(random), 0}, random_rotation(random)};
      if (i % 5 == 0) pose.p = Vec3(0.1 * (i % 7 - 3), 0.1 * (i % 3 - 1), 0);
      if (i % 2 == 0) pose.R = Mat3::Identity();
      pose.p.z() -= separation_by_brute_force(HalfSpace{}, {}, shape, pose);
      const double offsets[] = {0, 1e-10, -1e-10, 3e-4, -1e-3};
      pose.p.z() += offsets[i % 5];
      expect_same_as_plane(shape, pose);
      if (HasFatalFailure()) FAIL() << "round " << i;
    }
  }
}

TEST(Terrain, AMeshOnAFlatOneStandsAsOnAPlane) {
  const Shape mesh = Mesh{SolidMesh::make(box_mesh({0.1, 0.06, 0.04}, 2), 24)}, terrain = flat_terrain();
  for (const double degrees : {0.0, 10.0, 45.0}) {
    const Pose pose{{0.031, 0.02, 0.02}, rotation(degrees, Vec3::UnitZ())};
    const auto found = contacts(mesh, pose, terrain, {});
    ASSERT_EQ(found.size(), 4u);
    for (const ContactPoint& c : found) {
      EXPECT_NEAR(std::abs(pose.to_local(c.position).x()), 0.05, 1e-12);
      EXPECT_NEAR(std::abs(pose.to_local(c.position).y()), 0.03, 1e-12);
      EXPECT_LT((c.normal - Vec3::UnitZ()).norm(), 1e-12);
    }
  }
}

TEST(Terrain, ASphereInAValleyTouchesBothSlopes) {
  const Shape valley = square_terrain(2, 3, [](double, double y) { return std::abs(y); });
  const double r = 0.1, height = r * std::sqrt(2.0);
  const auto found = contacts(Sphere{r}, {{0.3, 0, height - 1e-4}}, valley, {});
  ASSERT_EQ(found.size(), 2u);
  const double s = std::sqrt(0.5);
  for (const ContactPoint& c : found) {
    EXPECT_NEAR(c.gap, -1e-4 * s, 1e-12);
    EXPECT_NEAR(std::abs(c.normal.y()), s, 1e-9);
    EXPECT_NEAR(c.normal.z(), s, 1e-9);
  }
  EXPECT_LT(found[0].normal.y() * found[1].normal.y(), 0);
}

TEST(Terrain, ASphereOnARidgeTouchesItOnce) {
  const Shape ridge = square_terrain(2, 3, [](double, double y) { return -std::abs(y); });
  const auto found = contacts(Sphere{0.1}, {{0.3, 0.005, 0.1}}, ridge, {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].gap, std::hypot(0.005, 0.1) - 0.1, 1e-12);
  EXPECT_LT((found[0].normal - Vec3(0, 0.005, 0.1).normalized()).norm(), 1e-9);
}

TEST(Terrain, ABoxLiesAcrossARidge) {
  const Shape ridge = square_terrain(2, 5, [](double, double y) { return -std::abs(y); });
  const auto found = contacts(box(0.2, 0.3, 0.1), {{0.07, 0.02, 0.05}}, ridge, {});
  // The stretch of the ridge under the face, by its ends.
  double low = 1, high = -1;
  for (const ContactPoint& c : found) {
    EXPECT_NEAR(c.gap, 0, 1e-9);
    EXPECT_LT((c.normal - Vec3::UnitZ()).norm(), 1e-6);
    EXPECT_NEAR(c.position.y(), 0, 1e-9);
    low = std::min(low, c.position.x());
    high = std::max(high, c.position.x());
  }
  EXPECT_NEAR(low, -0.03, 1e-4);
  EXPECT_NEAR(high, 0.17, 1e-4);
}

// Two edges that cross are as deep as their lines are apart, along the normal of both, whichever face is nearer.
TEST(Terrain, AnEdgeOfABoxLiesAcrossARidge) {
  const Shape ridge = square_terrain(2, 5, [](double, double y) { return -std::abs(y); });
  const double half = 0.05 * std::sqrt(2.0);
  for (const double turn : {0.0, 20.0, -35.0}) {
    for (const double gap : {1e-4, -1e-4, -1e-3, -4e-3}) {
      const Mat3 R = rotation(turn, Vec3::UnitZ()) * rotation(45, Vec3::UnitY());
      const auto found = contacts(box(0.1, 0.3, 0.1), {{0.07, 0.02, half + gap}, R}, ridge, {});
      ASSERT_FALSE(found.empty()) << turn << " " << gap;
      const auto deepest = std::ranges::min_element(found, {}, &ContactPoint::gap);
      EXPECT_NEAR(deepest->gap, gap, 1e-6) << turn;
      EXPECT_GT(deepest->normal.z(), 1 - 1e-6) << turn << " " << gap;
      EXPECT_NEAR(deepest->position.y(), 0, 1e-6) << turn << " " << gap;
    }
  }
}

// The same with a blade of 50 degrees, whose faces look away from each other.
TEST(Terrain, ABladeLiesAcrossARidge) {
  const Shape ridge = square_terrain(2, 5, [](double, double y) { return -std::abs(y); });
  const double wide = 0.1 * std::tan(25 * std::numbers::pi / 180);
  std::vector<Vec3> corners;
  for (const double y : {-0.15, 0.15}) corners.insert(corners.end(), {{0, y, 0}, {-wide, y, 0.1}, {wide, y, 0.1}});
  const Shape blade = Polyhedron{ConvexPolyhedron::hull(corners)};
  for (const double gap : {1e-4, -1e-4, -1e-3}) {
    const auto found = contacts(blade, {{0.07, 0.02, gap}, rotation(15, Vec3::UnitZ())}, ridge, {});
    ASSERT_FALSE(found.empty()) << gap;
    const auto deepest = std::ranges::min_element(found, {}, &ContactPoint::gap);
    EXPECT_NEAR(deepest->gap, gap, 1e-6);
    EXPECT_GT(deepest->normal.z(), 1 - 1e-6) << gap;
  }
}

TEST(Terrain, ABoxOverTheBorderIsHeldByIt) {
  const auto found = contacts(box(0.2, 0.2, 0.1), {{1.03, 0, 0.05}}, flat_terrain(), {});
  double high = -1;
  for (const ContactPoint& c : found) {
    EXPECT_LT((c.normal - Vec3::UnitZ()).norm(), 1e-6);
    high = std::max(high, c.position.x());
  }
  EXPECT_NEAR(high, 1, 1e-9);
  EXPECT_TRUE(contacts(box(0.2, 0.2, 0.1), {{1.11, 0, 0.04}}, flat_terrain(), {}).empty());
}

TEST(Terrain, HillsAreFoundWheneverTheyOverlap) {
  std::mt19937 random(2);
  for (const HillBody& body : kHillBodies) check_over_hills(body, round_count(500), random);
}

}  // namespace
}  // namespace stiction
