#include "stiction/geometry/surface_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace stiction {

namespace {

constexpr int kLeafSize = 4;

}  // namespace

SurfaceTree::SurfaceTree(std::span<const Vec3> vertices, std::span<const std::array<int, 3>> triangles)
    : order_(triangles.size()), leaf_of_(triangles.size()) {
  if (triangles.empty()) return;
  std::iota(order_.begin(), order_.end(), 0);
  std::vector<Vec3> centres;
  centres.reserve(triangles.size());
  for (const auto& t : triangles) centres.push_back(vertices[t[0]] + vertices[t[1]] + vertices[t[2]]);
  nodes_.reserve(triangles.size());
  build(centres, 0, int(order_.size()));
}

int SurfaceTree::build(std::span<const Vec3> centres, int first, int last) {
  const int index = int(nodes_.size());
  nodes_.push_back({first, last});
  if (last - first <= kLeafSize) {
    for (int k = first; k < last; ++k) leaf_of_[order_[k]] = index;
    return index;
  }
  Eigen::AlignedBox3d all;
  for (int k = first; k < last; ++k) all.extend(centres[order_[k]]);
  Eigen::Index axis = 0;
  all.sizes().maxCoeff(&axis);
  const int middle = (first + last) / 2;
  std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last,
                   [&](int s, int t) { return std::pair(centres[s](axis), s) < std::pair(centres[t](axis), t); });
  build(centres, first, middle);
  const int right = build(centres, middle, last);
  nodes_[index].right = right;
  return index;
}

}  // namespace stiction
