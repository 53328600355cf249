// Contacts of structures at rest: the right points, and the same ones whatever the rounding.
#include <gtest/gtest.h>

#include <algorithm>

#include "collision/fixtures.h"

namespace stiction {
namespace {

using testing::box;
using testing::contacts;
using testing::rotation;
using testing::shaken;

struct Resting {
  const char* name;
  Shape a, b;
  Pose pose_a, pose_b;
  std::size_t count;
  Vec3 normal;
};

const double kLean = 22;  // degrees from vertical

// The card that leans against the apex line x = z = 0 from the left (side -1) or the right (+1).
Pose leaning(double side) {
  const Mat3 R = rotation(-side * kLean, Vec3::UnitY());
  return {-(R * Vec3(-side * 0.015, 0, 0.8)), R};
}

Resting tent() { return {"tent", box(0.03, 1, 1.6), box(0.03, 1, 1.6), leaning(-1), leaning(1), 2, -Vec3::UnitX()}; }

// Wedge stone i of an arch about the y axis, spanning 9° with its joints along radii.
Shape stone(int i) {
  std::vector<Vec3> points;
  for (double angle : {9.0 * i, 9.0 * (i + 1)}) {
    for (double r : {1.0, 1.15}) {
      for (double y : {-0.1, 0.1}) {
        const double t = angle * std::numbers::pi / 180;
        points.push_back({-r * std::cos(t), y, r * std::sin(t)});
      }
    }
  }
  return Polyhedron{ConvexPolyhedron::hull(points)};
}

// Stones with their frames at their own centres of mass, as bodies have them.
Resting arch_joint() {
  Shape shapes[2];
  Pose poses[2];
  for (int i = 0; i < 2; ++i) {
    const Shape raw = stone(i + 3);
    poses[i].p = mass_properties(raw, 1).centre;
    shapes[i] = recentred(raw, poses[i].p);
  }
  const double t = 36 * std::numbers::pi / 180;
  return {"arch joint", shapes[0], shapes[1], poses[0], poses[1], 4, Vec3(-std::sin(t), 0, -std::cos(t))};
}

std::vector<Resting> all() {
  const Shape cube = box(1, 1, 1);
  const Pose top{{0, 0, 1}};
  const Shape wide_card = box(1, 1.6, 0.03);
  const Mat3 tip = rotation(kLean, Vec3::UnitY()), lying = rotation(90, Vec3::UnitX());
  return {
      tent(),
      arch_joint(),
      {"aligned cubes", cube, cube, top, {}, 4, Vec3::UnitZ()},
      {"turned cubes", cube, cube, {{0, 0, 1}, rotation(45, Vec3::UnitZ())}, {}, 8, Vec3::UnitZ()},
      {"shifted cubes", cube, cube, {{0.3, 0.2, 1}}, {}, 4, Vec3::UnitZ()},
      {"flush bricks", box(2, 1, 1), box(2, 1, 1), {{1, 0, 1}}, {}, 4, Vec3::UnitZ()},
      {"side by side", cube, cube, {{1, 0, 0}}, {}, 4, Vec3::UnitX()},
      {"cube on floor", cube, HalfSpace{}, {{0, 0, 0.5}}, {}, 4, Vec3::UnitZ()},
      {"bridge on apex edge",
       box(1.6, 1, 0.03),
       box(0.03, 1, 1.6),
       {{0.1, 0, 0.015}},
       {-(tip * Vec3(-0.015, 0, 0.8)), tip},
       2,
       Vec3::UnitZ()},
      {"edge at the border",
       wide_card,
       box(0.03, 1, 1.6),
       {{0.4, 0, 0.015}},
       {-(tip * Vec3(-0.015, 0, 0.8)), tip},
       2,
       Vec3::UnitZ()},
      {"crossed edges",
       cube,
       cube,
       {{0.1, 0.2, std::sqrt(2.0)}, rotation(45, Vec3::UnitX())},
       {Vec3::Zero(), rotation(45, Vec3::UnitY())},
       1,
       Vec3::UnitZ()},
      {"prisms end to end", testing::prism(12, 0.5, 1), testing::prism(12, 0.5, 1), top, {}, 12, Vec3::UnitZ()},
      {"can on block", Cylinder{0.5, 0.4}, box(3, 3, 1), {{0, 0, 0.9}}, {}, 16, Vec3::UnitZ()},
      {"can on can", Cylinder{0.5, 0.4}, Cylinder{0.5, 0.4}, {{0, 0, 0.8}}, {}, 16, Vec3::UnitZ()},
      {"can on floor", Cylinder{0.5, 0.4}, HalfSpace{}, {{0, 0, 0.4}}, {}, 16, Vec3::UnitZ()},
      {"log on block", Cylinder{0.2, 0.5}, box(3, 3, 1), {{0, 0, 0.7}, lying}, {}, 2, Vec3::UnitZ()},
      {"log on floor", Cylinder{0.2, 0.5}, HalfSpace{}, {{0, 0, 0.2}, lying}, {}, 2, Vec3::UnitZ()},
      {"log on log",
       Cylinder{0.2, 0.5},
       Cylinder{0.3, 0.5},
       {{0, 0, 0.5}, lying},
       {Vec3::Zero(), rotation(90, Vec3::UnitY())},
       1,
       Vec3::UnitZ()},
      {"capsule on block", Capsule{0.2, 0.5}, box(3, 3, 1), {{0, 0, 0.7}, lying}, {}, 2, Vec3::UnitZ()},
      {"cone on floor", Cone{0.4, 0.5}, HalfSpace{}, {{0, 0, 0.25}}, {}, 16, Vec3::UnitZ()},
      {"cone on block", Cone{0.4, 0.5}, box(3, 3, 1), {{0, 0, 0.75}}, {}, 16, Vec3::UnitZ()},
      {"ell on block",
       make_compound({{box(1, 0.2, 0.2), {{0, 0, 0.1}}}, {box(0.2, 0.2, 1), {{0.4, 0, 0.7}}}}),
       box(3, 3, 1),
       {{0, 0, 0.5}},
       {},
       4,
       Vec3::UnitZ()},
      {"prism on block", testing::prism(32, 0.5, 0.8), box(3, 3, 1), {{0, 0, 0.9}}, {}, 32, Vec3::UnitZ()},
  };
}

TEST(Resting, ContactsAreThoseOfTheTouchingFeatures) {
  for (const Resting& r : all()) {
    const auto found = contacts(r.a, r.pose_a, r.b, r.pose_b);
    EXPECT_EQ(found.size(), r.count) << r.name;
    for (const auto& c : found) {
      EXPECT_NEAR((c.normal - r.normal).norm(), 0, 1e-9) << r.name << ": " << c.normal.transpose();
      EXPECT_NEAR(c.gap, 0, 1e-12) << r.name;
    }
  }
}

TEST(Resting, NoiseChangesNeitherIdsNorNormals) {
  std::mt19937 random(3);
  for (const Resting& r : all()) {
    const auto still = contacts(r.a, r.pose_a, r.b, r.pose_b);
    for (int i = 0; i < 1000; ++i) {
      const auto moved = contacts(r.a, shaken(r.pose_a, 1e-9, random), r.b, shaken(r.pose_b, 1e-9, random));
      ASSERT_EQ(moved.size(), still.size()) << r.name;
      for (std::size_t k = 0; k < moved.size(); ++k) {
        ASSERT_EQ(moved[k].feature, still[k].feature) << r.name;
        ASSERT_LT((moved[k].normal - still[k].normal).norm(), 2e-8) << r.name;
        ASSERT_LT((moved[k].position - still[k].position).norm(), 1e-6) << r.name;
        ASSERT_NEAR(moved[k].gap, 0, 2e-8) << r.name;
      }
    }
  }
}

TEST(Resting, WhereStructuresStandDoesNotMatter) {
  // Any rigid motion of the whole pair moves the contacts with it and keeps their ids.
  std::mt19937 random(4);
  for (const Resting& r : all()) {
    const auto still = contacts(r.a, r.pose_a, r.b, r.pose_b);
    for (int i = 0; i < 200; ++i) {
      const Pose move{10 * testing::random_vector(random), testing::random_rotation(random)};
      const Pose a{move * r.pose_a.p, move.R * r.pose_a.R}, b{move * r.pose_b.p, move.R * r.pose_b.R};
      const auto moved = contacts(r.a, a, r.b, b);
      ASSERT_EQ(moved.size(), still.size()) << r.name;
      for (std::size_t k = 0; k < moved.size(); ++k) {
        ASSERT_EQ(moved[k].feature, still[k].feature) << r.name;
        ASSERT_LT((moved[k].normal - move.R * still[k].normal).norm(), 1e-9) << r.name;
        ASSERT_LT((moved[k].position - move * still[k].position).norm(), 1e-6) << r.name;
      }
    }
  }
}

TEST(Resting, SwappedBodiesSeeTheSameContact) {
  for (const Resting& r : all()) {
    const auto one = contacts(r.a, r.pose_a, r.b, r.pose_b), other = contacts(r.b, r.pose_b, r.a, r.pose_a);
    ASSERT_EQ(one.size(), other.size()) << r.name;
    for (const auto& c : one) {
      EXPECT_NEAR((c.normal + other[0].normal).norm(), 0, 1e-9) << r.name;
      EXPECT_TRUE(std::ranges::any_of(other, [&](const auto& d) { return (c.position - d.position).norm() < 1e-9; }))
          << r.name;
    }
  }
}

TEST(Resting, SlipBeyondTheToleranceIsRealGeometry) {
  // One card of the tent slips down the other by more than the touch tolerance (3 µm): its inner edge now lies
  // on the large face of the other, whose normal counts.
  Resting r = tent();
  const Vec3 along = r.pose_b.R.col(2);
  r.pose_a.p -= 1e-4 * along;
  const auto found = contacts(r.a, r.pose_a, r.b, r.pose_b);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR((found[0].normal + r.pose_b.R.col(0)).norm(), 0, 1e-9);
}

TEST(Resting, TentNormalTurnsWithoutJumpWhileSlipping) {
  const Resting r = tent();
  const Vec3 along = r.pose_b.R.col(2);
  Vec3 previous = -Vec3::UnitX();
  for (double slip = 0; slip < 1e-5; slip += 1e-8) {
    const auto found = contacts(r.a, {r.pose_a.p - slip * along, r.pose_a.R}, r.b, r.pose_b);
    ASSERT_EQ(found.size(), 2u) << slip;
    EXPECT_LT((found[0].normal - previous).norm(), 0.02) << slip;
    previous = found[0].normal;
  }
}

}  // namespace
}  // namespace stiction
