// The surface of a deformable body: triangles that stay, vertices that move.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "stiction/geometry/surface_tree.h"
#include "stiction/linalg/types.h"

namespace stiction {

/// Closed triangle surface with what collision asks of its connections, built once and shared. Vertices are numbered
/// from 0 without gaps.
class SoftSurface {
 public:
  /// Throws InputError if triangles are not closed and consistently oriented, or name vertices beyond `rest`.
  SoftSurface(std::vector<Vec3> rest, std::vector<std::array<int, 3>> triangles);

  /// An edge with the triangles on its two sides: the one that runs through it from vertex 0 to 1, and the other.
  struct Edge {
    std::array<int, 2> vertex;
    std::array<int, 2> triangle;
  };

  const std::vector<Vec3>& rest() const { return rest_; }                          ///< undeformed, body frame, m
  const std::vector<std::array<int, 3>>& triangles() const { return triangles_; }  ///< counter-clockwise from outside
  const std::vector<Edge>& edges() const { return edges_; }
  /// Triangles around each vertex, ascending.
  const std::vector<std::vector<int>>& triangles_of() const { return triangles_of_; }
  /// Edges of each triangle: number i joins its corners i and i+1.
  const std::vector<std::array<int, 3>>& edges_of() const { return edges_of_; }
  /// Over the triangles, by their places in the rest shape.
  const SurfaceTree& tree() const { return tree_; }
  double radius() const { return radius_; }        ///< of a ball about the origin that holds the rest shape, m
  double thickness() const { return thickness_; }  ///< least extent of the rest shape's box, m

 private:
  std::vector<Vec3> rest_;
  std::vector<std::array<int, 3>> triangles_;
  std::vector<Edge> edges_;
  std::vector<std::vector<int>> triangles_of_;
  std::vector<std::array<int, 3>> edges_of_;
  SurfaceTree tree_;
  double radius_ = 0, thickness_ = 0;
};

/// A point of a triangle, an edge or a vertex: weights of its vertices, which add up to 1. Unused vertices are -1 with
/// weight 0; no vertex at all: the point belongs to a body that does not deform.
struct SurfaceSpot {
  std::array<int, 3> vertex{-1, -1, -1};
  Vec3 weight = Vec3::Zero();

  bool soft() const { return vertex[0] >= 0; }
  /// Where it is, given all vertices of the surface.
  Vec3 position(const std::vector<Vec3>& x) const {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < 3; ++i)
      if (vertex[std::size_t(i)] >= 0) sum += weight[i] * x[std::size_t(vertex[std::size_t(i)])];
    return sum;
  }
};

/// The point of the undeformed surface nearest to x (body frame).
SurfaceSpot nearest_spot(const SoftSurface& surface, const Vec3& x);

}  // namespace stiction
