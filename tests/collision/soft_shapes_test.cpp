// Deformable bodies on every kind of rigid shape, by hand.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "collision/soft_fixtures.h"

namespace stiction::testing {
namespace {

TriangleMesh needle() {
  return {{{0, 0, 0}, {0.02, 0, 0.3}, {-0.01, 0.017, 0.3}, {-0.01, -0.017, 0.3}},
          {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}}};
}

/// All contacts have this gap and this normal.
void expect_all(const SoftResult& result, double gap, const Vec3& normal) {
  EXPECT_EQ(result.features().size(), result.size());
  for (const ContactPoint& c : result.contacts) {
    EXPECT_NEAR(c.gap, gap, 1e-9);
    EXPECT_NEAR((c.normal - normal).norm(), 0, 1e-9);
  }
}

TEST(SoftShapes, SharpTipOnPlane) {
  const SoftBody tip(needle(), {Vec3(0, 0, 1e-4), Mat3::Identity()});
  const SoftResult result = against(tip, HalfSpace{});
  ASSERT_EQ(result.size(), 1u);
  EXPECT_NEAR(result.contacts[0].gap, 1e-4, 1e-12);
}

TEST(SoftShapes, CylinderOnItsEndAndOnItsSide) {
  const SoftBody ground(box_mesh({4, 4, 1}));
  // All of the end's fixed points, in the middle of the two large triangles.
  const SoftResult standing = against(ground, Cylinder{0.1, 0.2}, {Vec3(0.7, 0.4, 0.7005), Mat3::Identity()});
  EXPECT_GE(standing.size(), 16u);
  expect_all(standing, 0.0005, -Vec3::UnitZ());
  // Two ends of the line that touches.
  const SoftResult lying = against(ground, Cylinder{0.1, 0.2},
                                   {Vec3(0.7, 0.4, 0.6005), rotation(90, Vec3::UnitY()) * rotation(13, Vec3::UnitZ())});
  ASSERT_GE(lying.size(), 2u);
  EXPECT_NEAR(lying.least_gap(), 0.0005, 1e-9);
  double low = INFINITY, high = -INFINITY;
  for (const ContactPoint& c : lying.contacts) {
    if (c.gap > 0.0005 + 1e-9) continue;
    low = std::min(low, c.position.x());
    high = std::max(high, c.position.x());
  }
  EXPECT_NEAR(low, 0.5, 1e-9);
  EXPECT_NEAR(high, 0.9, 1e-9);
}

TEST(SoftShapes, ConeOnItsTip) {
  const SoftBody ground(box_mesh({4, 4, 1}));
  const SoftResult result =
      against(ground, Cone{0.1, 0.3}, {Vec3(0.7, 0.4, 0.5 + 0.15 + 0.0005), rotation(180, Vec3::UnitX())});
  ASSERT_EQ(result.size(), 1u);
  expect_all(result, 0.0005, -Vec3::UnitZ());
}

TEST(SoftShapes, CapsuleLyingAndCrossingTheRim) {
  const SoftBody ground(box_mesh({4, 4, 1}));
  const Mat3 lying = rotation(90, Vec3::UnitY());
  const SoftResult inside = against(ground, Capsule{0.1, 0.3}, {Vec3(0.7, 0.4, 0.6005), lying});
  EXPECT_EQ(inside.size(), 2u);
  expect_all(inside, 0.0005, -Vec3::UnitZ());
  // One end over the face, the other beyond the rim, which it crosses.
  const SoftResult across = against(ground, Capsule{0.1, 0.3}, {Vec3(1.9, 0.4, 0.6005), lying});
  EXPECT_EQ(across.size(), 2u);
  expect_all(across, 0.0005, -Vec3::UnitZ());
}

TEST(SoftShapes, PartsOfACompoundHaveTheirOwnFeatures) {
  const SoftBody ground(box_mesh({4, 4, 1}));
  const Shape pair = make_compound({{Sphere{0.1}, {Vec3(0.3, 0, 0), Mat3::Identity()}},
                                    {Sphere{0.1}, {Vec3(-0.3, 0, 0), Mat3::Identity()}},
                                    {box(0.2, 0.2, 0.2), {Vec3(0, 0.3, 0), Mat3::Identity()}}});
  const SoftResult result = against(ground, pair, {Vec3(0.7, 0.2, 0.6005), Mat3::Identity()});
  EXPECT_EQ(result.size(), 2u + 4u);
  expect_all(result, 0.0005, -Vec3::UnitZ());
}

TEST(SoftShapes, BlockOnTerrainAndOnMesh) {
  // A roof with its ridge along y under the middle of a large face: only the ridge's ends and crossings touch.
  const SoftBody block(box_mesh({1, 1, 1}, 2), {Vec3(0, 0, 0.501), Mat3::Identity()});
  const TriangleMesh flat{{{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}}, {{0, 1, 2}, {0, 2, 3}}};
  const SoftResult on_flat = against(block, Terrain{std::make_shared<TerrainSurface>(flat)});
  EXPECT_EQ(on_flat.size(), 9u);
  expect_all(on_flat, 0.001, Vec3::UnitZ());
  const TriangleMesh roof{{{0.1, -2, 0}, {0.1, 2, 0}, {2, 2, -1}, {2, -2, -1}, {-2, 2, -1}, {-2, -2, -1}},
                          {{0, 3, 2}, {0, 2, 1}, {0, 1, 4}, {0, 4, 5}}};
  const SoftResult on_roof = against(block, Terrain{std::make_shared<TerrainSurface>(roof)});
  EXPECT_EQ(on_roof.size(), 2u);  // where the ridge crosses the rim of the face
  expect_all(on_roof, 0.001, Vec3::UnitZ());
  const Shape slab = Mesh{SolidMesh::make(box_mesh({4, 4, 1}), 16)};
  const SoftResult on_mesh = against(block, slab, {Vec3(0, 0, -0.5), Mat3::Identity()});
  EXPECT_EQ(on_mesh.size(), 9u);
  expect_all(on_mesh, 0.001, Vec3::UnitZ());
}

TEST(SoftShapes, SameBitsForAnyNumberOfThreads) {
  std::mt19937 random(9);
  std::vector<SoftBody> bodies;
  for (int i = 0; i < 12; ++i) {
    bodies.emplace_back(icosphere_mesh(0.5, 2), Pose{0.9 * Vec3(i % 3, i / 3 % 2, i / 6), random_rotation(random)});
  }
  std::vector<PosedSoft> posed;
  for (int i = 0; i < 12; ++i) posed.push_back(bodies[std::size_t(i)].posed(i, true));
  const Shape ground = HalfSpace{Vec3::UnitZ(), -0.45};
  std::vector<PosedShape> rigid(13);
  rigid[12] = {&ground, {}, true};
  SoftResult results[2];
  for (const int threads : {1, 2}) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, std::size_t(threads));
    results[threads - 1] = soft_contacts(rigid, posed);
  }
  ASSERT_GT(results[0].size(), 50u);
  ASSERT_EQ(results[0].size(), results[1].size());
  std::pair<std::pair<int, int>, std::uint64_t> last{{-1, -1}, 0};
  for (std::size_t i = 0; i < results[0].size(); ++i) {
    const ContactPoint &a = results[0].contacts[i], &b = results[1].contacts[i];
    EXPECT_TRUE(a.body_a == b.body_a && a.body_b == b.body_b && a.feature == b.feature && a.gap == b.gap &&
                a.position == b.position && a.normal == b.normal && a.spot == int(i));
    const std::pair key{std::pair{a.body_a, a.body_b}, a.feature};
    EXPECT_LT(last, key) << "sorted by pair and feature";
    last = key;
  }
}

}  // namespace
}  // namespace stiction::testing
