// A tree of bounding boxes for rays: over the triangles of a mesh, and over the bodies of a picture.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <limits>
#include <vector>

#include "stiction/export/surface_mesh.h"

namespace stiction {

/// Points origin + t direction with t from `from` on. Single precision: pictures are taken about an origin nearby.
struct Ray {
  Ray(const Vec3f& origin, const Vec3f& direction, float from = 0);

  Vec3f at(float t) const { return origin + t * direction; }

  Vec3f origin, direction;
  float from;
  Eigen::Array4f origin4, inverse4;  ///< for boxes; the last lane never decides
};

/// Splits by the surface area heuristic. Deterministic.
class BoxTree {
 public:
  explicit BoxTree(const std::vector<Eigen::AlignedBox3f>& boxes, int leaf_size);

  /// Calls visit(i, to) for boxes that the ray meets before `to`, about nearest first, until it returns true. The
  /// visitor may lower `to`.
  template <class Visit>
  void visit(const Ray& ray, float& to, Visit&& visit) const {
    if (nodes_.empty()) return;
    struct Entry {
      int node;
      float enter;
    };
    std::array<Entry, 96> stack;
    std::size_t size = 0;
    const float first = enter(nodes_[0], ray, to);
    if (first < kMiss) stack[size++] = {0, first};
    while (size > 0) {
      const Entry entry = stack[--size];
      if (entry.enter >= to) continue;
      const Node& node = nodes_[std::size_t(entry.node)];
      if (node.count > 0) {
        for (int k = node.first; k < node.first + node.count; ++k) {
          if (visit(order_[std::size_t(k)], to)) return;
        }
        continue;
      }
      const float a = enter(nodes_[std::size_t(node.first)], ray, to);
      const float b = enter(nodes_[std::size_t(node.first) + 1], ray, to);
      const int near = a <= b ? 0 : 1;
      if (std::max(a, b) < kMiss) stack[size++] = {node.first + 1 - near, std::max(a, b)};
      if (std::min(a, b) < kMiss) stack[size++] = {node.first + near, std::min(a, b)};
    }
  }

  const Eigen::AlignedBox3f& box() const { return box_; }

 private:
  static constexpr float kMiss = std::numeric_limits<float>::infinity();
  struct Node {
    Eigen::Array4f low = Eigen::Array4f::Zero(), high = Eigen::Array4f::Zero();
    int first = 0;  ///< of its items in order_, or the first of its two children
    int count = 0;  ///< of items; 0: an inner node
  };

  static float enter(const Node& node, const Ray& ray, float to) {
    const Eigen::Array4f a = (node.low - ray.origin4) * ray.inverse4, b = (node.high - ray.origin4) * ray.inverse4;
    const float begin = std::max(a.min(b).maxCoeff(), ray.from), end = std::min(a.max(b).minCoeff(), to);
    return begin <= end ? begin : kMiss;
  }
  void split(int node, const std::vector<Eigen::AlignedBox3f>& boxes, int leaf_size, int depth);

  std::vector<Node> nodes_;
  std::vector<int> order_;
  Eigen::AlignedBox3f box_;
};

}  // namespace stiction
