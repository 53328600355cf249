// Sharp edges of meshes in stretches: all of them, once, cut where the samples lie.
#include "stiction/geometry/mesh/sharp_edges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "stiction/geometry/mesh/solid_mesh.h"
#include "support/meshes.h"

namespace stiction::testing {
namespace {

TEST(SharpEdges, AreThoseOfTheBoxAndCutLikeItsSamples) {
  const Vec3 size(0.1, 0.06, 0.04);
  const auto solid = SolidMesh::make(box_mesh(size, 2), 32);
  double length = 0;
  std::size_t count = 0;
  const auto& samples = solid->samples().samples();
  solid->sharp_edges().visit(
      [](const Vec3&, double) { return true; },
      [&](const SurfaceSample& middle, const SharpEdges::Stretch& stretch) {
        ++count;
        length += 2 * stretch.half.norm();
        for (int k = 0; k <= stretch.parts; ++k) {
          const Vec3 x = middle.x + (2.0 * k / stretch.parts - 1) * stretch.half;
          ASSERT_TRUE(std::ranges::any_of(samples, [&](const SurfaceSample& s) { return (s.x - x).norm() < 1e-12; }));
        }
        // On two faces at once, and the axis between their normals.
        int faces = 0;
        for (int i = 0; i < 3; ++i) faces += std::abs(std::abs(middle.x(i)) - 0.5 * size(i)) < 1e-12;
        ASSERT_EQ(faces, 2);
        ASSERT_GT(middle.axis.dot(middle.x), 0);
        ASSERT_NEAR(stretch.cosine, std::sqrt(0.5), 1e-12);
        ASSERT_NEAR(stretch.sine, std::sqrt(0.5), 1e-12);
      });
  EXPECT_EQ(count, solid->sharp_edges().size());
  EXPECT_NEAR(length, 4 * size.sum(), 1e-12);
}

TEST(SharpEdges, AreNotThoseThatBendInwardsOrALittle) {
  EXPECT_EQ(SolidMesh::make(icosphere_mesh(0.05, 3), 32)->sharp_edges().size(), 0u);
  // A bracket has 18 edges, one of them in the inner corner.
  const auto bracket = SolidMesh::make(bracket_mesh(0.1, 0.025, 0.03), 32);
  double length = 0;
  bracket->sharp_edges().visit(
      [](const Vec3&, double) { return true; },
      [&](const SurfaceSample&, const SharpEdges::Stretch& stretch) { length += 2 * stretch.half.norm(); });
  EXPECT_NEAR(length, 2 * (0.1 + 0.025 + 0.075 + 0.075 + 0.025 + 0.1) + 5 * 0.03, 1e-12);
}

// What the spheres leave out is out of reach.
TEST(SharpEdges, VisitFindsAllWithinReach) {
  const auto bracket = SolidMesh::make(bracket_mesh(0.1, 0.025, 0.03), 32);
  for (const Vec3& x : {Vec3(0, 0, 0), Vec3(0.07, -0.03, 0.02), Vec3(-0.03, 0.05, -0.01), Vec3(0.2, 0, 0)}) {
    for (const double reach : {0.003, 0.02, 0.1}) {
      const auto near = [&](const SurfaceSample& middle, const SharpEdges::Stretch& stretch) {
        const double t = std::clamp((x - middle.x).dot(stretch.half) / stretch.half.squaredNorm(), -1.0, 1.0);
        return (x - middle.x - t * stretch.half).norm() <= reach;
      };
      int all = 0, found = 0;
      bracket->sharp_edges().visit([](const Vec3&, double) { return true; },
                                   [&](const auto& middle, const auto& stretch) { all += near(middle, stretch); });
      bracket->sharp_edges().visit(
          [&](const Vec3& centre, double radius) { return (centre - x).norm() <= radius + reach; },
          [&](const auto& middle, const auto& stretch) { found += near(middle, stretch); });
      EXPECT_EQ(found, all);
      int found_whole = 0;
      bracket->sharp_edges().visit_whole(
          [&](const Vec3& centre, double radius) { return (centre - x).norm() <= radius + reach; },
          [&](int i) { found_whole += near(bracket->sharp_edges().middle(i), bracket->sharp_edges().stretch(i)); });
      EXPECT_EQ(found_whole, all);
    }
  }
}

}  // namespace
}  // namespace stiction::testing
