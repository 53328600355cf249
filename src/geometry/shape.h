// The collision shapes of rigid bodies, in the body frame.
#pragma once

#include <memory>
#include <variant>

#include "stiction/geometry/convex_polyhedron.h"
#include "stiction/geometry/mesh/solid_mesh.h"
#include "stiction/geometry/mesh/terrain_surface.h"
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

/// A closed mesh of any shape. The point x of the mesh is at x + offset in the body frame.
struct Mesh {
  std::shared_ptr<const SolidMesh> solid;
  Vec3 offset = Vec3::Zero();  ///< m
};

/// An open surface, solid on the side its triangles face away from. Only for fixed bodies.
struct Terrain {
  std::shared_ptr<const TerrainSurface> surface;
  Vec3 offset = Vec3::Zero();  ///< m, as for meshes
};

using Shape = std::variant<HalfSpace, Sphere, Polyhedron, Mesh, Terrain>;

/// Half-spaces and terrain: shapes without an inside of their own, which cannot move.
bool is_fixed_only(const Shape& shape);

/// Mass, centre of mass and inertia (about the centre of mass, axes of the body frame).
struct MassProperties {
  double mass = 0;              ///< kg
  Vec3 centre = Vec3::Zero();   ///< m, in the body frame
  Mat3 inertia = Mat3::Zero();  ///< kg m²
};

/// Mass properties of a solid of uniform `density` (kg/m³). Half-spaces and terrain have none: throws
/// InputError.
MassProperties mass_properties(const Shape& shape, double density);

/// The shape with its origin moved to `origin` (given in the old frame).
Shape recentred(const Shape& shape, const Vec3& origin);

/// Radius of a ball about the origin that holds the shape; infinite for a half-space.
double bounding_radius(const Shape& shape);

/// A length typical of how thin the shape is (m): least width; diameter of a sphere, of the largest ball inside a mesh;
/// infinite for a half-space and for terrain.
double thickness(const Shape& shape);

/// Rigid placement of a shape in the world.
struct Pose {
  Vec3 p = Vec3::Zero();      ///< origin of the body frame in the world, m
  Mat3 R = Mat3::Identity();  ///< body axes as columns
  Vec3 operator*(const Vec3& x) const { return R * x + p; }
  Vec3 to_local(const Vec3& x) const { return R.transpose() * (x - p); }
};

}  // namespace stiction
