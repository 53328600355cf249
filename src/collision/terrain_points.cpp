#include "stiction/collision/terrain_points.h"

#include <algorithm>
#include <cmath>

namespace stiction {

namespace {

constexpr double kRounding = 1e-9;  // sines this small are 0

/// In the plane of a triangle, from its edge i inwards; not of unit length.
Vec3 inward(const TerrainSurface& surface, int triangle, int i) {
  const TriangleMesh& mesh = surface.mesh();
  const std::size_t t = std::size_t(triangle);
  return surface.exact().face_normal(triangle).cross(mesh.corner(t, (i + 1) % 3) - mesh.corner(t, i));
}

int edge_towards(const TerrainSurface& surface, int triangle, int neighbour) {
  for (int i = 0; i < 3; ++i) {
    if (surface.exact().neighbour(triangle, i) == neighbour) return i;
  }
  return 0;
}

/// The place `point` on edge i is nearest to x on both sides of the edge.
bool nearest_at_edge(const TerrainSurface& surface, int triangle, int i, const Vec3& away) {
  const auto leans_in = [&](int t, int edge) {
    const Vec3 in = inward(surface, t, edge);
    return in.dot(away) > kRounding * in.norm() * away.norm();
  };
  const int beyond = surface.exact().neighbour(triangle, i);
  if (leans_in(triangle, i)) return false;
  return beyond < 0 || !leans_in(beyond, edge_towards(surface, beyond, triangle));
}

bool nearest_at_vertex(const TerrainSurface& surface, int vertex, const Vec3& away) {
  const Vec3& v = surface.mesh().vertices[std::size_t(vertex)];
  return std::ranges::all_of(surface.around(vertex), [&](int w) {
    const Vec3 along = surface.mesh().vertices[std::size_t(w)] - v;
    return along.dot(away) <= kRounding * along.norm() * away.norm();
  });
}

/// True if this nearest point of a triangle is nearest among its neighbours too; fills all of `touch`.
bool is_touch(const TerrainSurface& surface, const Vec3& x, const NearestOnTriangle& nearest, int triangle,
              TerrainTouch& touch) {
  const MeshDistance& exact = surface.exact();
  const Vec3& face = exact.face_normal(triangle);
  touch = {nearest.point, face, face.dot(x - nearest.point), triangle};
  if (nearest.part.kind == TrianglePart::Kind::kFace) return true;
  const Vec3 away = x - nearest.point;
  const int i = nearest.part.index;
  bool stands_out = false, border = false;
  Vec3 mean;
  if (nearest.part.kind == TrianglePart::Kind::kEdge) {
    if (!nearest_at_edge(surface, triangle, i, away)) return false;
    stands_out = surface.ridges_of(triangle)[std::size_t(i)] >= 0;
    border = exact.neighbour(triangle, i) < 0;
    mean = exact.edge_normal(triangle, i);
  } else {
    const int vertex = surface.mesh().triangles[std::size_t(triangle)][std::size_t(i)];
    if (!nearest_at_vertex(surface, vertex, away)) return false;
    stands_out = surface.is_peak(vertex);
    border = exact.neighbour(triangle, i) < 0 || exact.neighbour(triangle, (i + 2) % 3) < 0;
    mean = exact.vertex_normal(vertex);
  }
  const double length = std::sqrt(nearest.squared);
  const bool below = mean.dot(away) < 0;
  // Beside the end of the surface there is nothing to rest on.
  if (border && !(face.dot(away) > kRounding * length)) return false;
  touch.distance = below ? -length : length;
  touch.normal = mean;
  // Over an edge or vertex of a plane the direction is the plane's own; elsewhere it is that of the distance.
  if ((stands_out || below) && length > kRounding * surface.box().diagonal().norm()) {
    touch.normal = away * ((below ? -1 : 1) / length);
  }
  return true;
}

bool same_touch(const TerrainTouch& a, const TerrainTouch& b) {
  return a.normal.dot(b.normal) > 1 - 1e-9 && std::abs(a.distance - b.distance) <= 1e-9 * (1 + std::abs(a.distance));
}

}  // namespace

void terrain_touches(const TerrainSurface& surface, const Vec3& x, double limit, double depth,
                     std::vector<TerrainTouch>& out) {
  out.clear();
  const Vec3 reach = Vec3::Constant(std::max(limit, depth));
  surface.exact().tree().overlapping(Eigen::AlignedBox3d(x - reach, x + reach), [&](int t) {
    const TriangleMesh& mesh = surface.mesh();
    const std::size_t k = std::size_t(t);
    const NearestOnTriangle nearest = nearest_on_triangle(x, mesh.corner(k, 0), mesh.corner(k, 1), mesh.corner(k, 2));
    TerrainTouch touch;
    if (!is_touch(surface, x, nearest, t, touch) || touch.distance > limit || touch.distance < -depth) return;
    out.push_back(touch);
  });
  std::ranges::sort(out, {}, &TerrainTouch::triangle);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out.erase(std::remove_if(out.begin() + std::ptrdiff_t(i) + 1, out.end(),
                             [&](const TerrainTouch& other) { return same_touch(out[i], other); }),
              out.end());
  }
  const auto is_below = [](const TerrainTouch& touch) { return touch.distance < 0; };
  if (std::ranges::count_if(out, is_below) < 2) return;
  TerrainTouch shallowest = out.front();
  for (const TerrainTouch& touch : out) {
    if (is_below(touch) && (!is_below(shallowest) || touch.distance > shallowest.distance)) shallowest = touch;
  }
  std::erase_if(out, [&](const TerrainTouch& touch) {
    if (!is_below(touch) || touch.triangle == shallowest.triangle) return false;
    // Under a ridge the other slope lies below the nearest one; in a valley it rises above it.
    const Vec3 across = touch.point - shallowest.point;
    return shallowest.normal.dot(across) < -kRounding * across.norm();
  });
}

}  // namespace stiction
