// A tree of bounding boxes, built afresh by splitting at medians, then asked once per body.
#include "stiction/collision/broad_phase.h"

#include <algorithm>
#include <cmath>

namespace stiction {

namespace {

constexpr int kLeafSize = 4;
constexpr double kMarginShare = 0.01;  // of the smaller thickness

class BoundsTree {
 public:
  BoundsTree(const std::vector<Bounds>& bounds, std::vector<int> bodies) : bounds_(bounds), bodies_(std::move(bodies)) {
    if (bodies_.empty()) return;
    nodes_.reserve(2 * bodies_.size());
    build(0, int(bodies_.size()));
  }

  template <class Visit>
  void overlapping(const Bounds& asked, Visit&& visit) const {
    if (nodes_.empty()) return;
    // Medians keep the depth at log2 of the number of bodies, far below the size of this stack.
    int stack[64];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const Node& node = nodes_[std::size_t(stack[--top])];
      if (!node.bounds.overlaps(asked)) continue;
      if (node.right < 0) {
        for (int k = node.first; k < node.last; ++k) {
          const int body = bodies_[std::size_t(k)];
          if (bounds_[std::size_t(body)].overlaps(asked)) visit(body);
        }
      } else {
        stack[top++] = int(&node - nodes_.data()) + 1;  // the left child follows its parent
        stack[top++] = node.right;
      }
    }
  }

 private:
  struct Node {
    Bounds bounds;
    int first, last;
    int right = -1;
  };

  int build(int first, int last) {
    const int index = int(nodes_.size());
    Bounds all = bounds_[std::size_t(bodies_[std::size_t(first)])];
    for (int k = first + 1; k < last; ++k) {
      const Bounds& b = bounds_[std::size_t(bodies_[std::size_t(k)])];
      all.low = all.low.cwiseMin(b.low);
      all.high = all.high.cwiseMax(b.high);
    }
    nodes_.push_back({all, first, last, -1});
    if (last - first <= kLeafSize) return index;
    Eigen::Index axis = 0;
    (all.high - all.low).maxCoeff(&axis);
    auto centre = [&](int body) {
      return bounds_[std::size_t(body)].low(axis) + bounds_[std::size_t(body)].high(axis);
    };
    const int middle = (first + last) / 2;
    std::nth_element(bodies_.begin() + first, bodies_.begin() + middle, bodies_.begin() + last, [&](int i, int j) {
      const double x = centre(i), y = centre(j);
      return x < y || (x == y && i < j);
    });
    build(first, middle);
    const int right = build(middle, last);
    nodes_[std::size_t(index)].right = right;
    return index;
  }

  const std::vector<Bounds>& bounds_;
  std::vector<int> bodies_;
  std::vector<Node> nodes_;
};

}  // namespace

Bounds bounds_of(const Shape& shape, const Pose& pose, double margin) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    const Vec3 centre = pose * sphere->centre;
    const Vec3 r = Vec3::Constant(sphere->radius + margin);
    return {centre - r, centre + r};
  }
  if (const auto* mesh = std::get_if<Mesh>(&shape)) {
    Eigen::AlignedBox3d box;
    for (const Vec3& v : mesh->solid->hull_vertices()) box.extend(pose.R * v);
    const Vec3 shift = pose * mesh->offset, grown = Vec3::Constant(margin);
    return {box.min() + shift - grown, box.max() + shift + grown};
  }
  if (const auto* terrain = std::get_if<Terrain>(&shape)) {
    const Eigen::AlignedBox3d& box = terrain->surface->box();
    const Vec3 centre = pose * (box.center() + terrain->offset);
    const Vec3 reach = pose.R.cwiseAbs() * (0.5 * box.sizes()) + Vec3::Constant(margin);
    return {centre - reach, centre + reach};
  }
  const auto& table = std::get<Polyhedron>(shape).convex->vertex_table();
  Bounds result;
  for (Eigen::Index i = 0; i < 3; ++i) {
    const auto x = table.col(0) * pose.R(i, 0) + table.col(1) * pose.R(i, 1) + table.col(2) * pose.R(i, 2);
    result.low(i) = x.minCoeff() + pose.p(i) - margin;
    result.high(i) = x.maxCoeff() + pose.p(i) + margin;
  }
  return result;
}

double pair_margin(const PosedShape& a, const PosedShape& b) {
  return a.reach + b.reach + kMarginShare * std::min(thickness(*a.shape), thickness(*b.shape));
}

std::vector<std::pair<int, int>> candidate_pairs(const std::vector<PosedShape>& bodies) {
  const int n = int(bodies.size());
  std::vector<Bounds> bounds(bodies.size());
  std::vector<int> finite, half_spaces;
  for (int i = 0; i < n; ++i) {
    const PosedShape& body = bodies[std::size_t(i)];
    if (std::holds_alternative<HalfSpace>(*body.shape)) {
      half_spaces.push_back(i);
    } else {
      // Each side brings its own reach and share, so that grown bounds of a pair within its margin overlap.
      // Terrain, as thick as can be, leaves the share to the other.
      const double thick = thickness(*body.shape);
      bounds[std::size_t(i)] =
          bounds_of(*body.shape, body.pose, body.reach + (std::isfinite(thick) ? kMarginShare * thick : 0));
      finite.push_back(i);
    }
  }
  const BoundsTree tree(bounds, finite);
  std::vector<std::pair<int, int>> pairs;
  auto add = [&](int i, int j) {
    if (!bodies[std::size_t(i)].fixed || !bodies[std::size_t(j)].fixed) pairs.push_back(std::minmax(i, j));
  };
  for (int i : finite) {
    tree.overlapping(bounds[std::size_t(i)], [&](int j) {
      if (j > i) add(i, j);
    });
    for (int j : half_spaces) add(i, j);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace stiction
