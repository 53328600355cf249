// Tetrahedral meshes: what bodies that bend are made of, their surface, their measures, and the checks that make one
// fit for simulation.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "stiction/geometry/mesh/triangle_mesh.h"
#include "stiction/linalg/types.h"

namespace stiction {

/// Vertices (m) and tetrahedra of positive volume: det(x1-x0, x2-x0, x3-x0) > 0.
struct TetMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 4>> tets;

  const Vec3& corner(std::size_t tet, int i) const { return vertices[std::size_t(tets[tet][std::size_t(i)])]; }
};

/// Corners of the face opposite corner i of a tetrahedron of positive volume, counter-clockwise seen from outside.
inline constexpr std::array<std::array<int, 3>, 4> kTetFaces{{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};
/// The six edges of a tetrahedron. Edges e and 5 - e are opposite each other.
inline constexpr std::array<std::array<int, 2>, 6> kTetEdges{{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

/// Signed volume of one tetrahedron and of all, m³.
double volume(const TetMesh& mesh, std::size_t tet);
double volume(const TetMesh& mesh);

/// For every tetrahedron the one beyond the face opposite its corner i, or -1 at the surface. Throws InputError if a
/// face belongs to more than two tetrahedra or if two lie on the same side of it (see check for the places).
std::vector<std::array<int, 4>> tet_neighbours(const TetMesh& mesh);

/// A face of the surface: the one opposite corner `corner` of `tet`.
struct TetFace {
  int tet = -1;
  int corner = 0;
};
/// Faces of exactly one tetrahedron, in the order of tetrahedra and of corners.
std::vector<TetFace> surface_faces(const TetMesh& mesh);
/// The same as vertices of the mesh, counter-clockwise seen from outside, in the same order.
std::vector<std::array<int, 3>> surface_triangles(const TetMesh& mesh);

/// The surface with its own vertices, in the order in which the tetrahedral mesh has them.
struct TetSurface {
  TriangleMesh mesh;
  std::vector<int> vertices;  ///< of the tetrahedral mesh, for each vertex of the surface
  std::vector<int> tets;      ///< behind each triangle
};
TetSurface tet_surface(const TetMesh& mesh);

/// Connected parts: the number of the part of every tetrahedron, from 0 in the order of their first tetrahedra. Parts
/// hang together through faces; an edge or a vertex alone joins nothing.
std::vector<int> tet_parts(const TetMesh& mesh);

/// Measures of a mesh. Angles in degrees, between faces.
struct TetQuality {
  std::size_t vertices = 0, tets = 0, surface_triangles = 0;
  double volume = 0;             ///< m³
  double least_dihedral = 180;   ///< degrees
  double greatest_dihedral = 0;  ///< degrees
  int flattest = -1;             ///< tetrahedron with the least angle
  double shortest_edge = 0;      ///< m
  double longest_edge = 0;       ///< m
};
TetQuality tet_quality(const TetMesh& mesh);

/// The six angles between the faces of a tetrahedron, degrees, at kTetEdges.
std::array<double, 6> dihedral_angles(const TetMesh& mesh, std::size_t tet);

/// What a mesh must keep to be simulated.
struct TetLimits {
  double least_dihedral = 1;  ///< degrees: flatter tetrahedra (slivers) make stiffness matrices useless
  bool connected = true;      ///< one part
};

/// Throws InputError unless: all coordinates are finite, indices in range and different within a tetrahedron, volumes
/// positive, no tetrahedron flatter than the limit, every vertex used, every face shared by at most two tetrahedra on
/// opposite sides, the surface a manifold (two triangles at every edge, one fan at every vertex), and all in one part.
/// Places are "tetrahedron 7" and "vertex 12", numbered from 1, with their position.
void check(const TetMesh& mesh, const TetLimits& limits = {});

}  // namespace stiction
