// Points and edges of one surface as another surface sees them.
#pragma once

#include <algorithm>
#include <span>

#include "stiction/linalg/types.h"

namespace stiction {

/// A normal this much (cosine) against one of the outward normals around a point is one that the point faces.
inline constexpr double kFacing = 0.1;
/// Two edges with a smaller sine between them are parallel: their vertices tell where they touch.
inline constexpr double kParallel = 0.05;
/// Edges that bend less (sine) lie in a flat face, whose vertices tell where it touches.
inline constexpr double kFlat = 0.03;
/// How far (sine, per sine of the bend) a normal may lie out of the cone of an edge or of a corner.
inline constexpr double kOutOfCone = 0.2;

/// How squarely (cosine) one of the outward unit normals faces a surface whose outward normal is n; 1 where there are
/// no normals: all directions count.
inline double squareness(std::span<const Vec3> normals, const Vec3& n) {
  if (normals.empty()) return 1;
  double best = -1;
  for (const Vec3& m : normals) best = std::max(best, -m.dot(n));
  return best;
}

/// A vertex, or a ball about a point.
struct PointProbe {
  Vec3 x = Vec3::Zero();          ///< world, m
  double radius = 0;              ///< m
  std::span<const Vec3> normals;  ///< outward unit normals of the faces around it; none: all directions
  std::span<const Vec3> around;   ///< unit directions of the edges from it
  Vec3 axis = Vec3::UnitZ();      ///< for points of curved rims: middle of the cone of normals, and
  double least_cosine = -1;       ///< to the axis, of a direction in the cone
  Vec3 travel = Vec3::Zero();     ///< in the step, m
  double turn = 0;                ///< how much further it may get, m
  int own_vertex = -1;            ///< its index, where the surface asked is its own

  /// Some face around it looks at a surface whose outward normal is n, or it is a tip, however sharp, that points
  /// there.
  bool faces(const Vec3& n) const {
    if (-axis.dot(n) < least_cosine) return false;
    if (squareness(normals, n) > kFacing) return true;
    Vec3 sum = Vec3::Zero();
    for (const Vec3& m : normals) sum += m;
    return sum.dot(n) < 0 && stands_out(n);
  }
  /// The point is nearest, among its own neighbours, to what lies in direction -n.
  bool stands_out(const Vec3& n) const {
    return -axis.dot(n) >= least_cosine &&
           std::ranges::all_of(around, [&](const Vec3& u) { return u.dot(n) >= -0.5 * kOutOfCone; });
  }
};

/// An edge of a surface, or the axis of a capsule.
struct EdgeProbe {
  Vec3 p = Vec3::Zero(), q = Vec3::Zero();  ///< ends, world, m
  double radius = 0;                        ///< m
  bool has_sides = true;                    ///< else it is round, and what follows does not matter
  Vec3 outward = Vec3::Zero();              ///< sum of the normals of both sides
  Vec3 inward[2];                           ///< unit, along the faces on both sides, away from the edge
  double ridge = 1;                         ///< sine of the bend
  Vec3 travel_p = Vec3::Zero(), travel_q = Vec3::Zero();
  double turn = 0;

  Eigen::AlignedBox3d box() const { return Eigen::AlignedBox3d(p).extend(q); }
  double most_travel() const { return std::max(travel_p.norm(), travel_q.norm()); }
  /// A surface with outward normal n that meets the edge meets neither face beside it before.
  bool in_cone(const Vec3& n) const { return in_cone(n, kOutOfCone * ridge); }
  bool in_cone(const Vec3& n, double slack) const {
    return !has_sides || (inward[0].dot(n) >= -slack && inward[1].dot(n) >= -slack);
  }
};

/// How far two features may be apart to be reported: how far they approach each other, even if one of them is stopped
/// in this very step; features of one body stop and go together.
inline double feature_margin(const Vec3& travel_a, const Vec3& travel_b, bool same_body) {
  const double relative = (travel_a - travel_b).norm();
  return same_body ? relative : std::max({relative, travel_a.norm(), travel_b.norm()});
}

}  // namespace stiction
