// Continuous detection: moving vertices, triangles and edges.
#include <gtest/gtest.h>

#include "collision/soft_fixtures.h"
#include "stiction/collision/impact_time.h"

namespace stiction::testing {
namespace {

TEST(ImpactTime, RootsByHand) {
  // (t - 0.2)(t - 0.5)(t - 0.9) and relatives.
  CubicRoots roots = roots_within_step({-0.09, 0.73, -1.6, 1});
  ASSERT_EQ(roots.count, 3);
  EXPECT_NEAR(roots.at[0], 0.2, 1e-12);
  EXPECT_NEAR(roots.at[1], 0.5, 1e-12);
  EXPECT_NEAR(roots.at[2], 0.9, 1e-12);
  EXPECT_EQ(roots_within_step({1, 1, 1, 1}).count, 0);
  EXPECT_EQ(roots_within_step({0, 0, 0, 0}).count, 0);
  roots = roots_within_step({-0.25, 1, 0, 0});
  ASSERT_EQ(roots.count, 1);
  EXPECT_NEAR(roots.at[0], 0.25, 1e-12);
  roots = roots_within_step({-0.09, 0, 1, 0});
  ASSERT_EQ(roots.count, 1);
  EXPECT_NEAR(roots.at[0], 0.3, 1e-12);
}

TEST(ImpactTime, RandomCubicsAgainstSamples) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> place(-0.5, 1.5);
  for (int round = 0; round < 2000; ++round) {
    double r[] = {place(random), place(random), place(random)};
    std::sort(std::begin(r), std::end(r));
    const CubicRoots roots =
        roots_within_step({-r[0] * r[1] * r[2], r[0] * r[1] + r[1] * r[2] + r[0] * r[2], -(r[0] + r[1] + r[2]), 1});
    if (std::min(r[1] - r[0], r[2] - r[1]) < 1e-4) continue;  // a double root is no passage
    int expected = 0;
    for (const double x : r) expected += x > 0 && x < 1;
    ASSERT_EQ(roots.count, expected);
    for (int k = 0; k < roots.count; ++k) {
      EXPECT_LT(std::min({std::abs(roots.at[k] - r[0]), std::abs(roots.at[k] - r[1]), std::abs(roots.at[k] - r[2])}),
                1e-9);
    }
  }
}

TEST(ImpactTime, TripleProductOfMovingVectors) {
  std::mt19937 random(2);
  const std::array<Vec3, 3> start{random_vector(random), random_vector(random), random_vector(random)};
  const std::array<Vec3, 3> change{random_vector(random), random_vector(random), random_vector(random)};
  const auto c = triple_product(start, change);
  for (const double t : {0.0, 0.3, 1.0}) {
    const Vec3 u = start[0] + t * change[0], v = start[1] + t * change[1], w = start[2] + t * change[2];
    EXPECT_NEAR(c[0] + t * (c[1] + t * (c[2] + t * c[3])), u.cross(v).dot(w), 1e-12);
  }
}

/// A needle: a thin pyramid with its tip at the origin, pointing down.
TriangleMesh needle() {
  return {{{0, 0, 0}, {0.02, 0, 0.3}, {-0.01, 0.017, 0.3}, {-0.01, -0.017, 0.3}},
          {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}}};
}

TEST(SoftImpact, ObliqueVertexHitsAThinSheet) {
  // From beside the sheet, at its rim nearest, through its middle.
  SoftBody tip(needle(), {Vec3(0.9, 0.1, 0.5), Mat3::Identity()});
  const SoftBody sheet(box_mesh({1, 1, 0.01}));
  tip.move_by({-1.6, 0, -1});
  const SoftResult result = between(tip, sheet);
  const auto hit = std::ranges::find_if(result.contacts, [&](const ContactPoint& c) {
    const ContactSpot& spot = result.spots[c.spot];
    return spot.a.vertex[0] == 0 && spot.a.vertex[1] < 0 && c.normal.z() > 0.999;
  });
  ASSERT_NE(hit, result.contacts.end());
  EXPECT_NEAR(hit->gap, 0.495, 1e-9);
  const double time = 0.495;
  EXPECT_NEAR((sheet.at(result.spots[hit->spot].b) - Vec3(0.9 - 1.6 * time, 0.1, 0.005)).norm(), 0, 1e-9);
  // The step as the solver sees it: the constraint holds the tip back at the sheet.
  EXPECT_LT(hit->gap + hit->normal.dot(tip.travel[0]), 0);
}

TEST(SoftImpact, RigidCornerHitsASheet) {
  const SoftBody sheet(box_mesh({1, 1, 0.01}));
  const Shape cube = box(0.02, 0.02, 0.02);
  const Mat3 turn = Eigen::Quaterniond::FromTwoVectors(Vec3(1, 1, 1), -Vec3::UnitZ()).toRotationMatrix();
  const SoftResult result =
      soft_contacts({{}, {&cube, {Vec3(0.9, 0.1, 0.5), turn}, false, Vec3(-1.6, 0, -1), 0}}, {sheet.posed(0)});
  EXPECT_TRUE(std::ranges::any_of(result.contacts, [](const ContactPoint& c) {
    return c.normal.z() < -0.999 && std::abs(c.gap - (0.495 - 0.01 * std::sqrt(3.0))) < 1e-9;
  }));
}

TEST(SoftImpact, CrossedBarsMeetOnTheirWay) {
  // Edges that do not cross at the start: one bar is swung sideways and down across the other.
  const Mat3 on_edge = rotation(45, Vec3::UnitX());
  const double half = std::sqrt(0.5) * 0.02;
  const SoftBody lower(box_mesh({1, 0.02, 0.02}), {Vec3::Zero(), on_edge});
  SoftBody upper(box_mesh({1, 0.02, 0.02}), {Vec3(0.9, 0, 0.3), rotation(90, Vec3::UnitZ()) * on_edge});
  upper.move_by({-1, 0, -0.5});
  const SoftResult result = between(lower, upper);
  const auto hit = std::ranges::find_if(
      result.contacts, [](const ContactPoint& c) { return c.feature >> 60 == 4 && c.normal.z() < -0.999; });
  ASSERT_NE(hit, result.contacts.end());
  EXPECT_NEAR(hit->gap, 0.3 - 2 * half, 1e-9);
}

TEST(SoftImpact, RandomNeedlesNeverPassASheet) {
  // Whatever hits a sheet of triangles in the step has a contact that forbids it.
  std::mt19937 random(5);
  int hits = 0;
  for (int round = 0; round < 500; ++round) {
    const SoftBody sheet(box_mesh({1, 1, 0.01}, 2), {Vec3::Zero(), random_rotation(random)});
    SoftBody tip(needle());
    const Vec3 start = 0.8 * random_vector(random).normalized(), end = -0.5 * random_vector(random).normalized();
    const Mat3 turn = Eigen::Quaterniond::FromTwoVectors(-Vec3::UnitZ(), (end - start).normalized()).toRotationMatrix();
    for (Vec3& x : tip.positions) x = start + turn * x;
    tip.move_by(end - start);
    bool passes = false;
    for (const auto& t : sheet.surface->triangles()) {
      const Vec3 &a = sheet.positions[t[0]], &b = sheet.positions[t[1]], &c = sheet.positions[t[2]];
      const Vec3 m = (b - a).cross(c - a);
      const double from = m.dot(start - a), to = m.dot(end - a);
      if (from <= 0 || to >= 0) continue;
      const Vec3 x = start + from / (from - to) * (end - start);
      passes = passes ||
               (m.dot((b - a).cross(x - a)) > 0 && m.dot((c - b).cross(x - b)) > 0 && m.dot((a - c).cross(x - c)) > 0);
    }
    if (!passes) continue;
    ++hits;
    const SoftResult result = between(tip, sheet);
    EXPECT_TRUE(std::ranges::any_of(result.contacts, [&](const ContactPoint& c) {
      const ContactSpot& spot = result.spots[c.spot];
      return spot.a.vertex[0] == 0 && spot.a.vertex[1] < 0 && c.gap + c.normal.dot(end - start) < 0;
    })) << round;
  }
  EXPECT_GT(hits, 50);
}

}  // namespace
}  // namespace stiction::testing
