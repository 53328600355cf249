#include "stiction/collision/mesh_sweep.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace stiction {

namespace {

// A sphere is followed while it is free by more than this part of its radius; then its children are.
constexpr double kSplit = 0.5;
// A sample that slides along a surface is let go at least this much faster than if it moved straight at it.
constexpr double kSlowest = 0.25;
// Deeper inside than this part of a cell, a sample counts even if it does not face the surface there.
constexpr double kDeep = 0.25;
constexpr int kMostSteps = 1000;  // of one sample or sphere

/// A bound from below on the distance of x from the solid.
double least_distance(const SolidMesh& mesh, const Vec3& x) {
  const double from_box = std::sqrt(mesh.box().squaredExteriorDistance(x));
  const Vec3 inner = mesh.field().clamped(x);
  return std::max(from_box, mesh.field().least_distance(inner) - (x - inner).norm());
}

/// Samples of `p` on their way through the field of `q`.
class Sweep {
 public:
  Sweep(const Mesh& p, const SteadyMotion& motion_p, const Mesh& q, const SteadyMotion& motion_q,
        const ImpactRule& rule, double best)
      : p_(p),
        q_(q),
        motion_p_(motion_p),
        motion_q_(motion_q),
        rule_(rule),
        travel_(motion_p.velocity - motion_q.velocity),
        spin_p_(motion_p.spin.norm()),
        spin_q_(motion_q.spin.norm()),
        speed_(travel_.norm()),
        best_(best) {}

  double run(double from) {
    const auto& nodes = p_.solid->samples().nodes();
    if (nodes.empty()) return best_;
    std::pair<int, double> stack[SphereTree::kDepth];
    int top = 0;
    stack[top++] = {0, from};
    while (top > 0) {
      const auto [index, since] = stack[--top];
      const SphereTree::Node& node = nodes[std::size_t(index)];
      const double t = follow(node, since);
      if (t >= last()) continue;
      if (node.right < 0) {
        for (int k = node.first; k < node.last; ++k) follow(p_.solid->samples().samples()[std::size_t(k)], t);
      } else {
        stack[top++] = {node.right, t};
        stack[top++] = {index + 1, t};
      }
    }
    return best_;
  }

 private:
  double last() const { return std::min(best_, rule_.end); }

  /// Where a point of p's mesh is, in the frame of q's mesh.
  Vec3 path(const Vec3& x, double t) const {
    return motion_q_.to_local(motion_p_.to_world(x + p_.offset, t), t) - q_.offset;
  }

  /// Of a point of p's mesh against q, in the world.
  Vec3 velocity(const Vec3& x, double t) const {
    const Vec3 arm_p = motion_p_.turned(motion_p_.start.R * (x + p_.offset), t);
    const Vec3 arm_q = arm_p + motion_p_.origin(t) - motion_q_.origin(t);
    return travel_ + motion_p_.spin.cross(arm_p) - motion_q_.spin.cross(arm_q);
  }

  /// How fast a point can move in the frame of q from now on, m/s.
  double fastest(const Vec3& x, const Vec3& now, double t) const {
    const double left = rule_.end - t, of_p = speed_ + spin_p_ * (x + p_.offset).norm();
    const double arm_q = (now + q_.offset).norm() + of_p * left;
    // Bounds of the velocity now and of what it may become; or of its parts.
    const double change = spin_p_ * spin_p_ * (x + p_.offset).norm() + spin_q_ * (2 * of_p + spin_q_ * arm_q);
    return std::min(velocity(x, t).norm() + left * change, of_p + spin_q_ * arm_q);
  }

  /// Until when the sphere is free for certain; at or after last() if it does not matter.
  double follow(const SphereTree::Node& node, double t) const {
    double rate = -1;
    for (int i = 0; i < kMostSteps && t < last(); ++i) {
      const Vec3 x = path(node.centre, t);
      const double free = least_distance(*q_.solid, x) - node.radius - rule_.touch;
      if (rate < 0) rate = fastest(node.centre, x, t);
      if (free >= rate * (last() - t)) return last();
      if (free <= kSplit * node.radius) return t;
      t += free / rate;
    }
    return t;
  }

  void follow(const SurfaceSample& sample, double t) {
    double rate = -1;
    for (int i = 0; i < kMostSteps && t < last(); ++i) {
      const Vec3 x = path(sample.x, t);
      if (rate < 0) rate = fastest(sample.x, x, t);
      const SurfaceDistance d = q_.solid->distance(x, rate * (last() - t) + rule_.touch);
      if (std::isinf(d.distance)) return;
      const double approach = approach_of(sample, d.normal, t);
      if (d.distance > rule_.touch) {
        t += (d.distance - 0.5 * rule_.touch) / std::max(approach, kSlowest * rate);
        continue;
      }
      const bool overlaps = d.distance - approach * (rule_.end - t) < -rule_.ignored;
      if (overlaps && (faces(sample, d.normal, t) || d.distance < -kDeep * q_.solid->field().cell())) {
        best_ = t;
        return;
      }
      t += rule_.stride / rate;
    }
  }

  /// How fast the sample moves against q's normal n, m/s.
  double approach_of(const SurfaceSample& sample, const Vec3& n, double t) const {
    return -motion_q_.direction_in(velocity(sample.x, t), t).dot(n);
  }

  bool faces(const SurfaceSample& sample, const Vec3& n, double t) const {
    const Vec3 axis = motion_p_.turned(motion_p_.start.R * sample.axis, t);
    return motion_q_.direction_in(axis, t).dot(n) <= -sample.least_cosine;
  }

  const Mesh &p_, &q_;
  const SteadyMotion &motion_p_, &motion_q_;
  const ImpactRule& rule_;
  const Vec3 travel_;
  const double spin_p_, spin_q_, speed_;
  double best_;
};

}  // namespace

double first_touch(const Mesh& a, const SteadyMotion& motion_a, const Mesh& b, const SteadyMotion& motion_b,
                   double from, const ImpactRule& rule) {
  double best = std::numeric_limits<double>::infinity();
  best = Sweep(a, motion_a, b, motion_b, rule, best).run(from);
  return Sweep(b, motion_b, a, motion_a, rule, best).run(from);
}

}  // namespace stiction
