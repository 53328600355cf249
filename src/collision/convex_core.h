// Convex shapes, round ones included, as a core and a radius about it: what the round narrow phase works on.
#pragma once

#include <optional>
#include <vector>

#include "stiction/geometry/shape.h"

namespace stiction {

/// All outward unit normals m with axis·m = height: those along an edge, about the side of a cylinder or of a cone.
struct NormalFamily {
  Vec3 axis;
  double height;
};

/// A posed convex shape. Spheres and capsules are points and segments grown by `rounding`; the others are their own
/// core. Coordinates are world axes about an origin chosen by the caller.
struct ConvexCore {
  enum class Kind { kPoint, kSegment, kCylinder, kCone, kPolyhedron };

  Kind kind = Kind::kPoint;
  Vec3 centre = Vec3::Zero();                    ///< middle of the axis; of a polyhedron the origin of its body frame
  Mat3 R = Mat3::Identity();                     ///< axes as columns; round shapes are round about the third
  double radius = 0;                             ///< of the rim, m
  double half = 0;                               ///< half the length along the axis, m
  double rounding = 0;                           ///< m
  const ConvexPolyhedron* polyhedron = nullptr;  ///< of Kind::kPolyhedron
  double reach = 0;                              ///< radius of a ball about `centre` that holds the shape, m
  double thickness = 0;                          ///< of the shape, m

  ConvexCore(const Sphere& sphere, const Pose& pose, const Vec3& origin);
  ConvexCore(const Capsule& capsule, const Pose& pose, const Vec3& origin);
  ConvexCore(const Cylinder& cylinder, const Pose& pose, const Vec3& origin);
  ConvexCore(const Cone& cone, const Pose& pose, const Vec3& origin);
  ConvexCore(const Polyhedron& shape, const Pose& pose, const Vec3& origin);

  Vec3 axis() const { return R.col(2); }
  /// Centre of the rim at the end `side` (-1 or 1) of the axis.
  Vec3 end(int side) const { return centre + side * half * axis(); }
  /// Point of that rim furthest along n; any where the rim is seen face on.
  Vec3 rim_point(int side, const Vec3& n) const;
  /// Point of the core furthest along n.
  Vec3 support(const Vec3& n) const;
  int support_vertex(const Vec3& n) const;  ///< of a polyhedron
  Vec3 vertex(int i) const { return centre + R * polyhedron->vertices()[std::size_t(i)]; }
  /// Second derivative of max n·x over the core: curvature t tᵀ. Zero where a vertex is furthest.
  double curvature(const Vec3& n, Vec3& t) const;
  /// Flat faces whose outward normal is within `cosine` of n: normals and, of polyhedra, face indices (else the side).
  struct Flat {
    Vec3 normal;
    int index;
  };
  void flats(const Vec3& n, double cosine, std::vector<Flat>& out) const;
  /// Families that pass near n: height of n within `tolerance`.
  void families(const Vec3& n, double tolerance, std::vector<NormalFamily>& out) const;
  /// All of them, each direction of edges once.
  void all_families(std::vector<NormalFamily>& out) const;
  /// That of the side of a round core.
  std::optional<NormalFamily> side_family() const;
};

/// Two cores. Directions n point from B to A.
struct CorePair {
  const ConvexCore& a;
  const ConvexCore& b;

  double rounding() const { return a.rounding + b.rounding; }
  double size() const { return std::min(a.reach, b.reach); }
  double thickness() const { return std::min(a.thickness, b.thickness); }
  /// Difference of the points that meet along n; its product with n is the separation of the cores.
  Vec3 difference(const Vec3& n) const { return a.support(-n) - b.support(n); }
  double separation(const Vec3& n) const { return n.dot(difference(n)); }
};

}  // namespace stiction
