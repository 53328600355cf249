#include "stiction/collision/convex_core.h"

#include <algorithm>
#include <cmath>

namespace stiction {

namespace {

// A direction closer to the axis than this (sine) sees the rim face on.
constexpr double kFaceOn = 1e-12;

}  // namespace

ConvexCore::ConvexCore(const Sphere& sphere, const Pose& pose, const Vec3& origin)
    : centre(pose * sphere.centre - origin),
      rounding(sphere.radius),
      reach(sphere.radius),
      thickness(2 * sphere.radius) {}

ConvexCore::ConvexCore(const Capsule& capsule, const Pose& pose, const Vec3& origin)
    : kind(Kind::kSegment),
      centre(pose * capsule.placement.p - origin),
      R(pose.R * capsule.placement.R),
      half(capsule.half_length),
      rounding(capsule.radius),
      reach(half + rounding),
      thickness(2 * rounding) {}

ConvexCore::ConvexCore(const Cylinder& cylinder, const Pose& pose, const Vec3& origin)
    : kind(Kind::kCylinder),
      centre(pose * cylinder.placement.p - origin),
      R(pose.R * cylinder.placement.R),
      radius(cylinder.radius),
      half(cylinder.half_length),
      reach(std::hypot(radius, half)),
      thickness(2 * std::min(radius, half)) {}

ConvexCore::ConvexCore(const Cone& cone, const Pose& pose, const Vec3& origin)
    : kind(Kind::kCone),
      centre(pose * cone.placement.p - origin),
      R(pose.R * cone.placement.R),
      radius(cone.radius),
      half(0.5 * cone.height),
      reach(std::hypot(radius, half)),
      thickness(stiction::thickness(cone)) {}

ConvexCore::ConvexCore(const Polyhedron& shape, const Pose& pose, const Vec3& origin)
    : kind(Kind::kPolyhedron),
      centre(pose.p - origin),
      R(pose.R),
      polyhedron(shape.convex.get()),
      reach(polyhedron->radius()),
      thickness(polyhedron->thickness()) {}

Vec3 ConvexCore::rim_point(int side, const Vec3& n) const {
  // By components, so that the point lies in the plane of the rim even where n is all but its normal.
  const double x = n.dot(R.col(0)), y = n.dot(R.col(1)), length = std::hypot(x, y);
  if (length <= kFaceOn) return end(side) + radius * R.col(0);
  return end(side) + radius / length * (x * R.col(0) + y * R.col(1));
}

int ConvexCore::support_vertex(const Vec3& n) const {
  const Vec3 m = R.transpose() * n;
  const auto& table = polyhedron->vertex_table();
  Eigen::Index index = 0;
  (table.col(0) * m.x() + table.col(1) * m.y() + table.col(2) * m.z()).maxCoeff(&index);
  return int(index);
}

Vec3 ConvexCore::support(const Vec3& n) const {
  switch (kind) {
    case Kind::kPoint:
      return centre;
    case Kind::kSegment:
      return end(n.dot(axis()) >= 0 ? 1 : -1);
    case Kind::kCylinder:
      return rim_point(n.dot(axis()) >= 0 ? 1 : -1, n);
    case Kind::kCone: {
      const Vec3 apex = end(1), rim = rim_point(-1, n);
      return n.dot(apex) >= n.dot(rim) ? apex : rim;
    }
    case Kind::kPolyhedron:
      return vertex(support_vertex(n));
  }
  return centre;
}

double ConvexCore::curvature(const Vec3& n, Vec3& t) const {
  t.setZero();
  if (kind != Kind::kCylinder && kind != Kind::kCone) return 0;
  if (kind == Kind::kCone && n.dot(end(1)) >= n.dot(rim_point(-1, n))) return 0;
  const Vec3 across = axis().cross(n);
  const double length = across.norm();
  if (length <= kFaceOn) return 0;
  t = across / length;
  return radius / length;
}

void ConvexCore::flats(const Vec3& n, double cosine, std::vector<Flat>& out) const {
  const Vec3 a = axis();
  if (kind == Kind::kCylinder && n.dot(a) >= cosine) out.push_back({a, 1});
  if ((kind == Kind::kCylinder || kind == Kind::kCone) && -n.dot(a) >= cosine) out.push_back({-a, -1});
  if (kind != Kind::kPolyhedron) return;
  for (int f : polyhedron->faces_of_vertex(support_vertex(n))) {
    const Vec3 normal = R * polyhedron->faces()[std::size_t(f)].normal;
    if (normal.dot(n) >= cosine) out.push_back({normal, f});
  }
}

std::optional<NormalFamily> ConvexCore::side_family() const {
  if (kind == Kind::kSegment || kind == Kind::kCylinder) return NormalFamily{axis(), 0};
  if (kind == Kind::kCone) return NormalFamily{axis(), radius / std::hypot(radius, 2 * half)};
  return std::nullopt;
}

void ConvexCore::all_families(std::vector<NormalFamily>& out) const {
  if (const auto side = side_family()) out.push_back(*side);
  if (kind != Kind::kPolyhedron) return;
  for (const Vec3& edge : polyhedron->edge_directions()) out.push_back({R * edge, 0});
}

void ConvexCore::families(const Vec3& n, double tolerance, std::vector<NormalFamily>& out) const {
  auto add = [&](const Vec3& direction, double height) {
    if (std::abs(n.dot(direction) - height) <= tolerance) out.push_back({direction, height});
  };
  if (kind != Kind::kPolyhedron) {
    if (const auto side = side_family()) add(side->axis, side->height);
    return;
  }
  const int top = support_vertex(n);
  for (int e : polyhedron->edges_of_vertex(top)) {
    const auto& edge = polyhedron->edges()[std::size_t(e)];
    const auto& vertices = polyhedron->vertices();
    add(R * (vertices[std::size_t(edge.v1)] - vertices[std::size_t(edge.v0)]).normalized(), 0);
  }
}

}  // namespace stiction
