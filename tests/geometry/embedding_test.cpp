// Points in tetrahedra: the grid and the tree against trying all tetrahedra.
#include "stiction/geometry/tet/embedding.h"

#include <gtest/gtest.h>

#include <random>

#include "stiction/common/error.h"
#include "stiction/geometry/tet/structured_tets.h"
#include "stiction/geometry/tet/stuffing.h"
#include "support/meshes.h"

namespace stiction {
namespace {

using namespace stiction::testing;

TEST(Embedding, WeightsByHand) {
  const TetMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 4}}, {{0, 1, 2, 3}}};
  const TetLocator locator(mesh);
  const Embedding inside = locator.at(Vec3(0.1, 0.4, 1.2));
  EXPECT_EQ(inside.tet, 0);
  EXPECT_EQ(inside.outside, 0);
  EXPECT_LT((inside.weights - Eigen::Vector4d(0.4, 0.1, 0.2, 0.3)).norm(), 1e-15);
  const Embedding below = locator.at(Vec3(0.1, 0.4, -0.5));
  EXPECT_NEAR(below.outside, 0.5, 1e-15);
  EXPECT_NEAR(below.weights[3], -0.125, 1e-15);
  EXPECT_LT((embedded_point(below, mesh, mesh.vertices) - Vec3(0.1, 0.4, -0.5)).norm(), 1e-15);
  EXPECT_THROW(locator.at(Vec3(NAN, 0, 0)), InputError);
}

/// Distance from a tetrahedron: zero inside, else from its nearest face.
double distance_from(const TetMesh& mesh, int tet, const Vec3& x) {
  if (barycentric(mesh, tet, x).minCoeff() >= 0) return 0;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [a, b, c] : kTetFaces) {
    const std::size_t t = std::size_t(tet);
    least = std::min(least, nearest_on_triangle(x, mesh.corner(t, a), mesh.corner(t, b), mesh.corner(t, c)).squared);
  }
  return std::sqrt(least);
}

TEST(Embedding, FindsWhatTryingAllFinds) {
  const TetMesh ball = stuff(implicit_solid(Shape(Sphere{.radius = 0.1})), {.size = 0.03});
  const TetMesh ring = stuff(implicit_solid(torus_mesh(0.1, 0.03, 40, 20)), {.size = 0.02});
  const TetMesh plank = box_tets({1, 0.02, 0.1}, {40, 2, 5});
  std::mt19937 random(8);
  std::uniform_real_distribution<double> uniform(-1.3, 1.3);
  for (const TetMesh* mesh : {&ball, &ring, &plank}) {
    const TetLocator locator(*mesh);
    Eigen::AlignedBox3d box;
    for (const Vec3& v : mesh->vertices) box.extend(v);
    std::vector<Vec3> points;
    for (int i = 0; i < 200; ++i) {
      const double x = uniform(random), y = uniform(random), z = uniform(random);
      points.push_back(box.center() + 0.5 * box.sizes().cwiseProduct(Vec3(x, y, z)));
    }
    points.insert(points.end(), mesh->vertices.begin(), mesh->vertices.begin() + 20);
    const std::vector<Embedding> found = locator.at(points);
    int inside = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t t = 0; t < mesh->tets.size(); ++t) {
        least = std::min(least, distance_from(*mesh, int(t), points[i]));
      }
      EXPECT_NEAR(found[i].outside, least, 1e-12);
      EXPECT_NEAR(distance_from(*mesh, found[i].tet, points[i]), least, 1e-12);
      EXPECT_NEAR(found[i].weights.sum(), 1, 1e-12);
      EXPECT_LT((embedded_point(found[i], *mesh, mesh->vertices) - points[i]).norm(), 1e-12);
      inside += found[i].outside == 0;
    }
    EXPECT_GT(inside, 50);
    EXPECT_GT(int(points.size()) - inside, 50);
  }
}

// Any map that is linear moves embedded points as it moves the mesh.
TEST(Embedding, LinearMapsCarryOver) {
  const TetMesh mesh = box_tets({1, 1, 1}, {3, 3, 3});
  Mat3 A;
  A << 1.1, 0.2, 0, -0.1, 0.9, 0.3, 0, 0.1, 1.3;
  const Vec3 b(1, 2, 3);
  std::vector<Vec3> moved;
  for (const Vec3& v : mesh.vertices) moved.push_back(A * v + b);
  const TriangleMesh surface = icosphere_mesh(0.55, 2);  // partly outside
  const TetLocator locator(mesh);
  for (const Vec3& x : surface.vertices) {
    EXPECT_LT((embedded_point(locator.at(x), mesh, moved) - (A * x + b)).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace stiction
