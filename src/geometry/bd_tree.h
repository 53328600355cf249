// Bounds of a body that deforms in a few modes, from its reduced coordinates alone.
//
// D. L. James and D. K. Pai, "BD-Tree: output-sensitive collision detection for reduced deformable models", 2004:
// spheres about groups of vertices whose centres and radii follow the reduced coordinates (their equations 4 and 7),
// without looking at a vertex. Deviation: centres are the mean of the vertices of a node, and every node bounds its own
// vertices (their "wrapped" hierarchy), which is the tightest of their choices.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "stiction/geometry/surface_tree.h"

namespace stiction {

/// A surface that deforms in modes: vertex i is at rest[i] + basis[i] q, in the body's own frame.
struct ReducedSurface {
  using Rows = Eigen::Matrix<double, 3, Eigen::Dynamic>;
  std::vector<Vec3> rest;                     ///< m
  std::vector<Rows> basis;                    ///< by vertex, as many columns as there are modes
  std::vector<std::array<int, 3>> triangles;  ///< what the tree is built over

  Vec3 position(int vertex, const Eigen::VectorXd& q) const {
    Vec3 x = rest[vertex];
    for (Eigen::Index j = 0; j < q.size(); ++j) x += q[j] * Vec3(basis[vertex].col(j));
    return x;
  }
};

/// Bounded deformation tree: every node has a sphere that holds all vertices of its triangles for any q. Centres are
/// affine in q: c = c0 + C q; radii grow with |q|: R = R0 + sum over j of |q_j| R_j.
class BdTree {
 public:
  struct Sphere {
    Vec3 centre;    ///< m
    double radius;  ///< m
  };

  explicit BdTree(const ReducedSurface& surface);

  int modes() const { return modes_; }
  const SurfaceTree& tree() const { return tree_; }
  /// Costs one product with as many columns as there are modes.
  Sphere sphere(int node, const Eigen::VectorXd& q) const;

  /// Calls leaf(triangle) for all triangles in leaves none of whose spheres was refused by may_touch(centre, radius).
  template <class MayTouch, class Leaf>
  void visit(const Eigen::VectorXd& q, MayTouch&& may_touch, Leaf&& leaf) const {
    if (tree_.nodes().empty()) return;
    int stack[SurfaceTree::kDepth];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const int index = stack[--top];
      const Sphere bound = sphere(index, q);
      if (!may_touch(bound.centre, bound.radius)) continue;
      const SurfaceTree::Node& node = tree_.nodes()[index];
      if (node.right < 0) {
        for (int k = node.first; k < node.last; ++k) leaf(tree_.order()[k]);
      } else {
        stack[top++] = node.right;
        stack[top++] = index + 1;
      }
    }
  }

 private:
  struct Node {
    Vec3 centre;                 // at rest
    ReducedSurface::Rows moves;  // of the centre with q
    double radius;               // at rest
    Eigen::VectorXd grows;       // of the radius with |q|
  };

  int modes_ = 0;
  SurfaceTree tree_;
  std::vector<Node> nodes_;
};

/// Triangles of two surfaces that may be nearer to each other than `reach` (m), by the spheres alone: pairs (of a, of
/// b) of leaves' triangles. `a_in_b`: frame of a (rotation, then translation) seen from b.
std::vector<std::pair<int, int>> near_triangles(const BdTree& a, const Eigen::VectorXd& q_a, const BdTree& b,
                                                const Eigen::VectorXd& q_b, const Mat3& turn, const Vec3& shift,
                                                double reach);

}  // namespace stiction
