// A tree of bounding boxes over the triangles of a mesh, for nearest points and for what lies in a box.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "stiction/geometry/mesh/triangle_mesh.h"

namespace stiction {

/// Which part of a triangle is nearest: its inside, vertex i, or the edge from vertex i to vertex i+1.
struct TrianglePart {
  enum class Kind { kFace, kVertex, kEdge };
  Kind kind = Kind::kFace;
  int index = 0;
};

struct NearestOnTriangle {
  Vec3 point = Vec3::Zero();
  double squared = std::numeric_limits<double>::infinity();  ///< distance², m²
  TrianglePart part;
};

/// Nearest point of a triangle, exact up to rounding.
NearestOnTriangle nearest_on_triangle(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c);

/// Median splits of the triangles' boxes. Refers to the mesh, which must outlive it.
class TriangleTree {
 public:
  struct Nearest : NearestOnTriangle {
    int triangle = -1;  ///< -1: none within the bound
  };

  explicit TriangleTree(const TriangleMesh& mesh);

  /// Nearest point of the mesh no further than `within` (m). Ties go to the first triangle of the mesh.
  Nearest nearest(const Vec3& x, double within = std::numeric_limits<double>::infinity()) const;
  /// A triangle, and a bound from below on its distance from some place, m.
  struct Candidate {
    int triangle;
    float distance;
  };
  /// The same among some triangles, sorted by their distance from a place that is `away` (m) from x: where the nearest
  /// one is among them, the same to the last bit.
  Nearest nearest_of(std::span<const Candidate> sorted, double away, const Vec3& x, double within) const;

  /// Calls visit(triangle) for all triangles whose box meets `asked`, in the tree's order.
  template <class Visit>
  void overlapping(const Eigen::AlignedBox3d& asked, Visit&& visit) const {
    int stack[kDepth];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const int index = stack[--top];
      const Node& node = nodes_[std::size_t(index)];
      if (!node.box.intersects(asked)) continue;
      if (node.right < 0) {
        for (int k = node.first; k < node.last; ++k) {
          if (boxes_[std::size_t(order_[std::size_t(k)])].intersects(asked)) visit(order_[std::size_t(k)]);
        }
      } else {
        stack[top++] = node.right;
        stack[top++] = index + 1;
      }
    }
  }

  const Eigen::AlignedBox3d& box() const { return nodes_.front().box; }

 private:
  static constexpr int kDepth = 64;  // medians keep the depth at log2 of the number of triangles
  struct Node {
    Eigen::AlignedBox3d box;
    int first, last;
    int right = -1;  // the left child follows its parent; -1 for leaves
  };
  int build(int first, int last);
  void try_triangle(int t, const Vec3& x, Nearest& best) const;

  const TriangleMesh* mesh_;
  std::vector<int> order_;
  std::vector<Eigen::AlignedBox3d> boxes_;  // by triangle
  std::vector<Node> nodes_;
};

}  // namespace stiction
