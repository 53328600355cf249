#include "stiction/geometry/smooth/smooth_shapes.h"

#include <cmath>
#include <numbers>

#include "stiction/geometry/smooth/loop_surface.h"
#include "stiction/geometry/smooth/surface_queries.h"

namespace stiction {
namespace {

/// Scales and moves the control points so that the limit surface has the given extents, with its box from `low` on.
/// Loop surfaces move with their control points under any affine map.
TriangleMesh fitted(TriangleMesh mesh, const Vec3& size, const Vec3& low) {
  const LoopSurface surface(mesh);
  const Eigen::AlignedBox3d box = SurfaceQueries(surface, 12).box();
  for (Vec3& v : mesh.vertices) v = (v - box.min()).cwiseQuotient(box.sizes()).cwiseProduct(size) + low;
  return mesh;
}

}  // namespace

TriangleMesh bowl_control_mesh() {
  // Three triangles above each other, each turned by a sixth against the last: foot, rim, and floor of the hollow.
  TriangleMesh mesh;
  const auto layer = [&mesh](double radius, double turn, double z) {
    for (int i = 0; i < 3; ++i) {
      const double angle = std::numbers::pi / 3 * (2 * i + turn);
      mesh.vertices.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
    }
  };
  layer(0.9, 0, 0);
  layer(1, 1, 1);
  layer(0.8, 0, 0.2);
  const auto foot = [](int i) { return i % 3; };
  const auto rim = [](int i) { return 3 + i % 3; };
  const auto floor = [](int i) { return 6 + i % 3; };
  mesh.triangles.push_back({foot(2), foot(1), foot(0)});
  for (int i = 0; i < 3; ++i) {
    mesh.triangles.push_back({foot(i), foot(i + 1), rim(i)});
    mesh.triangles.push_back({foot(i + 1), rim(i + 1), rim(i)});
    mesh.triangles.push_back({floor(i + 1), floor(i), rim(i)});
    mesh.triangles.push_back({floor(i + 1), rim(i), rim(i + 1)});
  }
  mesh.triangles.push_back({floor(0), floor(1), floor(2)});
  return fitted(std::move(mesh), {0.13, 0.13, 0.11}, {-0.065, -0.065, 0});
}

TriangleMesh table_control_mesh() {
  const std::array<double, 4> places = {-1, -0.88, 0.88, 1};
  TriangleMesh mesh;
  for (const double z : {0.0, 1.0}) {
    for (const double y : places) {
      for (const double x : places) mesh.vertices.push_back({x, y, z});
    }
  }
  const auto square = [&](int a, int b, int c, int d) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  const auto lower = [](int i, int j) { return i + 4 * j; };
  const auto upper = [](int i, int j) { return 16 + i + 4 * j; };
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      square(upper(i, j), upper(i + 1, j), upper(i + 1, j + 1), upper(i, j + 1));
      square(lower(i, j), lower(i, j + 1), lower(i + 1, j + 1), lower(i + 1, j));
    }
    square(lower(i, 0), lower(i + 1, 0), upper(i + 1, 0), upper(i, 0));
    square(lower(3, i), lower(3, i + 1), upper(3, i + 1), upper(3, i));
    square(lower(3 - i, 3), lower(2 - i, 3), upper(2 - i, 3), upper(3 - i, 3));
    square(lower(0, 3 - i), lower(0, 2 - i), upper(0, 2 - i), upper(0, 3 - i));
  }
  return fitted(std::move(mesh), {0.4, 0.4, 0.04}, {-0.2, -0.2, -0.04});
}

}  // namespace stiction
