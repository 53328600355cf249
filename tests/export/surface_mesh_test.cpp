#include "stiction/export/surface_mesh.h"

#include <gtest/gtest.h>

#include <map>
#include <numbers>

#include "support/meshes.h"

namespace stiction {
namespace {

constexpr double kPi = std::numbers::pi;

struct Measures {
  double area = 0, volume = 0;
};

/// Area, and volume by the divergence theorem: right only if all triangles face outwards.
Measures measure(const SurfaceMesh& mesh) {
  Measures m;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3 x = mesh.positions[a].cast<double>(), y = mesh.positions[b].cast<double>(),
               z = mesh.positions[c].cast<double>();
    m.area += 0.5 * (y - x).cross(z - x).norm();
    m.volume += x.dot(y.cross(z)) / 6;
  }
  return m;
}

/// Every edge between two places is run through once in each direction: no holes.
void expect_closed(const SurfaceMesh& mesh) {
  const auto place = [&](std::uint32_t v) {
    const Vec3f x = mesh.positions[v];
    return std::array<long, 3>{std::lround(x.x() * 1e5), std::lround(x.y() * 1e5), std::lround(x.z() * 1e5)};
  };
  std::map<std::pair<std::array<long, 3>, std::array<long, 3>>, int> edges;
  for (const auto& t : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) ++edges[{place(t[i]), place(t[(i + 1) % 3])}];
  }
  for (const auto& [edge, count] : edges) {
    const auto back = edges.find({edge.second, edge.first});
    ASSERT_TRUE(back != edges.end() && back->second == count);
  }
}

/// Normals are unit and on the side their triangles face.
void expect_sound_normals(const SurfaceMesh& mesh) {
  ASSERT_EQ(mesh.positions.size(), mesh.normals.size());
  for (const Vec3f& n : mesh.normals) ASSERT_NEAR(n.norm(), 1, 1e-5);
  for (const auto& t : mesh.triangles) {
    const Vec3f face = (mesh.positions[t[1]] - mesh.positions[t[0]]).cross(mesh.positions[t[2]] - mesh.positions[t[0]]);
    for (const std::uint32_t v : t) ASSERT_GT(face.dot(mesh.normals[v]), 0);
  }
}

SurfaceMesh checked(const Shape& shape, int segments) {
  Tessellation how;
  how.segments = segments;
  const SurfaceMesh mesh = tessellate(shape, how);
  expect_closed(mesh);
  expect_sound_normals(mesh);
  return mesh;
}

void expect_measures(const Shape& shape, double area, double volume) {
  // The error of a circle cut in n is of order 1/n²: four times less for twice as many.
  const Measures coarse = measure(checked(shape, 64)), fine = measure(checked(shape, 128));
  EXPECT_NEAR(fine.area, area, 1e-3 * area);
  EXPECT_NEAR(fine.volume, volume, 2e-3 * volume);
  EXPECT_NEAR((coarse.volume - volume) / (fine.volume - volume), 4, 0.1);
}

Pose tilted() { return {Vec3(0.3, -0.2, 0.5), Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix()}; }

TEST(SurfaceMesh, RoundShapesHaveTheirAreaAndVolume) {
  expect_measures(Sphere{0.5, Vec3(1, 2, 3)}, kPi, kPi / 6);
  expect_measures(Capsule{0.5, 1, tilted()}, kPi + 2 * kPi, kPi / 6 + kPi / 2);
  expect_measures(Cylinder{0.5, 1, tilted()}, 2 * kPi + kPi / 2, kPi / 2);
  expect_measures(Cone{0.5, 1.2, tilted()}, kPi * 0.25 + kPi * 0.5 * 1.3, kPi * 0.25 * 1.2 / 3);
}

TEST(SurfaceMesh, BoxHasSixFlatFaces) {
  const SurfaceMesh mesh = checked(Polyhedron{ConvexPolyhedron::box(Vec3(0.5, 1, 1.5))}, 8);
  EXPECT_EQ(mesh.positions.size(), 24u);
  EXPECT_EQ(mesh.triangles.size(), 12u);
  EXPECT_NEAR(measure(mesh).area, 22, 1e-5);
  EXPECT_NEAR(measure(mesh).volume, 6, 1e-5);
}

TEST(SurfaceMesh, CompoundIsTheSumOfItsParts) {
  const Shape box = Polyhedron{ConvexPolyhedron::box(Vec3(0.5, 0.5, 0.5))};
  const Pose far{Vec3(5, 0, 0), tilted().R};
  const Measures m = measure(checked(make_compound({{box, {}}, {box, far}}), 8));
  EXPECT_NEAR(m.area, 12, 1e-5);
  EXPECT_NEAR(m.volume, 2, 1e-5);
}

TEST(SurfaceMesh, MeshesAreSmoothUpToTheCrease) {
  const SurfaceMesh ball = with_normals(testing::icosphere_mesh(1, 3), 0.7);
  EXPECT_EQ(ball.positions.size(), 642u);  // no vertex is doubled
  for (std::size_t i = 0; i < ball.positions.size(); ++i) EXPECT_LT((ball.positions[i] - ball.normals[i]).norm(), 0.02);
  const SurfaceMesh box = with_normals(testing::box_mesh(Vec3(1, 1, 1), 3), 0.7);
  for (const Vec3f& n : box.normals) EXPECT_NEAR(n.cwiseAbs().maxCoeff(), 1, 1e-6);  // flat to the very edge
  expect_closed(box);
}

TEST(SurfaceMesh, TerrainKeepsItsTriangles) {
  const TriangleMesh hills = height_field_mesh(2, 2, 3, 3, {0, 0, 0, 0, 0.1, 0, 0, 0, 0});
  const SurfaceMesh mesh = tessellate(Terrain{std::make_shared<TerrainSurface>(hills), Vec3(0, 0, 1)}, {});
  EXPECT_EQ(mesh.triangles.size(), 8u);
  expect_sound_normals(mesh);
  float top = 0;
  for (const Vec3f& x : mesh.positions) top = std::max(top, x.z());
  EXPECT_FLOAT_EQ(top, 1.1f);
}

TEST(SurfaceMesh, HalfSpaceIsASquareCutByOthers) {
  Tessellation how;
  how.half_space_size = 4;
  how.half_space_centre = Vec3(1, 2, 7);
  const HalfSpace floor{Vec3::UnitZ(), 0.5};
  const SurfaceMesh whole = tessellate(floor, how);
  expect_sound_normals(whole);
  EXPECT_NEAR(measure(whole).area, 16, 1e-5);
  for (const Vec3f& x : whole.positions) {
    EXPECT_FLOAT_EQ(x.z(), 0.5f);
    EXPECT_FLOAT_EQ(std::abs(x.x() - 1), 2);
    EXPECT_FLOAT_EQ(std::abs(x.y() - 2), 2);
  }
  how.hidden = {{Vec3::UnitX(), 0}};  // solid where x < 0: one of four metres goes
  EXPECT_NEAR(measure(tessellate(floor, how)).area, 12, 1e-5);
  how.hidden.push_back({Vec3::UnitX(), 100});
  EXPECT_TRUE(tessellate(floor, how).triangles.empty());
}

TEST(SurfaceMesh, ArrowEndsAtItsTip) {
  const SurfaceMesh arrow = arrow_mesh(2, 0.05, 12);
  float top = 0, bottom = 1;
  for (const Vec3f& x : arrow.positions) {
    top = std::max(top, x.z());
    bottom = std::min(bottom, x.z());
  }
  EXPECT_NEAR(top, 2, 1e-6);
  EXPECT_NEAR(bottom, 0, 1e-6);
  expect_sound_normals(arrow);
}

}  // namespace
}  // namespace stiction
