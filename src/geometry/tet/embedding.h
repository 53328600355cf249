// Points that ride in a tetrahedral mesh: a fine surface for the eye or for contact, carried by a coarse solid.
#pragma once

#include <vector>

#include "stiction/geometry/mesh/triangle_tree.h"
#include "stiction/geometry/tet/tet_mesh.h"

namespace stiction {

/// A point as a mean of the corners of a tetrahedron: x = Σ weights[i] x_i, with weights that sum to one. Points
/// outside have weights below zero and still come out where they were.
struct Embedding {
  int tet = -1;
  Eigen::Vector4d weights = Eigen::Vector4d::Zero();
  double outside = 0;  ///< distance from the tetrahedron, m; 0 inside
};

/// Finds tetrahedra by place: a grid for points inside, a tree over the surface for points outside.
class TetLocator {
 public:
  /// Refers to the mesh, which must outlive it and must not move meanwhile. The mesh has passed check.
  explicit TetLocator(const TetMesh& mesh);
  TetLocator(const TetLocator&) = delete;
  TetLocator& operator=(const TetLocator&) = delete;

  /// The tetrahedron that holds x; where several touch it, the one in which x lies deepest by weight, then the lowest.
  /// Outside, the one behind the nearest triangle of the surface. Throws InputError if x is not finite.
  Embedding at(const Vec3& x) const;
  /// Many points, in parallel.
  std::vector<Embedding> at(const std::vector<Vec3>& points) const;

 private:
  std::size_t cell(const Vec3& x) const;

  const TetMesh* mesh_;
  TetSurface surface_;
  TriangleTree tree_;
  Eigen::AlignedBox3d box_;
  Vec3 inverse_cell_;
  std::array<int, 3> cells_;
  std::vector<int> first_, tets_;  // tetrahedra whose boxes meet cell c: tets_[first_[c] .. first_[c+1])
};

/// Weights of x in a tetrahedron.
Eigen::Vector4d barycentric(const TetMesh& mesh, int tet, const Vec3& x);

/// Where an embedded point is when the vertices are at `vertices`.
inline Vec3 embedded_point(const Embedding& e, const TetMesh& mesh, const std::vector<Vec3>& vertices) {
  const auto& tet = mesh.tets[std::size_t(e.tet)];
  Vec3 x = Vec3::Zero();
  for (std::size_t i = 0; i < 4; ++i) x += e.weights[Eigen::Index(i)] * vertices[std::size_t(tet[i])];
  return x;
}

}  // namespace stiction
