// Triangle meshes: what the mesh files hold, the checks that make one a solid, and its mass.
#pragma once

#include <array>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// Vertices (m) and triangles, counter-clockwise seen from outside (from above, for terrain).
struct TriangleMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;

  const Vec3& corner(std::size_t triangle, int i) const {
    return vertices[std::size_t(triangles[triangle][std::size_t(i)])];
  }
};

/// Volume (m³), centre (m) and second moment ∫(x-c)(x-c)ᵀ dV (m⁵) of what the mesh encloses, exact up to rounding.
struct MeshMoments {
  double volume = 0;
  Vec3 centre = Vec3::Zero();
  Mat3 second = Mat3::Zero();
};
MeshMoments mesh_moments(const TriangleMesh& mesh);

/// Triangles turned round: what was inside is outside.
TriangleMesh flipped(TriangleMesh mesh);
TriangleMesh scaled(TriangleMesh mesh, double factor);

/// Throws InputError unless all coordinates are finite, all indices are in range and no triangle is flatter than
/// 1e-9 of the mesh's extent. Places are "vertex 12" and "triangle 7", numbered from 1.
void check_mesh(const TriangleMesh& mesh);

/// check_mesh, and: every edge joins exactly two triangles that run through it in opposite directions, and the
/// triangles face outwards (positive volume). The error says which of these fails, where, and what would help.
void check_solid(const TriangleMesh& mesh);

/// check_mesh, and: no edge has more than two triangles, and neighbours agree about which side is up.
void check_surface(const TriangleMesh& mesh);

}  // namespace stiction
