// An open triangle mesh that bodies rest on from above.
#pragma once

#include <memory>
#include <vector>

#include "stiction/geometry/mesh/mesh_distance.h"
#include "stiction/geometry/mesh/triangle_mesh.h"

namespace stiction {

/// Immutable surface for fixed bodies, solid below (on the side its triangles face away from), with the edges and
/// vertices that stand out of it. Lengths in m.
class TerrainSurface {
 public:
  /// Throws InputError unless the mesh is a surface (see check_surface).
  explicit TerrainSurface(const TriangleMesh& mesh);
  TerrainSurface(const TerrainSurface&) = delete;
  TerrainSurface& operator=(const TerrainSurface&) = delete;

  const TriangleMesh& mesh() const { return mesh_; }
  const MeshDistance& exact() const { return exact_; }
  const Eigen::AlignedBox3d& box() const { return exact_.tree().box(); }

  /// An edge at which the surface bends down on both sides or ends, and its two triangles (`beyond` may be -1).
  struct Ridge {
    int v0, v1;
    int triangle, beyond;
  };
  const std::vector<Ridge>& ridges() const { return ridges_; }
  /// Ridges by triangle: indices into ridges(), -1 where an edge is none.
  const std::array<int, 3>& ridges_of(int triangle) const { return ridges_of_[std::size_t(triangle)]; }
  /// Neighbours of a vertex along edges.
  const std::vector<int>& around(int vertex) const { return around_[std::size_t(vertex)]; }
  /// A vertex at the end of a ridge: it can poke into a body.
  bool is_peak(int vertex) const { return peak_[std::size_t(vertex)] != 0; }

 private:
  void find_ridges();

  TriangleMesh mesh_;
  MeshDistance exact_;
  std::vector<Ridge> ridges_;
  std::vector<std::array<int, 3>> ridges_of_;
  std::vector<std::vector<int>> around_;
  std::vector<char> peak_;
};

/// A grid of heights (m) as a surface: `columns` points along x times `rows` points along y, row by row from the lowest
/// y, spread over `size_x` by `size_y` (m) about the origin. Throws InputError for fewer than 2 rows or columns, a
/// number of heights that does not fit, or heights that are not finite.
TriangleMesh height_field_mesh(double size_x, double size_y, int rows, int columns, const std::vector<double>& heights);

}  // namespace stiction
