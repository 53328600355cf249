#include "stiction/geometry/soft_surface.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "stiction/common/error.h"
#include "stiction/geometry/mesh/triangle_tree.h"

namespace stiction {

SoftSurface::SoftSurface(std::vector<Vec3> rest, std::vector<std::array<int, 3>> triangles)
    : rest_(std::move(rest)), triangles_(std::move(triangles)), triangles_of_(rest_.size()) {
  std::map<std::pair<int, int>, int> directed;  // edge in the sense of its triangle -> triangle
  for (int t = 0; t < std::ssize(triangles_); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int a = triangles_[t][k], b = triangles_[t][(k + 1) % 3];
      if (a < 0 || a >= std::ssize(rest_))
        throw InputError("surface", "triangle " + std::to_string(t) + " names vertex " + std::to_string(a),
                         "there are " + std::to_string(rest_.size()) + " vertices");
      triangles_of_[a].push_back(t);
      if (!directed.emplace(std::pair{a, b}, t).second)
        throw InputError("surface",
                         "triangle " + std::to_string(t) + " runs through the edge of vertices " + std::to_string(a) +
                             " and " + std::to_string(b) + " like another triangle",
                         "orient all triangles alike, and let no more than two meet at an edge");
    }
  }
  for (const auto& [edge, triangle] : directed) {
    const auto other = directed.find({edge.second, edge.first});
    if (other == directed.end())
      throw InputError(
          "surface",
          "is open at the edge of vertices " + std::to_string(edge.first) + " and " + std::to_string(edge.second),
          "give a closed surface");
    if (edge.first < edge.second) edges_.push_back({{edge.first, edge.second}, {triangle, other->second}});
  }
  edges_of_.assign(triangles_.size(), {-1, -1, -1});
  for (int e = 0; e < std::ssize(edges_); ++e) {
    for (const int t : edges_[e].triangle) {
      for (int k = 0; k < 3; ++k) {
        const auto ends = std::minmax(triangles_[t][k], triangles_[t][(k + 1) % 3]);
        if (ends.first == edges_[e].vertex[0] && ends.second == edges_[e].vertex[1]) edges_of_[t][k] = e;
      }
    }
  }
  tree_ = SurfaceTree(rest_, triangles_);
  Vec3 low = Vec3::Constant(1e300), high = -low;
  for (const Vec3& x : rest_) {
    radius_ = std::max(radius_, x.norm());
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  thickness_ = rest_.empty() ? 0 : (high - low).minCoeff();
}

SurfaceSpot nearest_spot(const SoftSurface& surface, const Vec3& x) {
  NearestOnTriangle nearest;
  std::array<int, 3> triangle{-1, -1, -1};
  for (const std::array<int, 3>& t : surface.triangles()) {
    const auto corner = [&](int i) { return surface.rest()[static_cast<std::size_t>(t[static_cast<std::size_t>(i)])]; };
    const NearestOnTriangle here = nearest_on_triangle(x, corner(0), corner(1), corner(2));
    if (!(here.squared < nearest.squared)) continue;
    nearest = here;
    triangle = t;
  }
  const auto corner = [&](int i) {
    return surface.rest()[static_cast<std::size_t>(triangle[static_cast<std::size_t>(i)])];
  };
  const Vec3 u = corner(1) - corner(0), v = corner(2) - corner(0), w = nearest.point - corner(0), n = u.cross(v);
  const double area = n.squaredNorm();
  const double second = w.cross(v).dot(n) / area, third = u.cross(w).dot(n) / area;
  return {triangle, Vec3(1 - second - third, second, third)};
}

}  // namespace stiction
