#include <algorithm>
#include <limits>

#include "stiction/geometry/penetration.h"

namespace stiction {

namespace {

/// The field keeps single precision: this much of a cell more than its interpolation may be off.
constexpr double kRounding = 1e-3;

/// Bound from below on the signed distance of x, in the mesh's frame, to the solid.
double least_distance(const SolidMesh& solid, const Vec3& x) {
  const DistanceField& field = solid.field();
  const Vec3 inner = field.clamped(x);
  const double outside = (x - inner).norm();
  const double near = field.distance(inner) - (DistanceField::kWorstError + kRounding) * field.cell() - outside;
  return outside > 0 ? std::max(near, outside) : near;
}

double inside(const SolidMesh& solid, const Vec3& x, double known) {
  const double least = least_distance(solid, x);
  if (least >= -known) return known;
  // The exact distance is no further from 0 than its bound and the width of that.
  const double within = std::abs(least) + 2 * (DistanceField::kWorstError + kRounding) * solid.field().cell();
  return std::max(known, -solid.exact().at(x, within).distance);
}

/// Deepest sample of `mesh` below a surface. `least`: bound from below on the distance at a point; `depth`: how deep a
/// point is, or `known` if it is not deeper.
template <class Least, class Depth>
double deepest_sample(const Mesh& mesh, const Pose& pose, double known, Least&& least, Depth&& depth) {
  mesh.solid->samples().visit(
      [&](const Vec3& centre, double radius) { return least(pose * (centre + mesh.offset)) - radius < -known; },
      [&](const SurfaceSample& sample) { known = depth(pose * (sample.x + mesh.offset), known); });
  return known;
}

double samples_inside(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double known) {
  const auto local = [&](const Vec3& x) -> Vec3 { return pose_b.to_local(x) - b.offset; };
  return deepest_sample(
      a, pose_a, known, [&](const Vec3& x) { return least_distance(*b.solid, local(x)); },
      [&](const Vec3& x, double best) { return inside(*b.solid, local(x), best); });
}

double depth_below(const HalfSpace& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  const Vec3 n = pose_a.R * a.normal;
  const auto height = [&](const Vec3& x) { return n.dot(x - pose_a.p) - a.offset; };
  return deepest_sample(b, pose_b, 0, height, [&](const Vec3& x, double best) { return std::max(best, -height(x)); });
}

double depth_within(const ConvexPolyhedron& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
  double deepest = 0;
  for (const Vec3& v : a.vertices()) deepest = inside(*b.solid, pose_b.to_local(pose_a * v) - b.offset, deepest);
  // Inside it is the distance to the nearest face, outside a bound from below.
  const auto height = [&](const Vec3& x) {
    const Vec3 local = pose_a.to_local(x);
    double highest = -std::numeric_limits<double>::infinity();
    for (const auto& face : a.faces()) highest = std::max(highest, face.normal.dot(local) - face.offset);
    return highest;
  };
  return deepest_sample(b, pose_b, deepest, height,
                        [&](const Vec3& x, double best) { return std::max(best, -height(x)); });
}

double mesh_depth(const Shape& other, const Pose& pose_other, const Mesh& mesh, const Pose& pose) {
  if (const auto* half_space = std::get_if<HalfSpace>(&other)) return depth_below(*half_space, pose_other, mesh, pose);
  if (const auto* convex = std::get_if<Polyhedron>(&other))
    return depth_within(*convex->convex, pose_other, mesh, pose);
  if (const auto* second = std::get_if<Mesh>(&other))
    return samples_inside(mesh, pose, *second, pose_other, samples_inside(*second, pose_other, mesh, pose, 0));
  return std::max(0.0, -separation_by_brute_force(other, pose_other, mesh, pose));
}

}  // namespace

double overlap_depth(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (const auto* compound = std::get_if<Compound>(&a)) {
    double deepest = 0;
    for (const CompoundPart& part : *compound->parts)
      deepest = std::max(deepest, overlap_depth(part.shape, pose_a * part.pose, b, pose_b));
    return deepest;
  }
  if (std::holds_alternative<Compound>(b)) return overlap_depth(b, pose_b, a, pose_a);
  if (const auto* mesh = std::get_if<Mesh>(&b)) return mesh_depth(a, pose_a, *mesh, pose_b);
  if (const auto* mesh = std::get_if<Mesh>(&a)) return mesh_depth(b, pose_b, *mesh, pose_a);
  return std::max(0.0, -separation_by_brute_force(a, pose_a, b, pose_b));
}

}  // namespace stiction
