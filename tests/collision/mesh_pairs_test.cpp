// Meshes against everything else: no overlap goes unseen, contacts are few and lie where the bodies meet.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collision/fixtures.h"
#include "collision/mesh_fixtures.h"
#include "stiction/collision/contact_reduction.h"
#include "stiction/geometry/penetration.h"
#include "support/full_length.h"

namespace stiction {
namespace {

using namespace stiction::testing;

constexpr int kRounds = round_count(1000);

class MeshPairs : public ::testing::TestWithParam<std::size_t> {};

TEST_P(MeshPairs, AgreeWithBruteForce) {
  const MeshPair& pair = kMeshPairs[GetParam()];
  check_mesh_pair(pair.a(), pair.b(), kRounds, unsigned(1 + GetParam()));
}

INSTANTIATE_TEST_SUITE_P(All, MeshPairs, ::testing::Range(std::size_t(0), std::size(kMeshPairs)),
                         [](const auto& p) { return kMeshPairs[p.param].name; });

TEST(MeshPairs, HalfSpaceIsExact) {
  for (const auto shape : kMeshesOverPlanes) check_mesh_over_half_space(shape(), kRounds, 9);
}

// A mesh of a box must behave as the box: the four corners of its face, whatever lies between them.
TEST(MeshPairs, BoxMeshStandsOnItsCorners) {
  const Shape floor = HalfSpace{}, mesh = Mesh{SolidMesh::make(box_mesh({0.1, 0.06, 0.04}, 4), 32)};
  for (const double degrees : {0.0, 10.0, 45.0, 77.0}) {
    const Pose pose{{0.3, 0.2, 0.02}, rotation(degrees, Vec3::UnitZ())};
    const auto found = contacts(mesh, pose, floor, {});
    ASSERT_EQ(found.size(), 4u);
    for (const ContactPoint& c : found) {
      const Vec3 local = pose.to_local(c.position);
      EXPECT_NEAR(std::abs(local.x()), 0.05, 1e-12);
      EXPECT_NEAR(std::abs(local.y()), 0.03, 1e-12);
      EXPECT_NEAR(c.gap, 0, 1e-12);
    }
  }
}

// Stacked box meshes, the upper one overhanging: only vertical contacts, at the corners of the overlap.
TEST(MeshPairs, FacesBesideAnEdgeDoNotCatch) {
  const Shape lower = Mesh{SolidMesh::make(box_mesh({0.1, 0.1, 0.1}), 32)};
  for (const double gap : {1e-9, 0.0, -1e-9, 2e-4, -2e-4}) {
    const Pose above{{0.0523, 0.0117, 0.1 + gap}};
    const auto found = contacts(lower, above, lower, {});
    ASSERT_GE(found.size(), 4u);
    ASSERT_LE(found.size(), 9u);
    double area_x[2] = {1, -1}, area_y[2] = {1, -1};
    for (const ContactPoint& c : found) {
      EXPECT_GT(c.normal.z(), 1 - 1e-6) << gap;
      EXPECT_NEAR(c.gap, gap, 1e-6);
      area_x[0] = std::min(area_x[0], c.position.x());
      area_x[1] = std::max(area_x[1], c.position.x());
      area_y[0] = std::min(area_y[0], c.position.y());
      area_y[1] = std::max(area_y[1], c.position.y());
    }
    // The overlap is [0.0023, 0.05] x [-0.0383, 0.05]; crossing edges are seen to within the spacing of samples.
    const double spacing = 0.1 / 32;
    EXPECT_NEAR(area_x[0], 0.0023, spacing);
    EXPECT_NEAR(area_x[1], 0.05, spacing);
    EXPECT_NEAR(area_y[0], -0.0383, spacing);
    EXPECT_NEAR(area_y[1], 0.05, spacing);
  }
}

TEST(MeshPairs, MirrorAndRepeat) {
  std::mt19937 random(10);
  const Shape a = torus_shape(), b = bracket_shape();
  for (int i = 0; i < 100; ++i) {
    const Pose pose_a{Vec3::Zero(), random_rotation(random)};
    const Pose pose_b = near_mesh_contact(a, pose_a, b, random);
    const auto found = contacts(a, pose_a, b, pose_b), again = contacts(a, pose_a, b, pose_b);
    ASSERT_EQ(found.size(), again.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      ASSERT_EQ(found[k].feature, again[k].feature);
      ASSERT_EQ(found[k].position, again[k].position);
    }
    const auto mirrored = contacts(b, pose_b, a, pose_a);
    ASSERT_EQ(found.empty(), mirrored.empty());
    if (found.empty()) continue;
    const auto one = std::ranges::min_element(found, {}, &ContactPoint::gap);
    const auto other = std::ranges::min_element(mirrored, {}, &ContactPoint::gap);
    ASSERT_NEAR(one->gap, other->gap, 1e-12);
    ASSERT_LT((one->normal + other->normal).norm(), 1e-9);
  }
}

// The margin grows with the reach: contacts are foreseen well before they happen.
TEST(MeshPairs, ReachFindsContactsFromAfar) {
  const Shape ball = ball_shape();
  const auto found = contacts(ball, {{0.3, 0, 0}}, ball, {}, 0.25);
  ASSERT_FALSE(found.empty());
  ASSERT_LE(int(found.size()), kMostContacts + 8);
  const auto deepest = std::ranges::min_element(found, {}, &ContactPoint::gap);
  EXPECT_NEAR(deepest->gap, 0.2, 0.002);
  EXPECT_GT(deepest->normal.x(), 0.99);
}

TEST(ContactReduction, KeepsTheDeepestAndTheCornersOfAPatch) {
  std::vector<ContactCandidate> candidates;
  for (int i = 0; i <= 20; ++i) {
    for (int j = 0; j <= 20; ++j) {
      candidates.push_back(
          {Vec3(0.1 * i, 0.1 * j, 0), Vec3::UnitZ(), i == 7 && j == 11 ? -0.01 : 0.0, std::uint64_t(100 * i + j)});
    }
  }
  std::vector<ContactPoint> out;
  reduce_contacts(candidates, {}, 0.05, 1e-3, out);
  std::set<std::uint64_t> features;
  for (const ContactPoint& c : out) features.insert(c.feature);
  EXPECT_EQ(features, (std::set<std::uint64_t>{0, 20, 711, 2000, 2020}));
}

TEST(ContactReduction, SeparatesNormals) {
  std::vector<ContactCandidate> candidates;
  for (int i = 0; i < 12; ++i) {
    const double angle = 2 * std::numbers::pi * i / 12;
    const Vec3 n(std::cos(angle), std::sin(angle), 0);
    candidates.push_back({-n, n, 1e-3 * i, std::uint64_t(i)});
  }
  std::vector<ContactPoint> out;
  reduce_contacts(candidates, {}, 0.05, 1e-3, out);
  EXPECT_EQ(out.size(), 12u);
}

// A round bump over a plane touches with its tip. Its flanks, however near, are no contacts of their own; a second bump
// is.
TEST(ContactReduction, LeavesOutTheFlanksOfABump) {
  std::vector<ContactCandidate> candidates;
  for (const double centre : {0.0, 1.0}) {
    for (int i = -30; i <= 30; ++i) {
      const double angle = 0.02 * i;
      const Vec3 n(-std::sin(angle), 0, std::cos(angle));
      candidates.push_back({Vec3(centre + 0.1 * std::sin(angle), 0, 0), n, 1e-3 + 0.1 * (1 - std::cos(angle)),
                            std::uint64_t(1000 * (centre + 1) + i)});
    }
  }
  std::vector<ContactPoint> out;
  reduce_contacts(candidates, {}, 0.01, 5e-3, out);
  std::set<double> tips;
  for (const ContactPoint& c : out) {
    EXPECT_LT(c.gap, 1.1e-3);
    if (c.gap == 1e-3) tips.insert(c.position.x());
  }
  EXPECT_EQ(tips.size(), 2u);
}

}  // namespace
}  // namespace stiction
