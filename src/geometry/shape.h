// The collision shapes of rigid bodies, in the body frame.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "stiction/geometry/convex_polyhedron.h"
#include "stiction/geometry/mesh/solid_mesh.h"
#include "stiction/geometry/mesh/terrain_surface.h"
#include "stiction/linalg/types.h"

namespace stiction {

/// Rigid placement: of a body in the world, or of a part in its body.
struct Pose {
  Vec3 p = Vec3::Zero();      ///< origin of the placed frame, m
  Mat3 R = Mat3::Identity();  ///< its axes as columns
  Vec3 operator*(const Vec3& x) const { return R * x + p; }
  Pose operator*(const Pose& part) const { return {R * part.p + p, R * part.R}; }
  Vec3 to_local(const Vec3& x) const { return R.transpose() * (x - p); }
};

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

/// All points within `radius` of a segment along z, from -half_length to half_length.
struct Capsule {
  double radius = 0.5;       ///< m
  double half_length = 0.5;  ///< m, of the straight part
  Pose placement = {};       ///< of the capsule's own frame in the body frame
};

/// Round about z, from -half_length to half_length.
struct Cylinder {
  double radius = 0.5;       ///< m
  double half_length = 0.5;  ///< m
  Pose placement = {};
};

/// Round about z: base at z = -height/2, apex at z = height/2.
struct Cone {
  double radius = 0.5;  ///< m, of the base
  double height = 1;    ///< m
  Pose placement = {};
};

struct CompoundPart;

/// Several shapes that move as one. Parts may overlap; then their masses add up.
struct Compound {
  std::shared_ptr<const std::vector<CompoundPart>> parts;
  double radius = 0;     ///< m, of a ball about the origin that holds all parts
  double thickness = 0;  ///< m, of the thinnest part
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

using Shape = std::variant<HalfSpace, Sphere, Polyhedron, Capsule, Cylinder, Cone, Compound, Mesh, Terrain>;

/// One shape of a compound and where it sits.
struct CompoundPart {
  Shape shape;
  Pose pose;  ///< of the part's frame in the body frame
};

/// A compound of these parts; compounds among them are taken apart. Throws InputError if there is no part, more than
/// `kMaxParts` of them, or a half-space or terrain among them.
Compound make_compound(const std::vector<CompoundPart>& parts);
inline constexpr std::size_t kMaxParts = 1024;

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

/// A length typical of how thin the shape is (m): least width; diameter of the largest ball inside a mesh; of a
/// compound that of its thinnest part; infinite for half-spaces and terrain.
double thickness(const Shape& shape);

}  // namespace stiction
