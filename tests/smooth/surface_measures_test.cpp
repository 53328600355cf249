// Mass properties, triangulation, closest and farthest points, the paper's bodies.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <numbers>

#include "smooth/loop_meshes.h"
#include "smooth/partials_check.h"
#include "stiction/geometry/smooth/analytic_surfaces.h"
#include "stiction/geometry/smooth/bezier_surface.h"
#include "stiction/geometry/smooth/loop_surface.h"
#include "stiction/geometry/smooth/smooth_shapes.h"
#include "stiction/geometry/smooth/surface_moments.h"
#include "stiction/geometry/smooth/surface_queries.h"
#include "stiction/geometry/smooth/surface_triangulation.h"
#include "support/meshes.h"

namespace stiction {
namespace {

using namespace stiction::testing;
constexpr double kPi = std::numbers::pi;

TEST(SurfaceMoments, Ellipsoid) {
  const Vec3 a(0.3, 0.2, 0.1);
  const MeshMoments m = surface_moments(EllipsoidSurface(a));
  const double volume = 4.0 / 3 * kPi * a.prod();
  EXPECT_NEAR(m.volume / volume, 1, 1e-13);
  EXPECT_LT(m.centre.norm(), 1e-15);
  EXPECT_LT((m.second - Mat3((volume / 5 * a.cwiseProduct(a)).asDiagonal())).norm(), 1e-12 * m.second.norm());
}

TEST(SurfaceMoments, Torus) {
  const double R = 0.3, r = 0.1;
  const MeshMoments m = surface_moments(TorusSurface(R, r));
  const double volume = 2 * kPi * kPi * R * r * r;
  EXPECT_NEAR(m.volume / volume, 1, 1e-12);
  EXPECT_LT(m.centre.norm(), 1e-14);
  // ∫z² = V r²/4; ∫x² = V (R²/2 + 3 r²/8).
  EXPECT_NEAR(m.second(2, 2), volume * r * r / 4, 1e-12 * volume);
  EXPECT_NEAR(m.second(0, 0), volume * (R * R / 2 + 3 * r * r / 8), 1e-12 * volume);
  EXPECT_NEAR(m.second(0, 1), 0, 1e-14 * volume);
}

// Volumes of subdivided control meshes converge to the surface's; Richardson removes the leading error h².
TEST(SurfaceMoments, LoopSurfacesAreTheLimitOfTheirMeshes) {
  for (TriangleMesh mesh : {tetrahedron_mesh(), bipyramid_mesh(7)}) {
    for (Vec3& v : mesh.vertices) v += Vec3(0.3, -0.2, 0.5);
    const MeshMoments exact = surface_moments(LoopSurface(mesh));
    LoopMesh fine(mesh);
    for (int level = 0; level < 4; ++level) fine = fine.subdivided();
    const MeshMoments coarse = mesh_moments(fine.mesh()), finer = mesh_moments(fine.subdivided().mesh());
    EXPECT_NEAR((4 * finer.volume - coarse.volume) / 3, exact.volume, 2e-5 * exact.volume);
    EXPECT_LT((4 * finer.second - coarse.second - 3 * exact.second).norm() / 3, 1e-4 * exact.second.norm());
    EXPECT_LT((finer.centre - exact.centre).norm(), 1e-3);
  }
}

TEST(SurfaceTriangulation, ClosedSurfacesGiveSolids) {
  for (const int segments : {1, 4, 9}) {
    check_solid(triangulated(LoopSurface(bipyramid_mesh(7)), segments).mesh);
    check_solid(triangulated(EllipsoidSurface(Vec3(3, 2, 1)), segments).mesh);
    if (segments > 3) check_solid(triangulated(TorusSurface(3, 1), segments).mesh);
  }
  const SurfaceTriangulation t = triangulated(EllipsoidSurface::sphere(2), 24);
  EXPECT_EQ(t.mesh.vertices.size(), 6u * 24 * 24 + 2);
  for (std::size_t i = 0; i < t.mesh.vertices.size(); ++i) {
    EXPECT_LT((t.normals[i] - t.mesh.vertices[i] / 2).norm(), 1e-14);
  }
  EXPECT_NEAR(mesh_moments(t.mesh).volume, 32.0 / 3 * kPi, 0.2);
}

TEST(SurfaceQueries, ClosestPointsOnSphereAndTorus) {
  const EllipsoidSurface sphere = EllipsoidSurface::sphere(0.5);
  const TorusSurface torus(0.5, 0.2);
  const SurfaceQueries on_sphere(sphere), on_torus(torus, 8);
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 200; ++i) {
    const Vec3 p = 0.6 * Vec3(normal(random), normal(random), normal(random));
    const SurfaceQueries::Closest a = on_sphere.closest(p);
    EXPECT_NEAR(a.distance, p.norm() - 0.5, 1e-13);
    EXPECT_LT((a.point - 0.5 * p.normalized()).norm(), 1e-13);
    const double rho = std::hypot(p.x(), p.y());
    EXPECT_NEAR(on_torus.closest(p).distance, std::hypot(rho - 0.5, p.z()) - 0.2, 1e-12);
  }
}

// Against all vertices of a fine triangulation: never farther, and nearly as near.
TEST(SurfaceQueries, AgreeWithFineSamples) {
  const LoopSurface loop(bipyramid_mesh(7, 3));
  const EllipsoidSurface ellipsoid(Vec3(0.3, 0.2, 0.1));
  const BezierSurface patch({paraboloid_net(0.1, 0.2, 0.3, 0.2, BodySide::kAbove)});
  std::mt19937 random(2);
  std::normal_distribution<double> normal;
  for (const SmoothSurface* surface :
       {static_cast<const SmoothSurface*>(&loop), static_cast<const SmoothSurface*>(&ellipsoid),
        static_cast<const SmoothSurface*>(&patch)}) {
    const SurfaceQueries queries(*surface);
    const std::vector<Vec3> samples = triangulated(*surface, 60).mesh.vertices;
    for (int i = 0; i < 60; ++i) {
      const Vec3 p = 0.5 * Vec3(normal(random), normal(random), normal(random));
      double nearest = 1e9, highest = -1e9;
      for (const Vec3& x : samples) {
        nearest = std::min(nearest, (x - p).norm());
        highest = std::max(highest, x.dot(p.normalized()));
      }
      const SurfaceQueries::Closest c = queries.closest(p);
      EXPECT_LE(std::abs(c.distance), nearest + 1e-12);
      EXPECT_NEAR(std::abs(c.distance), nearest, 0.01);
      EXPECT_NEAR((c.point - p).norm(), std::abs(c.distance), 1e-14);
      EXPECT_LT((surface->jet(c.at).x - c.point).norm(), 1e-15);
      const SurfaceQueries::Support s = queries.support(p);
      EXPECT_GE(s.height, highest - 1e-12);
      EXPECT_NEAR(s.height, highest, 0.005);
      EXPECT_NEAR(s.point.dot(p.normalized()), s.height, 1e-14);
    }
  }
}

TEST(SmoothShapes, BowlIsAsLargeAsThePapersAndStands) {
  const LoopSurface bowl(bowl_control_mesh());
  EXPECT_EQ(bowl.patches(), 14);
  EXPECT_TRUE(bowl.closed());
  const Eigen::AlignedBox3d box = SurfaceQueries(bowl, 12).box();
  EXPECT_LT((box.sizes() - Vec3(0.13, 0.13, 0.11)).norm(), 1e-12);
  EXPECT_NEAR(box.min().z(), 0, 1e-15);
  const MeshMoments m = surface_moments(bowl);
  EXPECT_GT(m.volume, 0);
  EXPECT_GT(m.volume * kBowlDensity, 0.9);
  EXPECT_LT(m.volume * kBowlDensity, 1);
  // It stands in the middle of patch 0, on a curvature that brings it back, and is hollow above the middle of patch 13.
  const SurfaceJet foot = bowl.jet({0, {1.0 / 3, 1.0 / 3}}), floor = bowl.jet({13, {1.0 / 3, 1.0 / 3}});
  EXPECT_LT(foot.x.z(), 1e-15);
  const Vec3 down = foot.s.cross(foot.t).normalized();
  EXPECT_NEAR(down.z(), -1, 1e-4);
  Eigen::Matrix2d first, second;
  first << foot.s.dot(foot.s), foot.s.dot(foot.t), foot.s.dot(foot.t), foot.t.dot(foot.t);
  second << -down.dot(foot.ss), -down.dot(foot.st), -down.dot(foot.st), -down.dot(foot.tt);
  const Vec2 curvature = (first.inverse() * second).eigenvalues().real();
  EXPECT_NEAR(1 / curvature.maxCoeff(), 0.056, 1e-3);
  EXPECT_NEAR(m.centre.z(), 0.046, 1e-3);
  EXPECT_GT(floor.s.cross(floor.t).z(), 0);
  EXPECT_NEAR(floor.x.z(), 0.034, 1e-3);
  check_solid(triangulated(bowl, 10).mesh);
}

TEST(SmoothShapes, TableIsFlatInTheMiddleAndRoundAtItsEdges) {
  const LoopSurface table(table_control_mesh());
  EXPECT_EQ(table.patches(), 60);
  EXPECT_TRUE(table.closed());
  const Eigen::AlignedBox3d box = SurfaceQueries(table, 12).box();
  EXPECT_LT((box.sizes() - Vec3(0.4, 0.4, 0.04)).norm(), 1e-10);
  EXPECT_NEAR(box.max().z(), 0, 1e-15);
  int flat = 0;
  double widest = 0;
  for (int p = 0; p < table.patches(); ++p) {
    bool level = true;
    for (const Vec2& st : {Vec2(0.1, 0.1), Vec2(0.8, 0.1), Vec2(0.1, 0.8), Vec2(0.3, 0.3)}) {
      level = level && std::abs(table.jet({p, st}).x.z()) < 1e-15;
    }
    flat += level;
    if (level) widest = std::max(widest, std::abs(table.jet({p, {0, 0}}).x.x()));
  }
  EXPECT_EQ(flat, 2);
  EXPECT_NEAR(2 * widest, 0.244, 0.001);
  check_solid(triangulated(table, 6).mesh);
}

}  // namespace
}  // namespace stiction
