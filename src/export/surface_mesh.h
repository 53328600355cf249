// Any shape as triangles with normals: what pictures and 3D files are made of.
#pragma once

#include <array>
#include <cstdint>
#include <numbers>
#include <vector>

#include "stiction/geometry/shape.h"

namespace stiction {

using Vec3f = Eigen::Vector3f;

/// Triangles in the frame of their body, counter-clockwise seen from outside. Single precision is enough for looking,
/// and is what 3D files hold. A sharp edge has its vertices twice, once for the normal of each side.
struct SurfaceMesh {
  std::vector<Vec3f> positions;  ///< m
  std::vector<Vec3f> normals;    ///< unit, one for each position
  std::vector<std::array<std::uint32_t, 3>> triangles;

  bool operator==(const SurfaceMesh&) const = default;
};

/// How round shapes are cut, and how much is shown of shapes without end.
struct Tessellation {
  int segments = 32;                ///< of a full circle, at least 3
  double half_space_size = 10;      ///< m, edge of the square that stands for a half-space
  Vec3 half_space_centre = {};      ///< m, body frame: the square lies about the point of the plane next to this one
  std::vector<HalfSpace> hidden{};  ///< body frame: where these are solid, a half-space's square is cut off

  Tessellation() : half_space_centre(Vec3::Zero()) {}
};

SurfaceMesh tessellate(const Shape& shape, const Tessellation& how);

/// Where meshes bend by more than this, they are shown with a sharp edge, rad.
inline constexpr double kCrease = 40 * std::numbers::pi / 180;

/// A mesh with normals: smooth over its surface, but for edges at which it bends by more than `crease` (rad).
/// Triangles and their corners keep their order.
SurfaceMesh with_normals(const TriangleMesh& mesh, double crease);

/// An arrow along z with its tail at the origin; `radius` is the shaft's. m
SurfaceMesh arrow_mesh(double length, double radius, int segments);

}  // namespace stiction
