// Further checks of triangle meshes, for solids that are to be filled with tetrahedra: what check_solid cannot see from
// edges alone. All of them name the place.
#pragma once

#include <optional>

#include "stiction/geometry/mesh/triangle_mesh.h"

namespace stiction {

/// Two triangles of one mesh that cut each other or lie on each other.
struct TriangleCrossing {
  int first = -1, second = -1;
  Vec3 point = Vec3::Zero();  ///< common to both, m
  bool coplanar = false;
};

/// The crossing with the lowest first and then second triangle, if there is any. Triangles that merely touch, up to
/// 1e-12 of the mesh's extent, do not cross; neighbours cross where one is folded onto the other.
std::optional<TriangleCrossing> find_self_intersection(const TriangleMesh& mesh);

/// What meshes must keep to become tetrahedra.
struct MeshLimits {
  double least_size = 1e-4;    ///< m, longest side of the box: below, units are taken to be wrong
  double most_size = 100;      ///< m
  double least_height = 1e-7;  ///< of a triangle over its longest edge: flatter ones are slivers
};

/// Throws InputError if the longest side of the mesh's box is beyond the limits: then its units are likely wrong.
void check_size(const TriangleMesh& mesh, const MeshLimits& limits = {});

/// Throws InputError if a triangle is too flat to have a normal worth its name.
void check_slivers(const TriangleMesh& mesh, const MeshLimits& limits = {});

/// Throws InputError unless every part of the mesh that encloses something faces outwards, and those that lie within
/// another face inwards (cavities).
void check_part_orientations(const TriangleMesh& mesh);

/// check_mesh, check_size, check_slivers, check_solid, no self-intersections, check_part_orientations: in this order.
void check_meshable(const TriangleMesh& mesh, const MeshLimits& limits = {});

}  // namespace stiction
