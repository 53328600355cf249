// Distances to meshes: the tree against all triangles, the sign against formulas, the field against the exact distance.
#include <gtest/gtest.h>

#include <random>

#include "stiction/geometry/mesh/solid_mesh.h"
#include "support/meshes.h"

namespace stiction {
namespace {

using namespace stiction::testing;

Vec3 random_point(std::mt19937& random, double size) {
  std::uniform_real_distribution<double> uniform(-size, size);
  const double x = uniform(random), y = uniform(random), z = uniform(random);
  return {x, y, z};
}

/// Signed distance to the box of this size about the origin.
double to_box(const Vec3& x, const Vec3& size) {
  const Vec3 q = x.cwiseAbs() - size / 2;
  return q.cwiseMax(0.0).norm() + std::min(q.maxCoeff(), 0.0);
}

TEST(TriangleTree, FindsWhatTryingAllTrianglesFinds) {
  const TriangleMesh mesh = torus_mesh(1, 0.4, 24, 12);
  const TriangleTree tree(mesh);
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 x = random_point(random, 2);
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      // Dense tries over the triangle bound the distance from above, the plane and the tree's answer from below.
      best = std::min(best, nearest_on_triangle(x, mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)).squared);
    }
    const auto found = tree.nearest(x);
    EXPECT_DOUBLE_EQ(found.squared, best);
    EXPECT_NEAR((x - found.point).squaredNorm(), best, 1e-14);
    EXPECT_EQ(tree.nearest(x, 0.99 * std::sqrt(best)).triangle, -1);
    EXPECT_EQ(tree.nearest(x, 1.01 * std::sqrt(best)).triangle, found.triangle);
  }
}

TEST(NearestOnTriangle, IsNoFurtherThanAnyPointOfIt) {
  std::mt19937 random(2);
  for (int i = 0; i < 300; ++i) {
    const Vec3 a = random_point(random, 1), b = random_point(random, 1), c = random_point(random, 1);
    const Vec3 x = random_point(random, 2);
    const NearestOnTriangle found = nearest_on_triangle(x, a, b, c);
    double best = std::numeric_limits<double>::infinity();
    for (int u = 0; u <= 100; ++u) {
      for (int v = 0; u + v <= 100; ++v) {
        best = std::min(best, (x - a - 0.01 * u * (b - a) - 0.01 * v * (c - a)).norm());
      }
    }
    EXPECT_LE(std::sqrt(found.squared), best + 1e-12);
    EXPECT_GE(std::sqrt(found.squared), best - 0.03);
    EXPECT_NEAR((x - found.point).norm(), std::sqrt(found.squared), 1e-12);
  }
}

TEST(MeshDistance, OfABoxIsTheFormulaWithItsSign) {
  const Vec3 size(1, 0.6, 0.3);
  const TriangleMesh mesh = box_mesh(size, 3);
  const MeshDistance exact(mesh);
  std::mt19937 random(3);
  for (int i = 0; i < 5000; ++i) {
    const Vec3 x = random_point(random, 0.8);
    const SurfaceDistance found = exact.at(x);
    EXPECT_NEAR(found.distance, to_box(x, size), 1e-12);
    EXPECT_NEAR(found.normal.norm(), 1, 1e-12);
    // Walking down the normal by the distance arrives at the surface.
    EXPECT_NEAR(to_box(x - found.distance * found.normal, size), 0, 1e-12);
  }
}

struct FieldCase {
  const char* name;
  TriangleMesh mesh;
};

TEST(DistanceField, ErrorIsBoundedByTheCell) {
  const FieldCase cases[] = {{"box", box_mesh({0.1, 0.06, 0.03})},
                             {"bracket", bracket_mesh(0.1, 0.02, 0.03)},
                             {"ball", icosphere_mesh(0.05, 3)},
                             {"torus", torus_mesh(0.04, 0.015, 32, 16)}};
  for (const FieldCase& c : cases) {
    SCOPED_TRACE(c.name);
    const auto solid = SolidMesh::make(c.mesh, 40);
    const double cell = solid->field().cell();
    EXPECT_NEAR(cell, solid->box().sizes().maxCoeff() / 40, 1e-15);
    std::mt19937 random(4);
    double worst = 0, worst_refined = 0;
    int near = 0;
    for (int i = 0; i < 20000; ++i) {
      const Vec3 x = random_point(random, 0.07);
      const double truth = solid->exact().at(x).distance;
      if (x == solid->field().clamped(x)) {
        const double value = solid->field().distance(x);
        worst = std::max(worst, std::abs(value - truth));
        if (std::abs(truth) > DistanceField::kWorstError * cell) {
          EXPECT_EQ(value < 0, truth < 0);
        }
        EXPECT_NEAR(solid->field().at(x).distance, value, 1e-12);
      }
      const SurfaceDistance refined = solid->distance(x, 0.5 * cell);
      if (truth <= 0.5 * cell) {
        // Rough cells are answered exactly; near the surface the others are good to the tolerance they were tried at,
        // with some room for what lies between the probes.
        if (truth > -cell) {
          ++near;
          worst_refined = std::max(worst_refined, std::abs(refined.distance - truth));
        } else {
          EXPECT_LT(refined.distance, 0);
        }
        EXPECT_NEAR(refined.normal.norm(), 1, 1e-9);
      } else if (truth > (0.5 + DistanceField::kTolerance) * cell) {
        EXPECT_GT(refined.distance, 0.5 * cell);
      }
      // A ball that is called clear has no point of the surface within reach.
      for (const double radius : {0.0, 0.01}) {
        if (solid->clear(x, radius, 0.002)) {
          EXPECT_GT(truth, radius + 0.002);
        }
      }
    }
    EXPECT_GT(near, 300);
    EXPECT_LE(worst, DistanceField::kWorstError * cell);
    EXPECT_LE(worst_refined, 1.5 * DistanceField::kTolerance * cell);
    std::printf("%-8s field error %.3f cells, refined %.3f cells\n", c.name, worst / cell, worst_refined / cell);
  }
}

TEST(DistanceField, GradientIsTheDerivative) {
  const auto solid = SolidMesh::make(torus_mesh(0.04, 0.015, 32, 16), 40);
  const DistanceField& field = solid->field();
  std::mt19937 random(5);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 x = random_point(random, 0.04);
    const double eps = 1e-3 * field.cell();
    if ((field.clamped(x) - x).norm() > 0) continue;  // constant beyond the grid
    const Vec3 gradient = field.at(x).gradient;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 step = eps * Vec3::Unit(axis);
      const double above = field.distance(x + step), below = field.distance(x - step), here = field.distance(x);
      // Inside a cell the interpolant is linear along an axis; across a face the two sides differ.
      if (std::abs(above - 2 * here + below) > 1e-12) continue;
      EXPECT_NEAR(gradient[axis], (above - below) / (2 * eps), 1e-6);
    }
  }
}

TEST(NearTriangles, HoldTheNearestOne) {
  std::mt19937 random(7);
  int known = 0;
  for (const TriangleMesh& mesh : {torus_mesh(1, 0.4, 24, 12), torus_mesh(1, 0.4, 96, 48), bracket_mesh(2, 0.4, 0.6)}) {
    const MeshDistance exact(mesh);
    const DistanceField field(exact, 32);
    const NearTriangles near(exact, field);
    for (int i = 0; i < 20000; ++i) {
      // Also where cells, and edges of the bracket, meet: there are ties.
      Vec3 x = random_point(random, 1.5);
      if (i % 2 == 0) x = field.cell() * (x / field.cell()).array().round().matrix();
      const DistanceField::Value value = field.at(x);
      if (x != field.clamped(x) || near.of_cell(value.cell).empty()) continue;
      ++known;
      EXPECT_LE(value.from_centre.cwiseAbs().maxCoeff(), (0.5 + 1e-12) * field.cell());
      EXPECT_LT((x - field.cell_centre(value.cell) - value.from_centre).norm(), 1e-12);
      for (const double within : {std::numeric_limits<double>::infinity(), 0.05}) {
        const SurfaceDistance all = exact.at(x, within),
                              some = exact.at(x, within, near.of_cell(value.cell), value.from_centre.norm());
        EXPECT_EQ(some.triangle, all.triangle);
        EXPECT_EQ(some.distance, all.distance);
        EXPECT_EQ(some.point, all.point);
      }
    }
  }
  EXPECT_GT(known, 5000);
}

TEST(SurfaceSamples, LieOnTheSurfaceCloseTogetherAndInTheirSpheres) {
  const auto solid = SolidMesh::make(bracket_mesh(0.1, 0.02, 0.03), 32);
  const double spacing = solid->field().cell();
  const auto& samples = solid->samples().samples();
  std::vector<char> seen(samples.size(), 0);
  for (const SurfaceSample& sample : samples) {
    EXPECT_LT(std::abs(solid->exact().at(sample.x).distance), 1e-12);
    ASSERT_FALSE(seen[std::size_t(sample.id)]);
    seen[std::size_t(sample.id)] = 1;
  }
  for (const auto& node : solid->samples().nodes()) {
    for (int k = node.first; k < node.last; ++k) {
      EXPECT_LE((samples[std::size_t(k)].x - node.centre).norm(), node.radius * (1 + 1e-12));
    }
  }
  // No point of the surface is further from a sample than the coarse spacing.
  std::mt19937 random(6);
  for (int i = 0; i < 500; ++i) {
    const Vec3 on_surface = solid->exact().at(random_point(random, 0.06)).point;
    double nearest = 1;
    for (const SurfaceSample& sample : samples) nearest = std::min(nearest, (sample.x - on_surface).norm());
    EXPECT_LT(nearest, 2 * spacing);
  }
}

}  // namespace
}  // namespace stiction
