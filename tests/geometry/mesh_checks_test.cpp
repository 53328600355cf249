// Meshes that cannot become tetrahedra, each told by its place.
#include "stiction/geometry/mesh/mesh_checks.h"

#include <gtest/gtest.h>

#include <random>

#include "stiction/common/error.h"
#include "stiction/geometry/mesh/triangle_tree.h"
#include "support/meshes.h"

namespace stiction {
namespace {

using namespace stiction::testing;

std::string complaint(const TriangleMesh& mesh) {
  try {
    check_meshable(mesh);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}
bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TriangleMesh moved(TriangleMesh mesh, const Vec3& by) {
  for (Vec3& v : mesh.vertices) v += by;
  return mesh;
}

TriangleMesh together(TriangleMesh one, const TriangleMesh& other) {
  const int offset = int(one.vertices.size());
  one.vertices.insert(one.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const auto& [i, j, k] : other.triangles) one.triangles.push_back({i + offset, j + offset, k + offset});
  return one;
}

TEST(MeshChecks, GoodMeshesPass) {
  EXPECT_EQ(complaint(box_mesh({1, 2, 3}, 4)), "");
  EXPECT_EQ(complaint(icosphere_mesh(0.1, 3)), "");
  EXPECT_EQ(complaint(torus_mesh(1, 0.4, 40, 20)), "");
  EXPECT_EQ(complaint(bracket_mesh(0.1, 0.02, 0.03)), "");
  EXPECT_EQ(complaint(tetrahedron_mesh()), "");
}

TEST(MeshChecks, WrongUnitsAreNamedWithTheSize) {
  const std::string large = complaint(box_mesh({1000, 20, 30}));
  EXPECT_TRUE(says(large, "is 1000 m long on its longest side") && says(large, "\"scale\": 0.001")) << large;
  const std::string small = complaint(icosphere_mesh(0.5e-6, 1));
  EXPECT_TRUE(says(small, "1e-06 m long") || says(small, "e-07 m long")) << small;
  EXPECT_TRUE(says(small, "\"scale\"")) << small;
}

TEST(MeshChecks, OpenTurnedAndSliverMeshesAreNamed) {
  TriangleMesh mesh = box_mesh(Vec3::Ones());
  mesh.triangles.pop_back();
  EXPECT_TRUE(says(complaint(mesh), "the mesh is open"));
  EXPECT_TRUE(says(complaint(flipped(box_mesh(Vec3::Ones()))), "face inwards"));
  mesh = box_mesh(Vec3::Ones());
  // The first triangle gets a vertex a hair's breadth beside one of its edges, which its neighbour gets too.
  const auto [a, b, c] = mesh.triangles[0];
  const Vec3 inner = 0.5 * (mesh.vertices[std::size_t(a)] + mesh.vertices[std::size_t(b)]) +
                     2e-8 * (mesh.vertices[std::size_t(c)] - mesh.vertices[std::size_t(a)]);
  const int v = int(mesh.vertices.size());
  mesh.vertices.push_back(inner);
  mesh.triangles[0] = {a, b, v};
  mesh.triangles.push_back({b, c, v});
  mesh.triangles.push_back({c, a, v});
  const std::string text = complaint(mesh);
  EXPECT_TRUE(says(text, "triangle 1 at (") && says(text, "is a sliver")) << text;
}

TEST(MeshChecks, PartsMustFaceTheRightWay) {
  const TriangleMesh outer = box_mesh({1, 1, 1}), inner = box_mesh({0.5, 0.5, 0.5});
  EXPECT_EQ(complaint(together(outer, flipped(inner))), "");  // a cavity
  EXPECT_EQ(complaint(together(outer, moved(inner, {2, 0, 0}))), "");
  EXPECT_TRUE(says(complaint(together(outer, inner)), "triangle 13 at (-0.25, "));
  EXPECT_TRUE(says(complaint(together(outer, inner)), "filled twice"));
  const std::string text = complaint(together(outer, moved(flipped(inner), {2, 0, 0})));
  EXPECT_TRUE(says(text, "triangle 13 at (1.75, ") && says(text, "face inwards")) << text;
  // An island in a cavity.
  EXPECT_EQ(complaint(together(together(outer, flipped(inner)), box_mesh({0.2, 0.2, 0.2}))), "");
}

TEST(SelfIntersection, IsNamedByTrianglesAndPoint) {
  const TriangleMesh ball = icosphere_mesh(0.1, 2);
  const TriangleMesh both = together(ball, moved(ball, {0.15, 0.01, 0.02}));
  const auto found = find_self_intersection(both);
  ASSERT_TRUE(found);
  EXPECT_LT(found->first, int(ball.triangles.size()));
  EXPECT_GE(found->second, int(ball.triangles.size()));
  EXPECT_FALSE(found->coplanar);
  // The point lies on both.
  for (const int t : {found->first, found->second}) {
    const std::size_t k = std::size_t(t);
    EXPECT_LT(nearest_on_triangle(found->point, both.corner(k, 0), both.corner(k, 1), both.corner(k, 2)).squared,
              1e-30);
  }
  EXPECT_TRUE(says(complaint(both), "the mesh intersects itself"));
  EXPECT_TRUE(says(complaint(both), "cuts triangle " + std::to_string(found->second + 1)));
  EXPECT_FALSE(find_self_intersection(together(ball, moved(ball, {0.21, 0, 0}))));
}

TEST(SelfIntersection, FacesOnEachOtherCount) {
  const TriangleMesh box = box_mesh({1, 1, 1});
  const auto found = find_self_intersection(together(box, moved(box, {1, 0.3, 0.2})));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->coplanar);
  EXPECT_NEAR(found->point.x(), 0.5, 1e-12);
  EXPECT_TRUE(says(complaint(together(box, moved(box, {1, 0.3, 0.2}))), "lies on triangle"));
  // Boxes that stand corner to corner touch, and do not cut.
  EXPECT_FALSE(find_self_intersection(together(box, moved(box, {1, 1, 1}))));
}

TEST(SelfIntersection, NeighboursFoldedOntoEachOther) {
  const TriangleMesh fold{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.1, 0.8, 0}}, {{0, 1, 2}, {1, 0, 3}}};
  const auto found = find_self_intersection(fold);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->coplanar);
  const TriangleMesh flat{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.1, -0.8, 0}}, {{0, 1, 2}, {1, 0, 3}}};
  EXPECT_FALSE(find_self_intersection(flat));
  // One common vertex, and the opposite edge of one goes through the other.
  const TriangleMesh through{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.3, 0.3, -1}, {0.3, 0.3, 1}}, {{0, 1, 2}, {0, 3, 4}}};
  const auto crossing = find_self_intersection(through);
  ASSERT_TRUE(crossing);
  EXPECT_LT((crossing->point - Vec3(0.3, 0.3, 0)).norm(), 1e-15);
}

// Random soups of triangles: the tree against all pairs, and a pair against many points of one triangle, which lie on
// both sides of the other's plane and inside of it only if the two cut.
TEST(SelfIntersection, AgreesWithTryingAllPairs) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto point = [&](double size) {
    const double x = uniform(random), y = uniform(random), z = uniform(random);
    return Vec3(size * x, size * y, size * z);
  };
  int cut = 0, apart = 0;
  for (int round = 0; round < 300; ++round) {
    TriangleMesh soup;
    for (int t = 0; t < 12; ++t) {
      const Vec3 centre = point(1);
      for (int i = 0; i < 3; ++i) soup.vertices.push_back(centre + point(0.3));
      soup.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    std::optional<std::pair<int, int>> first;
    for (int s = 0; s < 12 && !first; ++s) {
      for (int t = s + 1; t < 12 && !first; ++t) {
        TriangleMesh pair{soup.vertices, {soup.triangles[std::size_t(s)], soup.triangles[std::size_t(t)]}};
        if (find_self_intersection(pair)) first = {s, t};
      }
    }
    const auto found = find_self_intersection(soup);
    ASSERT_EQ(bool(found), bool(first));
    ++(found ? cut : apart);
    if (!found) continue;
    EXPECT_EQ(std::pair(found->first, found->second), *first);
    for (const int t : {found->first, found->second}) {
      const std::size_t k = std::size_t(t);
      EXPECT_LT(nearest_on_triangle(found->point, soup.corner(k, 0), soup.corner(k, 1), soup.corner(k, 2)).squared,
                1e-28);
    }
  }
  EXPECT_GT(cut, 30);
  EXPECT_GT(apart, 30);
}

// Two triangles against a fine grid of points on both: their least distance is zero only where they cut.
TEST(SelfIntersection, PairsAgreeWithDistances) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int cut = 0, apart = 0;
  for (int round = 0; round < 200; ++round) {
    TriangleMesh pair{{}, {{0, 1, 2}, {3, 4, 5}}};
    for (int i = 0; i < 6; ++i) {
      const double x = uniform(random), y = uniform(random), z = uniform(random);
      pair.vertices.push_back({x, y, z});
    }
    double least = 10;
    constexpr int n = 60;
    for (std::size_t t = 0; t < 2; ++t) {
      for (int i = 0; i <= n; ++i) {
        for (int j = 0; i + j <= n; ++j) {
          const Vec3 x = (i * pair.corner(t, 0) + j * pair.corner(t, 1) + (n - i - j) * pair.corner(t, 2)) / n;
          least = std::min(
              least,
              nearest_on_triangle(x, pair.corner(1 - t, 0), pair.corner(1 - t, 1), pair.corner(1 - t, 2)).squared);
        }
      }
    }
    // Points are at most 2√3/60 of an edge apart, so that a cut shows as a small distance.
    const bool crosses = find_self_intersection(pair).has_value();
    if (crosses) {
      EXPECT_LT(std::sqrt(least), 0.06);
    } else {
      EXPECT_GT(least, 0);
      if (std::sqrt(least) > 0.06) ++apart;
    }
    cut += crosses;
    if (std::sqrt(least) < 1e-4 * 0.06) {
      EXPECT_TRUE(crosses);
    }
  }
  EXPECT_GT(cut, 20);
  EXPECT_GT(apart, 20);
}

}  // namespace
}  // namespace stiction
