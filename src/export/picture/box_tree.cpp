#include "stiction/export/picture/box_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiction {
namespace {

constexpr int kBins = 16;
constexpr int kDeepest = 90;  // the stack of a visit holds one node for each level

float area(const Eigen::AlignedBox3f& box) {
  if (box.isEmpty()) return 0;
  const Vec3f s = box.sizes();
  return s.x() * s.y() + s.y() * s.z() + s.z() * s.x();
}

/// Where to cut along one axis, and what that costs in boxes times area.
struct Cut {
  int axis = -1, bin = 0;
  float cost = std::numeric_limits<float>::infinity();
};

}  // namespace

Ray::Ray(const Vec3f& origin_, const Vec3f& direction_, float from_)
    : origin(origin_), direction(direction_), from(from_) {
  origin4 << origin, 0;
  for (int k = 0; k < 3; ++k) {
    // Never zero, so that no product below is 0 times infinity.
    const float d = direction[k];
    inverse4[k] = 1 / (std::abs(d) > 1e-12f ? d : std::copysign(1e-12f, d));
  }
  inverse4[3] = 1;
}

BoxTree::BoxTree(const std::vector<Eigen::AlignedBox3f>& boxes, int leaf_size) : order_(boxes.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  if (boxes.empty()) return;
  nodes_.reserve(2 * boxes.size());
  nodes_.push_back({});
  nodes_[0].count = int(boxes.size());
  split(0, boxes, leaf_size, 0);
  box_ = Eigen::AlignedBox3f(nodes_[0].low.head<3>().matrix(), nodes_[0].high.head<3>().matrix());
}

void BoxTree::split(int node, const std::vector<Eigen::AlignedBox3f>& boxes, int leaf_size, int depth) {
  const int first = nodes_[std::size_t(node)].first, count = nodes_[std::size_t(node)].count;
  const auto begin = order_.begin() + first, end = begin + count;
  Eigen::AlignedBox3f all, centres;
  for (auto i = begin; i != end; ++i) {
    all.extend(boxes[std::size_t(*i)]);
    centres.extend(boxes[std::size_t(*i)].center());
  }
  constexpr float infinity = std::numeric_limits<float>::infinity();
  nodes_[std::size_t(node)].low << all.min(), -infinity;
  nodes_[std::size_t(node)].high << all.max(), infinity;
  if (count <= leaf_size || depth >= kDeepest) return;

  Cut best;
  const auto bin_of = [&](int i, int axis) {
    const float width = centres.sizes()[axis];
    const float x = (boxes[std::size_t(i)].center()[axis] - centres.min()[axis]) / width;
    return std::clamp(int(x * kBins), 0, kBins - 1);
  };
  for (int axis = 0; axis < 3; ++axis) {
    if (!(centres.sizes()[axis] > 0)) continue;
    std::array<Eigen::AlignedBox3f, kBins> bins;
    std::array<int, kBins> counts{};
    for (auto i = begin; i != end; ++i) {
      const auto bin = std::size_t(bin_of(*i, axis));
      bins[bin].extend(boxes[std::size_t(*i)]);
      ++counts[bin];
    }
    std::array<float, kBins> below{};  // cost of all bins up to this one
    Eigen::AlignedBox3f box;
    int items = 0;
    for (std::size_t b = 0; b < kBins; ++b) {
      box.extend(bins[b]);
      items += counts[b];
      below[b] = float(items) * area(box);
    }
    box.setEmpty();
    items = 0;
    for (std::size_t b = kBins - 1; b > 0; --b) {
      box.extend(bins[b]);
      items += counts[b];
      const float cost = below[b - 1] + float(items) * area(box);
      if (items > 0 && items < count && cost < best.cost) best = {axis, int(b), cost};
    }
  }
  auto middle = begin + count / 2;
  if (best.axis >= 0) {
    middle = std::stable_partition(begin, end, [&](int i) { return bin_of(i, best.axis) < best.bin; });
  }
  const int children = int(nodes_.size());
  nodes_.push_back({});
  nodes_.push_back({});
  nodes_[std::size_t(children)].first = first;
  nodes_[std::size_t(children)].count = int(middle - begin);
  nodes_[std::size_t(children) + 1].first = first + int(middle - begin);
  nodes_[std::size_t(children) + 1].count = count - int(middle - begin);
  nodes_[std::size_t(node)].first = children;
  nodes_[std::size_t(node)].count = 0;
  split(children, boxes, leaf_size, depth + 1);
  split(children + 1, boxes, leaf_size, depth + 1);
}

}  // namespace stiction
