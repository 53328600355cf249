// A convex polyhedron with its faces, edges and edge directions, built once and shared.
#pragma once

#include <memory>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// Immutable closed convex polyhedron. Faces are planar polygons (coplanar hull triangles are merged),
/// counter-clockwise seen from outside. Lengths in m.
class ConvexPolyhedron {
 public:
  struct Face {
    std::vector<int> vertices;  ///< loop, counter-clockwise from outside
    std::vector<int> edges;     ///< edges[i] joins vertices[i] and vertices[i+1]
    Vec3 normal;                ///< unit, outward
    double offset;              ///< normal·x = offset on the face, <= offset inside
  };
  struct Edge {
    int v0, v1;  ///< v0 < v1
    int f0, f1;  ///< the two faces that meet here
  };
  /// Vertices as columns x, y, z: projections of all of them on an axis are one vectorised expression.
  using VertexTable = Eigen::Array<double, Eigen::Dynamic, 3>;

  /// The box [-half, half] in each axis. Vertex i has sign bits (i&1, i&2, i&4) for x, y, z.
  static std::shared_ptr<const ConvexPolyhedron> box(const Vec3& half_extents);

  /// Convex hull of points. Throws InputError if the points are fewer than 4, not finite or flat
  /// (thickness under 1e-9 of the extent). Points inside the hull are dropped; coplanar triangles merge.
  static std::shared_ptr<const ConvexPolyhedron> hull(const std::vector<Vec3>& points);

  const std::vector<Vec3>& vertices() const { return vertices_; }
  const VertexTable& vertex_table() const { return vertex_table_; }
  const std::vector<Face>& faces() const { return faces_; }
  const std::vector<Edge>& edges() const { return edges_; }
  /// Unit directions of the edges without parallel repeats (3 for a box).
  const std::vector<Vec3>& edge_directions() const { return edge_directions_; }
  const std::vector<int>& faces_of_vertex(int vertex) const { return faces_of_vertex_[std::size_t(vertex)]; }
  const std::vector<int>& edges_of_vertex(int vertex) const { return edges_of_vertex_[std::size_t(vertex)]; }
  /// Largest distance of a vertex from the origin of the body frame.
  double radius() const { return radius_; }
  /// Smallest width over the face normals: the polyhedron's thickness.
  double thickness() const { return thickness_; }

  /// The same polyhedron moved by `offset` (used to put the origin at the centre of mass).
  std::shared_ptr<const ConvexPolyhedron> translated(const Vec3& offset) const;

 private:
  ConvexPolyhedron() = default;
  /// Fills normals, edges, directions, radius and thickness from vertices and face loops.
  void finish();
  void find_edges();
  void measure();

  std::vector<Vec3> vertices_;
  VertexTable vertex_table_;
  std::vector<Face> faces_;
  std::vector<Edge> edges_;
  std::vector<Vec3> edge_directions_;
  std::vector<std::vector<int>> faces_of_vertex_, edges_of_vertex_;
  double radius_ = 0;
  double thickness_ = 0;
};

}  // namespace stiction
