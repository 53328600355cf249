#include "stiction/collision/surface_point.h"

#include <algorithm>

namespace stiction {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

SurfacePoint nearest_on_surface(const ConvexPolyhedron& polyhedron, const Vec3& x, double give_up) {
  const ConvexPolyhedron::Face* nearest_plane = nullptr;
  SurfacePoint result;
  for (const auto& face : polyhedron.faces()) {
    const double height = face.normal.dot(x) - face.offset;
    if (height > result.distance) {
      result = {face.normal, height};
      nearest_plane = &face;
    }
  }
  if (result.distance <= 0 || result.distance > give_up) return result;
  // Outside. If the point is over the face whose plane is furthest below it, that face is nearest.
  const auto& vertices = polyhedron.vertices();
  auto over = [&](const ConvexPolyhedron::Face& face) {
    for (std::size_t i = 0; i < face.vertices.size(); ++i) {
      const Vec3& p = vertices[std::size_t(face.vertices[i])];
      const Vec3& q = vertices[std::size_t(face.vertices[i + 1 < face.vertices.size() ? i + 1 : 0])];
      if (face.normal.cross(q - p).dot(x - p) < 0) return false;
    }
    return true;
  };
  if (over(*nearest_plane)) return result;
  // Else the nearest point lies on another face seen from x, or on one of the edges.
  double best = kInfinity;
  for (const auto& face : polyhedron.faces()) {
    const double height = face.normal.dot(x) - face.offset;
    if (height > 0 && height < best && over(face)) {
      best = height;
      result = {face.normal, height};
    }
  }
  for (const auto& edge : polyhedron.edges()) {
    const Vec3& p = vertices[std::size_t(edge.v0)];
    const Vec3 d = vertices[std::size_t(edge.v1)] - p;
    const Vec3 to_x = x - p - std::clamp((x - p).dot(d) / d.squaredNorm(), 0.0, 1.0) * d;
    const double distance = to_x.norm();
    // A point all but on the edge takes the normal of the nearest plane, which `result` still holds.
    if (distance < best && distance > 1e-12 * polyhedron.radius()) {
      best = distance;
      result = {to_x / distance, distance};
    }
  }
  return result;
}

}  // namespace stiction
