#include "stiction/geometry/smooth/surface_triangulation.h"

#include <algorithm>
#include <numeric>

#include "stiction/common/error.h"
#include "stiction/geometry/smooth/domain_grid.h"

namespace stiction {
namespace {

/// For every point the first one that lies within `tolerance` of it.
std::vector<int> welded(const std::vector<Vec3>& points, double tolerance) {
  std::vector<int> order(points.size()), first(points.size(), -1);
  std::iota(order.begin(), order.end(), 0);
  const auto x = [&](int i) { return points[std::size_t(i)].x(); };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return x(a) < x(b); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    int& mine = first[std::size_t(order[i])];
    if (mine < 0) mine = order[i];
    for (std::size_t k = i + 1; k < order.size() && x(order[k]) - x(order[i]) <= tolerance; ++k) {
      int& other = first[std::size_t(order[k])];
      const bool near = (points[std::size_t(order[k])] - points[std::size_t(order[i])]).norm() <= tolerance;
      if (other < 0 && near) other = mine;
    }
  }
  return first;
}

}  // namespace

SurfaceTriangulation triangulated(const SmoothSurface& surface, int segments) {
  if (segments < 1) throw InputError("triangulation", "has no segments", "give at least 1");
  std::vector<Vec3> points, normals;
  std::vector<SurfacePoint> origins;
  std::vector<std::array<int, 3>> triangles;
  Eigen::AlignedBox3d box;
  for (int patch = 0; patch < surface.patches(); ++patch) {
    const DomainGrid grid = domain_grid(surface.domain(patch), segments);
    const int base = int(points.size());
    for (const Vec2& st : grid.points) {
      const SurfaceJet j = surface.jet({patch, st});
      points.push_back(j.x);
      normals.push_back(j.s.cross(j.t).normalized());
      origins.push_back({patch, st});
      box.extend(j.x);
    }
    for (const auto& t : grid.triangles) triangles.push_back({base + t[0], base + t[1], base + t[2]});
  }
  const std::vector<int> first = welded(points, 1e-9 * box.diagonal().norm());
  SurfaceTriangulation result;
  std::vector<int> number(points.size(), -1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (first[i] != int(i)) continue;
    number[i] = int(result.mesh.vertices.size());
    result.mesh.vertices.push_back(points[i]);
    result.normals.push_back(normals[i]);
    result.origins.push_back(origins[i]);
  }
  for (const auto& t : triangles) {
    std::array<int, 3> corners{};
    for (std::size_t c = 0; c < 3; ++c) corners[c] = number[std::size_t(first[std::size_t(t[c])])];
    // Triangles at a pole have lost a side.
    if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0]) {
      result.mesh.triangles.push_back(corners);
    }
  }
  return result;
}

}  // namespace stiction
