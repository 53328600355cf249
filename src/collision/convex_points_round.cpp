// Points and distances of capsules, cylinders and cones.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "stiction/collision/convex_points.h"

namespace stiction {

namespace {

constexpr int kLeastRim = 16, kMostRim = 64, kMostAxis = 64;
constexpr int kFirstBall = 128;  // ids beyond those of rims
// In spacings: no circle of the first radius lies between samples of a triangle's lattice (1/sqrt 3 at most), and what
// is thinner than the second is not worth a look.
constexpr double kWide = 0.75, kThin = 0.05;

/// Cosine to the middle of two unit normals up to which directions count as theirs.
double cosine_limit(const Vec3& axis, const Vec3& normal) {
  const double half = std::acos(std::clamp(axis.dot(normal), -1.0, 1.0));
  return std::cos(std::min(half + SurfaceSample::kConeSlack, std::numbers::pi));
}

/// A point of a rim where two surfaces with these unit normals (in the shape's own frame) meet.
ConvexPoint rim_point(const Pose& placement, const Vec3& x, const Vec3& n1, const Vec3& n2, int id) {
  const Vec3 axis = (n1 + n2).normalized();
  return {placement * x, 0, placement.R * axis, cosine_limit(axis, n1), id};
}

Vec3 round_direction(double angle) { return {std::cos(angle), std::sin(angle), 0}; }

int rim_parts(double radius, double spacing) {
  return std::clamp(int(std::ceil(2 * std::numbers::pi * radius / spacing)), kLeastRim, kMostRim);
}

/// The direction of d across the axis; false where d is along it.
bool across(const Pose& placement, const Vec3& d, Vec3& out) {
  out = placement.R.transpose() * d;
  out.z() = 0;
  const double length = out.norm();
  if (length < 1e-3) return false;
  out /= length;
  return true;
}

Vec3 cone_side(const Cone& cone, const Vec3& outward) {
  return (cone.height * outward + cone.radius * Vec3::UnitZ()).normalized();
}

/// Unit vector from the axis to x, any where x is on it.
Vec3 outward_of(const Vec3& x) {
  const double rho = std::hypot(x.x(), x.y());
  return rho > 0 ? Vec3(x.x() / rho, x.y() / rho, 0) : Vec3(Vec3::UnitX());
}

}  // namespace

void convex_points(const Capsule& capsule, double spacing, std::vector<ConvexPoint>& out) {
  const double length = 2 * capsule.half_length, step = std::max(spacing, 0.5 * capsule.radius);
  const int parts = std::clamp(int(std::ceil(length / step)), 1, kMostAxis);
  for (int k = 0; k <= parts; ++k) {
    const Vec3 x(0, 0, length * (double(k) / parts - 0.5));
    out.push_back({capsule.placement * x, capsule.radius, Vec3::UnitZ(), -1, k});
  }
}

void convex_points(const Cylinder& cylinder, double spacing, std::vector<ConvexPoint>& out) {
  const int parts = rim_parts(cylinder.radius, spacing);
  for (const int side : {-1, 1}) {
    for (int k = 0; k < parts; ++k) {
      const Vec3 n = round_direction(2 * std::numbers::pi * k / parts), end = side * Vec3::UnitZ();
      out.push_back(rim_point(cylinder.placement, cylinder.radius * n + cylinder.half_length * end, n, end,
                              k + (side > 0 ? kMostRim : 0)));
    }
  }
}

void convex_points(const Cone& cone, double spacing, std::vector<ConvexPoint>& out) {
  const int parts = rim_parts(cone.radius, spacing);
  for (int k = 0; k < parts; ++k) {
    const Vec3 n = round_direction(2 * std::numbers::pi * k / parts);
    const Vec3 x = cone.radius * n - 0.5 * cone.height * Vec3::UnitZ();
    out.push_back(rim_point(cone.placement, x, cone_side(cone, n), -Vec3::UnitZ(), k));
  }
  const Vec3 side = cone_side(cone, Vec3::UnitX());
  out.push_back({cone.placement * Vec3(0, 0, 0.5 * cone.height), 0, cone.placement.R.col(2),
                 cosine_limit(Vec3::UnitZ(), side), kMostRim});
}

void inner_balls(const Cylinder& cylinder, double spacing, std::vector<ConvexPoint>& out) {
  if (cylinder.radius > kWide * spacing) return;
  const double radius = std::min(cylinder.radius, cylinder.half_length), reach = cylinder.half_length - radius;
  const int parts = std::clamp(int(std::ceil(2 * reach / radius)), 1, kMostAxis);
  for (int k = 0; k <= parts; ++k) {
    const Vec3 x(0, 0, reach * (2.0 * k / parts - 1));
    out.push_back({cylinder.placement * x, radius, Vec3::UnitZ(), -1, kFirstBall + k});
  }
}

void inner_balls(const Cone& cone, double spacing, std::vector<ConvexPoint>& out) {
  const double sine = cone.radius / std::hypot(cone.radius, cone.height);
  double below_tip = kThin * spacing / sine;
  for (int k = 0; k < kMostAxis; ++k) {
    const double radius = below_tip * sine;
    if (radius > kWide * spacing || below_tip + radius > cone.height) return;
    const Vec3 x(0, 0, 0.5 * cone.height - below_tip);
    out.push_back({cone.placement * x, radius, Vec3::UnitZ(), -1, kFirstBall + k});
    below_tip += radius;
  }
}

void rim_points(const Cylinder& cylinder, const Vec3& d, int id, std::vector<ConvexPoint>& out) {
  Vec3 n;
  if (!across(cylinder.placement, d, n)) return;
  for (const int side : {-1, 1}) {
    const Vec3 end = side * Vec3::UnitZ();
    out.push_back(rim_point(cylinder.placement, cylinder.radius * n + cylinder.half_length * end, n, end,
                            id + (side > 0 ? 1 : 0)));
  }
}

void rim_points(const Cone& cone, const Vec3& d, int id, std::vector<ConvexPoint>& out) {
  Vec3 n;
  if (!across(cone.placement, d, n)) return;
  const Vec3 x = cone.radius * n - 0.5 * cone.height * Vec3::UnitZ();
  out.push_back(rim_point(cone.placement, x, cone_side(cone, n), -Vec3::UnitZ(), id));
}

SurfacePoint convex_distance(const Capsule& capsule, const Vec3& x, double) {
  const Vec3 local = capsule.placement.to_local(x);
  const Vec3 away = local - Vec3(0, 0, std::clamp(local.z(), -capsule.half_length, capsule.half_length));
  const double length = away.norm();
  const Vec3 n = length > 0 ? Vec3(away / length) : Vec3(Vec3::UnitX());
  return {capsule.placement.R * n, length - capsule.radius};
}

SurfacePoint convex_distance(const Cylinder& cylinder, const Vec3& x, double) {
  const Vec3 local = cylinder.placement.to_local(x), outward = outward_of(local);
  const double side = outward.dot(local) - cylinder.radius, end = std::abs(local.z()) - cylinder.half_length;
  const Vec3 axis = (local.z() < 0 ? -1.0 : 1.0) * Vec3::UnitZ();
  if (side > 0 && end > 0) {
    const double length = std::hypot(side, end);
    return {cylinder.placement.R * ((side * outward + end * axis) / length), length};
  }
  return {cylinder.placement.R * (side > end ? outward : axis), std::max(side, end)};
}

SurfacePoint convex_distance(const Cone& cone, const Vec3& x, double) {
  const Vec3 local = cone.placement.to_local(x), outward = outward_of(local);
  const Vec3 apex(0, 0, 0.5 * cone.height), rim = cone.radius * outward - apex, side = cone_side(cone, outward);
  const double above_side = side.dot(local - apex), below_base = -local.z() - 0.5 * cone.height;
  if (above_side <= 0 && below_base <= 0) {
    return above_side > below_base ? SurfacePoint{cone.placement.R * side, above_side}
                                   : SurfacePoint{-cone.placement.R.col(2), below_base};
  }
  // Outside: the nearest point of the outline, which is the base's radius and the line from rim to apex.
  const double rho = outward.dot(local);
  const Vec3 on_base = std::min(rho, cone.radius) * outward - apex, along = apex - rim;
  const Vec3 on_side = rim + std::clamp((local - rim).dot(along) / along.squaredNorm(), 0.0, 1.0) * along;
  const Vec3 to_base = local - on_base, to_side = local - on_side;
  const Vec3 away = to_base.squaredNorm() < to_side.squaredNorm() ? to_base : to_side;
  const double length = away.norm();
  return {cone.placement.R * (length > 0 ? Vec3(away / length) : side), length};
}

}  // namespace stiction
