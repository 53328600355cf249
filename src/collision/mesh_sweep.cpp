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
// Directions that are tried to tell convex hulls apart.
constexpr int kDirections = 6;

/// A bound from below on the distance of x from the solid.
double least_distance(const SolidMesh& mesh, const Vec3& x) {
  const double from_box = std::sqrt(mesh.box().squaredExteriorDistance(x));
  const Vec3 inner = mesh.field().clamped(x);
  return std::max(from_box, mesh.field().least_distance(inner) - (x - inner).norm());
}

/// The corner of the hull that lies lowest along n, all in the frame of the mesh.
const Vec3& lowest_corner(const SolidMesh& mesh, const Vec3& n) {
  const std::vector<Vec3>& corners = mesh.hull_vertices();
  std::size_t lowest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const double height = n.dot(corners[i]);
    if (height < least) {
      least = height;
      lowest = i;
    }
  }
  return corners[lowest];
}

/// A plane between the convex hulls of two meshes, or where they overlap least of those that were tried.
struct Between {
  Vec3 normal = Vec3::Zero();                              ///< world, from b to a, at the start
  double room = -std::numeric_limits<double>::infinity();  ///< m, for certain and for the whole way
};

/// Each direction that fails is turned away from where the hulls, swept along their way, were found to be next to each
/// other.
Between plane_between(const Mesh& a, const SteadyMotion& motion_a, const Mesh& b, const SteadyMotion& motion_b,
                      const ImpactRule& rule) {
  const Vec3 way = rule.end * (motion_a.velocity - motion_b.velocity);
  const double turn_a = rule.end * bounding_radius(a), turn_b = rule.end * bounding_radius(b);
  Between best;
  Vec3 n = motion_a.to_world(a.solid->box().center() + a.offset, 0) -
           motion_b.to_world(b.solid->box().center() + b.offset, 0);
  for (int i = 0; i < kDirections && best.room <= rule.touch; ++i) {
    const double length = n.norm();
    if (!(length > 0)) break;
    n /= length;
    Vec3 between = motion_a.to_world(lowest_corner(*a.solid, motion_a.start.R.transpose() * n) + a.offset, 0) -
                   motion_b.to_world(lowest_corner(*b.solid, -(motion_b.start.R.transpose() * n)) + b.offset, 0);
    if (n.dot(way) < 0) between += way;
    const double turns = turn_a * motion_a.spin.cross(n).norm() + turn_b * motion_b.spin.cross(n).norm();
    const double room = n.dot(between) - turns;
    if (room > best.room) best = {n, room};
    const double distance2 = between.squaredNorm();
    if (!(distance2 > 0)) break;
    n -= 2 * n.dot(between) / distance2 * between;
  }
  return best;
}

/// Samples of `p` on their way through the field of `q`.
class Sweep {
 public:
  /// `n`: a direction (world, at the start) in which p mostly lies from q.
  Sweep(const Mesh& p, const SteadyMotion& motion_p, const Mesh& q, const SteadyMotion& motion_q,
        const ImpactRule& rule, const Vec3& n, double best)
      : p_(p),
        q_(q),
        motion_p_(motion_p),
        motion_q_(motion_q),
        rule_(rule),
        travel_(motion_p.velocity - motion_q.velocity),
        spin_p_(motion_p.spin.norm()),
        spin_q_(motion_q.spin.norm()),
        speed_(travel_.norm()),
        normal_(motion_q.start.R.transpose() * n),
        top_(normal_.dot(lowest_corner(*q.solid, -normal_))),
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
      if (stays_beyond(node, since)) continue;
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

  /// Bounds of how fast a point of p moves, seen from q's origin, m/s, and of its acceleration in the frame of q, m/s².
  double speed_of(const Vec3& x) const { return speed_ + spin_p_ * (x + p_.offset).norm(); }
  double bend_of(const Vec3& x, double arm_q) const {
    return spin_p_ * spin_p_ * (x + p_.offset).norm() + spin_q_ * (2 * speed_of(x) + spin_q_ * arm_q);
  }

  /// Whether the sphere stays beyond all of q's hull, along the normal: its path differs from a straight one by what it
  /// bends.
  bool stays_beyond(const SphereTree::Node& node, double t) const {
    const Vec3 now = path(node.centre, t);
    const double height = std::min(normal_.dot(now), normal_.dot(path(node.centre, rule_.end))) - top_;
    const double room = height - node.radius - rule_.touch, left = rule_.end - t;
    if (room <= 0) return false;
    const double bend = bend_of(node.centre, (now + q_.offset).norm() + speed_of(node.centre) * left);
    return room > 0.125 * left * left * bend * (1 + 0.5 * left * (spin_p_ + spin_q_));
  }

  /// How fast a point can move in the frame of q from now on, m/s.
  double fastest(const Vec3& x, const Vec3& now, double t) const {
    const double left = rule_.end - t, of_p = speed_of(x), arm_q = (now + q_.offset).norm() + of_p * left;
    // Bounds of the velocity now and of what it may become; or of its parts.
    return std::min(velocity(x, t).norm() + left * bend_of(x, arm_q), of_p + spin_q_ * arm_q);
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
  const Vec3 normal_;  // frame of q
  const double top_;   // of q's hull along it
  double best_;
};

}  // namespace

double first_touch(const Mesh& a, const SteadyMotion& motion_a, const Mesh& b, const SteadyMotion& motion_b,
                   double from, const ImpactRule& rule) {
  double best = std::numeric_limits<double>::infinity();
  const Between plane = plane_between(a, motion_a, b, motion_b, rule);
  if (plane.room > rule.touch) return best;
  best = Sweep(a, motion_a, b, motion_b, rule, plane.normal, best).run(from);
  return Sweep(b, motion_b, a, motion_a, rule, -plane.normal, best).run(from);
}

}  // namespace stiction
