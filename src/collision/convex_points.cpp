#include "stiction/collision/convex_points.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiction {

namespace {

constexpr int kMostParts = 64;  // of an edge: ids stay small, and so do pairs of a huge box and a tiny mesh

ConvexPoint point_with_cone(const Vec3& x, const std::vector<Vec3>& normals, int id) {
  Vec3 axis = Vec3::Zero();
  for (const Vec3& n : normals) axis += n;
  axis.normalize();
  double least = 1;
  for (const Vec3& n : normals) least = std::min(least, axis.dot(n));
  const double widest = std::min(std::acos(std::clamp(least, -1.0, 1.0)) + SurfaceSample::kConeSlack, std::numbers::pi);
  return {x, 0, axis, std::cos(widest), id};
}

}  // namespace

void convex_points(const Sphere& sphere, double, std::vector<ConvexPoint>& out) {
  out.push_back({sphere.centre, sphere.radius, Vec3::UnitZ(), -1, 0});
}

void convex_points(const Polyhedron& polyhedron, double spacing, std::vector<ConvexPoint>& out) {
  const ConvexPolyhedron& convex = *polyhedron.convex;
  const int vertices = int(convex.vertices().size());
  const auto normal = [&](int face) { return convex.faces()[std::size_t(face)].normal; };
  std::vector<Vec3> normals;
  for (int v = 0; v < vertices; ++v) {
    normals.clear();
    for (const int face : convex.faces_of_vertex(v)) normals.push_back(normal(face));
    out.push_back(point_with_cone(convex.vertices()[std::size_t(v)], normals, v));
  }
  for (std::size_t e = 0; e < convex.edges().size(); ++e) {
    const auto& edge = convex.edges()[e];
    const Vec3 &p = convex.vertices()[std::size_t(edge.v0)], &q = convex.vertices()[std::size_t(edge.v1)];
    const int parts = std::clamp(int(std::ceil((q - p).norm() / spacing)), 1, kMostParts);
    for (int k = 1; k < parts; ++k) {
      const int id = vertices + int(e) * kMostParts + k;
      out.push_back(point_with_cone(p + double(k) / parts * (q - p), {normal(edge.f0), normal(edge.f1)}, id));
    }
  }
}

SurfacePoint convex_distance(const Sphere& sphere, const Vec3& x, double) {
  const Vec3 away = x - sphere.centre;
  const double length = away.norm();
  return {length > 0 ? Vec3(away / length) : Vec3(Vec3::UnitZ()), length - sphere.radius};
}

SurfacePoint convex_distance(const Polyhedron& polyhedron, const Vec3& x, double give_up) {
  return nearest_on_surface(*polyhedron.convex, x, give_up);
}

}  // namespace stiction
