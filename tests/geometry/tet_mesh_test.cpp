// Tetrahedral meshes: measures, surfaces, checks, and the meshes made by formula.
#include "stiction/geometry/tet/tet_mesh.h"

#include <gtest/gtest.h>

#include <map>
#include <numbers>
#include <set>

#include "stiction/common/error.h"
#include "stiction/geometry/tet/pinches.h"
#include "stiction/geometry/tet/structured_tets.h"
#include "support/tets.h"

namespace stiction {
namespace {

using namespace stiction::testing;

TetMesh unit_tet() { return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 3}}}; }

TEST(TetMesh, OneTetrahedronByHand) {
  const TetMesh mesh = unit_tet();
  EXPECT_NEAR(volume(mesh), 1.0 / 6, 1e-16);
  const std::vector<std::array<int, 3>> surface{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  EXPECT_EQ(surface_triangles(mesh), surface);
  EXPECT_NEAR(mesh_moments(tet_surface(mesh).mesh).volume, 1.0 / 6, 1e-16);  // outward
  // Three right angles at the corner, acos(1/√3) to the slanted face.
  const auto angles = dihedral_angles(mesh, 0);
  const double slanted = std::acos(1 / std::sqrt(3.0)) * 180 / std::numbers::pi;
  for (const std::size_t e : {0u, 1u, 2u}) EXPECT_NEAR(angles[e], 90, 1e-12);
  for (const std::size_t e : {3u, 4u, 5u}) EXPECT_NEAR(angles[e], slanted, 1e-12);
  const TetQuality q = tet_quality(mesh);
  EXPECT_NEAR(q.least_dihedral, slanted, 1e-12);
  EXPECT_NEAR(q.greatest_dihedral, 90, 1e-12);
  EXPECT_EQ(q.shortest_edge, 1);
  EXPECT_NEAR(q.longest_edge, std::sqrt(2.0), 1e-15);
  EXPECT_EQ(q.surface_triangles, 4u);
}

TEST(TetMesh, SurfaceHasItsOwnVerticesAndKnowsItsTets) {
  const TetMesh mesh = box_tets({1, 2, 3}, {3, 3, 3});
  const TetSurface surface = tet_surface(mesh);
  EXPECT_EQ(surface.mesh.vertices.size(), 64u - 8u);
  const auto triangles = surface_triangles(mesh);
  ASSERT_EQ(triangles.size(), surface.mesh.triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& tet = mesh.tets[std::size_t(surface.tets[t])];
    for (std::size_t i = 0; i < 3; ++i) {
      const int v = surface.vertices[std::size_t(surface.mesh.triangles[t][i])];
      EXPECT_EQ(v, triangles[t][i]);
      EXPECT_NE(std::find(tet.begin(), tet.end(), v), tet.end());
    }
  }
}

std::string complaint(const TetMesh& mesh, const TetLimits& limits = {}) {
  try {
    check(mesh, limits);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}
bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(TetChecks, SayWhatIsWrongAndWhere) {
  const TetMesh good = box_tets({1, 1, 1}, {2, 2, 2});
  EXPECT_EQ(complaint(good), "");
  EXPECT_TRUE(says(complaint({}), "no tetrahedra"));
  TetMesh mesh = good;
  mesh.vertices[4].x() = NAN;
  EXPECT_TRUE(says(complaint(mesh), "vertex 5: is not finite"));
  mesh = good;
  mesh.tets[3][2] = 27;
  EXPECT_TRUE(says(complaint(mesh), "tetrahedron 4: names vertex 28; there are 27"));
  mesh.tets[3][2] = -1;
  EXPECT_TRUE(says(complaint(mesh), "tetrahedron 4: names vertex 0"));
  mesh = good;
  mesh.tets[3][2] = mesh.tets[3][0];
  EXPECT_TRUE(says(complaint(mesh), "tetrahedron 4: has vertex"));
  mesh = good;
  mesh.vertices.push_back({7, 8, 9});
  EXPECT_TRUE(says(complaint(mesh), "vertex 28 at (7, 8, 9) m: belongs to no tetrahedron"));
  mesh = good;
  std::swap(mesh.tets[0][0], mesh.tets[0][1]);
  EXPECT_TRUE(says(complaint(mesh), "tetrahedron 1 at (-0.25, -0.25, -0.25) m: is turned inside out"));
  mesh = unit_tet();
  mesh.vertices[3] = {0.3, 0.3, 0};
  EXPECT_TRUE(says(complaint(mesh), "is flat"));
  mesh.vertices[3].z() = 1e-3;
  EXPECT_TRUE(says(complaint(mesh), "is a sliver"));
  EXPECT_EQ(complaint(mesh, {.least_dihedral = 0.01}), "");
}

TEST(TetChecks, PartsNotJoinedByFacesAreNamed) {
  TetMesh mesh = unit_tet();  // apart
  mesh.vertices.insert(mesh.vertices.end(), {{5, 0, 0}, {6, 0, 0}, {5, 1, 0}, {5, 0, 1}});
  mesh.tets.push_back({4, 5, 6, 7});
  EXPECT_TRUE(says(complaint(mesh), "tetrahedron 2 at (5.25, 0.25, 0.25) m: hangs together"));
  EXPECT_TRUE(says(complaint(mesh), "2 parts"));
  EXPECT_EQ(complaint(mesh, {.connected = false}), "");
  mesh = unit_tet();  // touching in a vertex
  mesh.vertices.insert(mesh.vertices.end(), {{2, 0, 0}, {1, 1, 0}, {1, 0, 1}});
  mesh.tets.push_back({1, 4, 5, 6});
  EXPECT_TRUE(says(complaint(mesh), "2 parts"));
  EXPECT_TRUE(says(complaint(mesh, {.connected = false}), "vertex 2 at (1, 0, 0) m: the surface meets itself"));
  mesh = unit_tet();  // touching in an edge
  mesh.vertices.insert(mesh.vertices.end(), {{0, -1, 0}, {0, 0, -1}});
  mesh.tets.push_back({0, 1, 4, 5});
  EXPECT_TRUE(says(complaint(mesh, {.connected = false}), "joins 4 triangles"));
}

TEST(TetChecks, OverlapsAreNamed) {
  TetMesh mesh = unit_tet();
  mesh.vertices.push_back({1, 1, 1});
  mesh.tets.push_back({1, 2, 3, 4});
  EXPECT_EQ(complaint(mesh), "");
  mesh.vertices.push_back({2, 2, 2});
  mesh.tets.push_back({1, 2, 3, 5});
  EXPECT_TRUE(says(complaint(mesh), "more than two tetrahedra"));
  mesh = unit_tet();
  mesh.vertices.push_back({0, 0, 2});
  mesh.tets.push_back({0, 1, 2, 4});
  EXPECT_TRUE(says(complaint(mesh), "has tetrahedron 1 on the same side"));
}

TEST(Pinches, VerticesAndEdgesComeApart) {
  // Among random halves of a box's tetrahedra every kind of touch occurs somewhere.
  const TetMesh box = box_tets({1, 1, 1}, {3, 3, 3});
  std::uint32_t random = 12345;
  int split = 0;
  for (int round = 0; round < 200; ++round) {
    TetMesh some;
    some.vertices = box.vertices;
    for (std::size_t t = 0; t < box.tets.size(); ++t) {
      random = random * 1664525u + 1013904223u;
      if (random >> 31) some.tets.push_back(box.tets[t]);
    }
    const double before = volume(some);
    split += split_pinches(some);
    EXPECT_EQ(complaint(some, {.connected = false}), "") << "round " << round;
    // Vertices that were cut off took an eighth of what was around them along.
    EXPECT_LE(volume(some), before + 1e-12);
    EXPECT_GE(volume(some), 0.9 * before);
    expect_conforming(some);
  }
  EXPECT_GT(split, 1000);
}

TEST(BoxTets, AreConformingExactAndFull) {
  for (const CellPattern pattern : {CellPattern::kFive, CellPattern::kSix}) {
    for (const std::array<int, 3>& cells : {std::array{1, 1, 1}, std::array{3, 2, 4}, std::array{5, 4, 3}}) {
      const TetMesh mesh = box_tets({0.3, 0.2, 0.5}, cells, pattern);
      EXPECT_EQ(complaint(mesh), "");
      EXPECT_NEAR(volume(mesh), 0.03, 1e-15);
      const auto tets = std::size_t((pattern == CellPattern::kFive ? 5 : 6) * cells[0] * cells[1] * cells[2]);
      EXPECT_EQ(mesh.tets.size(), tets);
      expect_conforming(mesh);
      EXPECT_EQ(surface_euler(mesh), 2);
      // Every face has two triangles for each square of the grid.
      const int squares = cells[0] * cells[1] + cells[1] * cells[2] + cells[2] * cells[0];
      EXPECT_EQ(surface_triangles(mesh).size(), std::size_t(4 * squares));
    }
  }
}

/// Tetrahedra as sets of positions.
std::multiset<std::set<std::array<double, 3>>> as_sets(const TetMesh& mesh, const Vec3& mirror) {
  std::multiset<std::set<std::array<double, 3>>> out;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    std::set<std::array<double, 3>> corners;
    for (int i = 0; i < 4; ++i) {
      const Vec3 x = mesh.corner(t, i).cwiseProduct(mirror) + Vec3::Zero();  // no negative zeros
      corners.insert({x.x(), x.y(), x.z()});
    }
    out.insert(corners);
  }
  return out;
}

TEST(BoxTets, AreMirrorImagesOfThemselves) {
  for (const CellPattern pattern : {CellPattern::kFive, CellPattern::kSix}) {
    const TetMesh mesh = box_tets({0.3, 0.2, 0.7}, {4, 2, 6}, pattern);
    for (const Vec3& mirror : {Vec3(-1, 1, 1), Vec3(1, -1, 1), Vec3(1, 1, -1)}) {
      EXPECT_EQ(as_sets(mesh, Vec3::Ones()), as_sets(mesh, mirror));
    }
  }
  EXPECT_THROW(box_tets({1, 0, 1}, {1, 1, 1}), InputError);
  EXPECT_THROW(box_tets({1, 1, 1}, {1, 0, 1}), InputError);
  EXPECT_THROW(box_tets({1, 1, 1}, {1000, 1000, 1000}), InputError);
}

TEST(RodTets, ApproachTheCylinder) {
  const double radius = 0.02, length = 0.12, whole = std::numbers::pi * radius * radius * length;
  double last = 0;
  for (const int across : {2, 4, 8}) {
    const TetMesh mesh = rod_tets(radius, length, across, 3 * across);
    EXPECT_EQ(complaint(mesh), "");
    expect_conforming(mesh);
    EXPECT_EQ(surface_euler(mesh), 2);
    const double missing = 1 - volume(mesh) / whole;
    EXPECT_GT(missing, 0);
    if (last > 0) {
      EXPECT_NEAR(last / missing, 4, 0.3);  // second order
    }
    last = missing;
    for (const auto& triangle : surface_triangles(mesh)) {
      for (const int v : triangle) {
        const Vec3& x = mesh.vertices[std::size_t(v)];
        const double off = x.head<2>().norm() - radius;
        EXPECT_TRUE(std::abs(off) < 1e-15 || (off < 0 && std::abs(std::abs(x.z()) - length / 2) < 1e-15));
      }
    }
    const TetQuality q = tet_quality(mesh);
    EXPECT_GT(q.least_dihedral, 15);
    EXPECT_LT(q.greatest_dihedral, 150);
  }
  EXPECT_THROW(rod_tets(1, 1, 3, 1), InputError);
  EXPECT_THROW(rod_tets(1, -1, 2, 1), InputError);
}

}  // namespace
}  // namespace stiction
