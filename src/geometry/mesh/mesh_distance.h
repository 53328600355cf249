// Exact signed distance to the surface of a mesh.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "stiction/geometry/mesh/triangle_tree.h"

namespace stiction {

/// A place on the surface of a mesh seen from a point.
struct SurfaceDistance {
  double distance = std::numeric_limits<double>::infinity();  ///< m; negative inside
  Vec3 normal = Vec3::UnitZ();  ///< unit: out of the mesh, along the gradient of the distance
  Vec3 point = Vec3::Zero();    ///< nearest point of the surface
  int triangle = -1;            ///< its triangle; -1: nothing within the bound
};

/// Nearest points of a mesh with a sign. The sign is that of the angle-weighted pseudonormal of the nearest face,
/// edge or vertex (Bærentzen and Aanæs, "Signed distance computation using the angle weighted pseudonormal", 2005),
/// exact for closed meshes that do not cut themselves.
class MeshDistance {
 public:
  /// Refers to the mesh, which must outlive it.
  explicit MeshDistance(const TriangleMesh& mesh);

  /// No further than `within` (m) from the surface.
  SurfaceDistance at(const Vec3& x, double within = std::numeric_limits<double>::infinity()) const;
  /// The same with the triangles given among which the nearest one is (TriangleTree::nearest_of).
  SurfaceDistance at(const Vec3& x, double within, std::span<const TriangleTree::Candidate> sorted, double away) const;

  const TriangleTree& tree() const { return tree_; }
  const TriangleMesh& mesh() const { return *mesh_; }
  /// Unit normal of a triangle.
  const Vec3& face_normal(int triangle) const { return face_normals_[std::size_t(triangle)]; }
  /// Unit mean of the normals at the edge from corner i to corner i+1 of a triangle.
  const Vec3& edge_normal(int triangle, int i) const { return edge_normals_[std::size_t(triangle)][std::size_t(i)]; }
  /// Unit mean of the normals at a vertex, weighted by the triangles' angles.
  const Vec3& vertex_normal(int vertex) const { return vertex_normals_[std::size_t(vertex)]; }
  /// The triangle beyond the edge from corner i to corner i+1, or -1 at a border.
  int neighbour(int triangle, int i) const { return neighbours_[std::size_t(triangle)][std::size_t(i)]; }

 private:
  void find_neighbours();
  const Vec3& pseudonormal(int triangle, TrianglePart part) const;
  SurfaceDistance seen_from(const Vec3& x, const TriangleTree::Nearest& nearest) const;

  const TriangleMesh* mesh_;
  TriangleTree tree_;
  std::vector<Vec3> face_normals_, vertex_normals_;
  std::vector<std::array<Vec3, 3>> edge_normals_;
  std::vector<std::array<int, 3>> neighbours_;
  double rounding_;  // distances below it have no direction of their own, m
};

}  // namespace stiction
