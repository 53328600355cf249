// The shape of a tree of boxes over triangles: which triangles lie together. Whoever walks it brings boxes that fit
// where the triangles are now.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// Median splits of the triangles' centres. Children come after their parents, so a walk from the last node to the
/// first meets them before.
class SurfaceTree {
 public:
  static constexpr int kDepth = 64;  ///< enough for any stack of nodes: splits are at medians
  struct Node {
    int first, last;  ///< order()[first .. last)
    int right = -1;   ///< the left child follows its parent; -1 for leaves
  };

  SurfaceTree() = default;
  SurfaceTree(std::span<const Vec3> vertices, std::span<const std::array<int, 3>> triangles);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<int>& order() const { return order_; }      ///< triangles; every node holds a range of them
  const std::vector<int>& leaf_of() const { return leaf_of_; }  ///< the leaf that holds each triangle

 private:
  int build(std::span<const Vec3> centres, int first, int last);

  std::vector<int> order_, leaf_of_;
  std::vector<Node> nodes_;
};

}  // namespace stiction
