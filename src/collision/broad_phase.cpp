// A tree of bounding boxes, built afresh by splitting at medians, then asked once per body.
#include "stiction/collision/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "stiction/common/parallel.h"

namespace stiction {

namespace {

constexpr int kLeafSize = 4;
constexpr double kMarginShare = 0.01;  // of the smaller thickness
constexpr std::size_t kBodiesPerTask = 100;

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

namespace {

Bounds grown(const Vec3& centre, const Vec3& reach) { return {centre - reach, centre + reach}; }

// How far a circle about `axis` reaches along the world's axes.
Vec3 circle_reach(const Vec3& axis, double radius) {
  return radius * (1 - axis.array().square()).max(0.0).sqrt().matrix();
}

struct BoundsOf {
  const Pose& pose;

  Bounds operator()(const HalfSpace&) const { return {}; }
  Bounds operator()(const Sphere& s) const { return grown(pose * s.centre, Vec3::Constant(s.radius)); }
  Bounds operator()(const Polyhedron& shape) const {
    const auto& table = shape.convex->vertex_table();
    Bounds result;
    for (Eigen::Index i = 0; i < 3; ++i) {
      const auto x = table.col(0) * pose.R(i, 0) + table.col(1) * pose.R(i, 1) + table.col(2) * pose.R(i, 2);
      result.low(i) = x.minCoeff() + pose.p(i);
      result.high(i) = x.maxCoeff() + pose.p(i);
    }
    return result;
  }
  Bounds operator()(const Capsule& c) const {
    const Vec3 axis = pose.R * c.placement.R.col(2);
    return grown(pose * c.placement.p, c.half_length * axis.cwiseAbs() + Vec3::Constant(c.radius));
  }
  Bounds operator()(const Cylinder& c) const {
    const Vec3 axis = pose.R * c.placement.R.col(2);
    return grown(pose * c.placement.p, c.half_length * axis.cwiseAbs() + circle_reach(axis, c.radius));
  }
  Bounds operator()(const Cone& c) const {
    const Vec3 axis = pose.R * c.placement.R.col(2), centre = pose * c.placement.p, half = 0.5 * c.height * axis;
    const Bounds base = grown(centre - half, circle_reach(axis, c.radius));
    return {base.low.cwiseMin(centre + half), base.high.cwiseMax(centre + half)};
  }
  Bounds operator()(const Compound& compound) const {
    Bounds all{Vec3::Constant(INFINITY), Vec3::Constant(-INFINITY)};
    for (const CompoundPart& part : *compound.parts) {
      const Pose at = pose * part.pose;
      const Bounds bounds = std::visit(BoundsOf{at}, part.shape);
      all.low = all.low.cwiseMin(bounds.low);
      all.high = all.high.cwiseMax(bounds.high);
    }
    return all;
  }
  Bounds operator()(const Mesh& mesh) const {
    Eigen::AlignedBox3d box;
    for (const Vec3& v : mesh.solid->hull_vertices()) box.extend(pose.R * v);
    const Vec3 shift = pose * mesh.offset;
    return {box.min() + shift, box.max() + shift};
  }
  Bounds operator()(const Terrain& terrain) const {
    const Eigen::AlignedBox3d& box = terrain.surface->box();
    return grown(pose * (box.center() + terrain.offset), pose.R.cwiseAbs() * (0.5 * box.sizes()));
  }
};

}  // namespace

Bounds bounds_of(const Shape& shape, const Pose& pose, double margin) {
  const Bounds bounds = std::visit(BoundsOf{pose}, shape);
  return {bounds.low - Vec3::Constant(margin), bounds.high + Vec3::Constant(margin)};
}

double pair_margin(const PosedShape& a, const PosedShape& b) {
  const double travel = std::max({a.travel.norm(), b.travel.norm(), (a.travel - b.travel).norm()});
  return travel + a.turn + b.turn + kMarginShare * std::min(thickness(*a.shape), thickness(*b.shape));
}

std::vector<std::pair<int, int>> candidate_pairs(const std::vector<PosedShape>& bodies) {
  const int n = int(bodies.size());
  if (std::all_of(bodies.begin(), bodies.end(), [](const PosedShape& b) { return b.shape == nullptr || b.fixed; }))
    return {};
  std::vector<Bounds> bounds(bodies.size());
  std::vector<int> finite, half_spaces;
  for (int i = 0; i < n; ++i) {
    const PosedShape& body = bodies[std::size_t(i)];
    if (body.shape == nullptr) continue;
    const auto* compound = std::get_if<Compound>(body.shape);
    if (compound != nullptr && compound->parts->empty()) continue;
    (std::holds_alternative<HalfSpace>(*body.shape) ? half_spaces : finite).push_back(i);
  }
  parallel_each(finite.size(), kBodiesPerTask, [&](std::size_t k) {
    // Each side brings its own reach and share, so that grown bounds of a pair within its margin overlap.
    // Terrain, as thick as can be, leaves the share to the other.
    const PosedShape& body = bodies[std::size_t(finite[k])];
    const double thick = thickness(*body.shape);
    bounds[std::size_t(finite[k])] =
        bounds_of(*body.shape, body.pose, body.reach() + (std::isfinite(thick) ? kMarginShare * thick : 0));
  });
  const BoundsTree tree(bounds, finite);
  using Pairs = std::vector<std::pair<int, int>>;
  std::vector<Pairs> slots(finite.size() / kBodiesPerTask + 1);
  parallel_each(slots.size(), 1, [&](std::size_t slot) {
    Pairs& pairs = slots[slot];
    const auto add = [&](int i, int j) {
      if (!bodies[std::size_t(i)].fixed || !bodies[std::size_t(j)].fixed) pairs.push_back(std::minmax(i, j));
    };
    const std::size_t first = slot * kBodiesPerTask, last = std::min(finite.size(), first + kBodiesPerTask);
    for (std::size_t k = first; k < last; ++k) {
      const int i = finite[k];
      tree.overlapping(bounds[std::size_t(i)], [&](int j) {
        if (j > i) add(i, j);
      });
      for (const int j : half_spaces)
        if (j > i) add(i, j);
    }
    std::sort(pairs.begin(), pairs.end());
  });
  Pairs pairs = std::move(slots.front());
  for (std::size_t slot = 1; slot < slots.size(); ++slot)
    pairs.insert(pairs.end(), slots[slot].begin(), slots[slot].end());
  Pairs with_floors;  // that come before the bodies
  for (const int j : half_spaces)
    for (const int i : finite)
      if (j < i && !(bodies[std::size_t(i)].fixed && bodies[std::size_t(j)].fixed)) with_floors.emplace_back(j, i);
  Pairs all;
  all.reserve(pairs.size() + with_floors.size());
  std::merge(pairs.begin(), pairs.end(), with_floors.begin(), with_floors.end(), std::back_inserter(all));
  return all;
}

}  // namespace stiction
