// Smooth surfaces as scenes describe them.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "stiction/geometry/mesh/solid_mesh.h"
#include "stiction/geometry/mesh/terrain_surface.h"
#include "stiction/linalg/types.h"

namespace stiction {

class SmoothSurface;

struct SmoothSphere {
  double radius = 0.5;  ///< m
};
struct SmoothEllipsoid {
  Vec3 semi_axes = Vec3::Constant(0.5);  ///< m
};
/// About z.
struct SmoothTorus {
  double ring = 0.5, tube = 0.1;  ///< m: radius of the centre line, and of the tube
};
/// A rectangle at z = 0 whose normal is z; only for fixed bodies.
struct SmoothPlane {
  Vec2 size = Vec2::Ones();  ///< m
};
/// z = x²/(2 radii.x) + y²/(2 radii.y) over a rectangle, as one bicubic patch.
struct SmoothParaboloid {
  Vec2 radii = Vec2::Ones();  ///< m: principal radii at the origin
  Vec2 size = Vec2::Ones();   ///< m
  bool bowl = false;          ///< the body is below the surface, else above
};
/// Bicubic patches; control point i + 4 j belongs to B_i(s) B_j(t).
struct SmoothBezier {
  std::vector<std::array<Vec3, 16>> patches;
};
/// Loop subdivision of a control mesh: one of the built-in ones, one from a file, or one given here.
struct SmoothLoop {
  std::string builtin;  ///< bowl | table
  std::string file;     ///< absolute path
  double scale = 1;     ///< of the file's lengths
  TriangleMesh control;
};

/// A body with a smooth surface. What follows `segments` is made by complete() from what precedes it, and shared.
struct SmoothDescription {
  std::variant<SmoothSphere, SmoothEllipsoid, SmoothTorus, SmoothPlane, SmoothParaboloid, SmoothBezier, SmoothLoop>
      form;
  int segments = 0;  ///< of the triangulation, along every edge of a patch; 0: as suits the surface
  std::shared_ptr<const SmoothSurface> surface = nullptr;
  bool closed = true;                                       ///< the surface encloses a volume
  std::shared_ptr<const SolidMesh> solid = nullptr;         ///< the triangulation, with a lid where it is open
  std::shared_ptr<const TerrainSurface> terrain = nullptr;  ///< of an open surface that is fixed, instead
};

}  // namespace stiction
