// The collision shapes of rigid bodies, in the body frame.
#pragma once

#include <memory>
#include <variant>

#include "stiction/geometry/convex_polyhedron.h"
#include "stiction/linalg/types.h"

namespace stiction {

/// Everything below a plane: solid where normal·x <= offset. Only for fixed bodies.
struct HalfSpace {
  Vec3 normal = Vec3::UnitZ();  ///< unit, out of the solid
  double offset = 0;            ///< m
};

struct Sphere {
  double radius = 0.5;         ///< m
  Vec3 centre = Vec3::Zero();  ///< m, in the body frame; off the origin where the centre of mass is off the middle
};

/// Boxes and hulls: both are convex polyhedra.
struct Polyhedron {
  std::shared_ptr<const ConvexPolyhedron> convex;
};

using Shape = std::variant<HalfSpace, Sphere, Polyhedron>;

/// Mass, centre of mass and inertia (about the centre of mass, axes of the body frame).
struct MassProperties {
  double mass = 0;              ///< kg
  Vec3 centre = Vec3::Zero();   ///< m, in the body frame
  Mat3 inertia = Mat3::Zero();  ///< kg m²
};

/// Mass properties of a solid of uniform `density` (kg/m³). A half-space has none: throws InputError.
MassProperties mass_properties(const Shape& shape, double density);

/// The shape with its origin moved to `origin` (given in the old frame).
Shape recentred(const Shape& shape, const Vec3& origin);

/// Radius of a ball about the origin that holds the shape; infinite for a half-space.
double bounding_radius(const Shape& shape);

/// A length typical of how thin the shape is (m): least width; diameter of a sphere; infinite for a half-space.
double thickness(const Shape& shape);

/// Rigid placement of a shape in the world.
struct Pose {
  Vec3 p = Vec3::Zero();      ///< origin of the body frame in the world, m
  Mat3 R = Mat3::Identity();  ///< body axes as columns
  Vec3 operator*(const Vec3& x) const { return R * x + p; }
  Vec3 to_local(const Vec3& x) const { return R.transpose() * (x - p); }
};

}  // namespace stiction
