#include "stiction/assembly/sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/assembly/resolution.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/collision/feature_id.h"
#include "stiction/collision/mesh_sweep.h"
#include "stiction/collision/narrow_phase.h"

namespace stiction {

namespace {

// Parts of the smaller thickness: what counts as touch on the way, what counts as touching at the start (the margin of
// detection at rest), and overlap at the end that is not worth a contact.
constexpr double kTouch = 1e-3, kTouchingAtStart = 0.01, kIgnored = 1e-4;
// The last one for meshes, as a part of their cells.
constexpr double kIgnoredCell = 0.02;
// Where bodies touch and slide or tumble on, the way is looked at in steps of this part of the thickness.
constexpr double kStride = 0.2;
// Where samples of meshes touch but the contacts of the pair do not, it is looked at again after this part of a stride.
constexpr double kDoubtful = 0.1;
// Turning further than this (rad) in the step, a body is also held at its centre.
constexpr double kFastSpin = 0.5;
constexpr int kMaxAdvances = 10000;

double thin_of(const RigidBody& a, const RigidBody& b) { return std::min(thickness(a.shape), thickness(b.shape)); }

Pose pose_at(const MovingBody& m, double t) {
  BodyState state = m.state;
  advance(state, m.v, t);
  return pose(state);
}

SteadyMotion steady_motion(const MovingBody& m) { return {pose(m.state), m.v.head<3>(), m.v.tail<3>()}; }

// Share of body a in where a contact at time t is put at the start of the step.
double share_of(const MovingBody& a, const MovingBody& b) {
  if (a.body.fixed || b.body.fixed) return a.body.fixed ? 0 : 1;
  const double ratio = bounding_radius(a.body.shape) / bounding_radius(b.body.shape);
  return 1 / (1 + ratio * ratio * ratio * ratio);
}

// Of a point, as the lever arms of the start have it.
Vec3 velocity_at(const MovingBody& m, const Vec3& position) {
  return m.v.head<3>() + m.v.tail<3>().cross(position - m.state.position);
}

// A contact at time t as seen from the start of the step.
ContactPoint at_start(ContactPoint c, const MovingBody& a, const MovingBody& b, double t, double& speed) {
  const double share = share_of(a, b);
  c.position -= t * (share * a.v.head<3>() + (1 - share) * b.v.head<3>());
  speed = c.normal.dot(velocity_at(a, c.position) - velocity_at(b, c.position));
  c.gap = std::max(0.0, c.gap - t * speed);
  c.feature |= kForeseen;
  return c;
}

class Advance {
 public:
  Advance(const MovingBody& a, const MovingBody& b, double h, Touching touching)
      : a_(a),
        b_(b),
        h_(h),
        thin_(thin_of(a.body, b.body)),
        touch_(kTouch * thin_),
        ignored_(small_length(a.body.shape, b.body.shape, kIgnored, kIgnoredCell)),
        speed_(approach(moving_shape(a.body, a.state, a.v, 1), moving_shape(b.body, b.state, b.v, 1))),
        radius_a_(bounding_radius(a.body.shape)),
        radius_b_(bounding_radius(b.body.shape)),
        touching_(touching) {}

  std::vector<ContactPoint> first_impact() {
    const auto *mesh_a = std::get_if<Mesh>(&a_.body.shape), *mesh_b = std::get_if<Mesh>(&b_.body.shape);
    if (mesh_a && mesh_b) return first_impact(*mesh_a, *mesh_b);
    double t = 0;
    for (int i = 0; i < kMaxAdvances && t < h_; ++i) {
      detect(t, (h_ - t) * speed_);
      if (i == 0 && touching_ == Touching::kLeftOut) note_touching();
      std::vector<ContactPoint> found = impact(t);
      if (!found.empty()) return found;
      t += safe_time();
    }
    return {};
  }

 private:
  // Samples tell when meshes first touch; contacts are needed only there.
  std::vector<ContactPoint> first_impact(const Mesh& mesh_a, const Mesh& mesh_b) {
    const SteadyMotion motion_a = steady_motion(a_), motion_b = steady_motion(b_);
    const ImpactRule rule{h_, touch_, ignored_, kStride * thin_};
    if (touching_ == Touching::kLeftOut) {
      detect(0, 0);
      note_touching();
      if (!held_.empty()) return {};  // a mesh is one part
    }
    double t = 0;
    for (int i = 0; i < kMaxAdvances; ++i) {
      t = first_touch(mesh_a, motion_a, mesh_b, motion_b, t, rule);
      if (!(t < h_)) return {};
      detect(t, 0);
      std::vector<ContactPoint> found = impact(t);
      if (!found.empty()) return found;
      t += kDoubtful * kStride * thin_ / speed_;
    }
    return {};
  }

  void detect(double t, double way) {
    contacts_.clear();
    collide(a_.body.shape, pose_at(a_, t), b_.body.shape, pose_at(b_, t), way + kTouchingAtStart * thin_, contacts_);
    std::erase_if(contacts_, [&](const ContactPoint& c) { return std::ranges::count(held_, parts_of(c.feature)) > 0; });
  }

  // Parts that touch now are held apart by the contacts they have.
  void note_touching() {
    for (const ContactPoint& c : contacts_) {
      if (c.gap <= kTouchingAtStart * thin_ + touch_) held_.push_back(parts_of(c.feature));
    }
    std::erase_if(contacts_, [&](const ContactPoint& c) { return std::ranges::count(held_, parts_of(c.feature)) > 0; });
  }

  // The contacts at time t if one of them touches and would go on to overlap.
  std::vector<ContactPoint> impact(double t) const {
    std::vector<ContactPoint> found;
    bool hit = false;
    for (const ContactPoint& c : contacts_) {
      if (c.gap > kTouchingAtStart * thin_) continue;
      double speed = 0;
      const ContactPoint moved = at_start(c, a_, b_, t, speed);
      if (speed >= 0) continue;
      found.push_back(moved);
      hit = hit || (c.gap <= touch_ && c.gap + speed * (h_ - t) < -ignored_);
    }
    if (!hit) return {};
    for (const bool second : {false, true}) {
      const MovingBody& m = second ? b_ : a_;
      if (!m.body.fixed && m.v.tail<3>().norm() * h_ > kFastSpin) found.push_back(under_centre(m, second, found[0], t));
    }
    return found;
  }

  ContactPoint under_centre(const MovingBody& m, bool second, ContactPoint c, double t) const {
    c.position = m.state.position + c.normal * c.normal.dot(c.position - m.state.position);
    c.gap = std::max(0.0, -t * c.normal.dot(velocity_at(a_, c.position) - velocity_at(b_, c.position)));
    c.feature = kForeseen | feature_id(FeatureKind::kCentre, second, 0);
    return c;
  }

  // How fast a gap along n (from b to a) can close, m/s.
  double closing_bound(const Vec3& n) const {
    const auto by_turning = [&](const MovingBody& m, double radius) {
      const double turn = m.v.tail<3>().cross(n).norm();
      return turn > 0 ? turn * radius : 0;
    };
    return -n.dot(a_.v.head<3>() - b_.v.head<3>()) + by_turning(a_, radius_a_) + by_turning(b_, radius_b_);
  }

  // Nothing can touch for this long; where something touches already, a short while.
  double safe_time() const {
    double least = std::numeric_limits<double>::infinity();
    for (const ContactPoint& c : contacts_) {
      const double closing = closing_bound(c.normal);
      const double way = c.gap > touch_ ? c.gap - 0.5 * touch_ : kStride * thin_;
      if (closing > 0) least = std::min(least, way / closing);
    }
    return least;
  }

  const MovingBody& a_;
  const MovingBody& b_;
  const double h_, thin_, touch_, ignored_;
  const double speed_;  // m/s, of approach
  const double radius_a_, radius_b_;
  const Touching touching_;
  std::vector<ContactPoint> contacts_;
  std::vector<std::uint64_t> held_;
};

}  // namespace

PosedShape moving_shape(const RigidBody& body, const BodyState& state, const Vec6& v, double h) {
  const bool turns = (!body.fixed || body.motion) && !v.tail<3>().isZero(0);
  return moving_shape(body, state, v, h, turns ? bounding_radius(body.shape) : 0);
}

PosedShape moving_shape(const RigidBody& body, const BodyState& state, const Vec6& v, double h, double radius) {
  PosedShape shape{&body.shape, pose(state), body.fixed};
  if (body.fixed && !body.motion) return shape;
  shape.travel = h * v.head<3>();
  const double turn = h * v.tail<3>().norm();
  if (turn > 0) shape.turn = turn * radius;
  return shape;
}

/// Whether the pair may pass each other by in the step. A thin card that falls by its thickness shows the features that
/// will meet well enough; a bullet does not.
static bool passes(const RigidBody& a, const RigidBody& b, double travel) {
  return travel > std::min(bounding_radius(a.shape), bounding_radius(b.shape));
}

bool is_fast(const RigidBody& a, const RigidBody& b, double travel) { return travel > kFastTravel * thin_of(a, b); }

std::vector<ContactPoint> first_impact(const MovingBody& a, const MovingBody& b, double h, Touching touching) {
  return Advance(a, b, h, touching).first_impact();
}

void confirm_fast_contacts(const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states,
                           const std::vector<Vec6>& v_start, const std::vector<Vec6>& v, double h,
                           std::vector<ContactPoint>& contacts) {
  // What falls from rest is not fast, however thin: its speed at the start of the step counts too.
  const auto approach_of = [&](int i, int j) {
    const std::size_t a = std::size_t(i), b = std::size_t(j);
    const auto with = [&](const std::vector<Vec6>& velocities) {
      return approach(moving_shape(bodies[a], states[a], velocities[a], h),
                      moving_shape(bodies[b], states[b], velocities[b], h));
    };
    return std::min(with(v), with(v_start));
  };
  std::vector<ContactPoint> result;
  bool changed = false;
  for (std::size_t first = 0; first < contacts.size();) {
    const int i = contacts[first].body_a, j = contacts[first].body_b;
    std::size_t last = first;
    while (last < contacts.size() && contacts[last].body_a == i && contacts[last].body_b == j) ++last;
    const RigidBody &a = bodies[std::size_t(i)], &b = bodies[std::size_t(j)];
    const double near = kTouchingAtStart * thin_of(a, b);
    const bool far = std::any_of(contacts.begin() + std::ptrdiff_t(first), contacts.begin() + std::ptrdiff_t(last),
                                 [&](const ContactPoint& c) { return c.gap > near; });
    const double travel = far ? approach_of(i, j) : 0;
    if (far && is_fast(a, b, travel) && passes(a, b, travel)) {
      if (!changed) result.assign(contacts.begin(), contacts.begin() + std::ptrdiff_t(first));
      changed = true;
      for (std::size_t k = first; k < last; ++k) {
        if (contacts[k].gap <= near) result.push_back(contacts[k]);
      }
      for (ContactPoint c : first_impact({a, states[std::size_t(i)], v[std::size_t(i)]},
                                         {b, states[std::size_t(j)], v[std::size_t(j)]}, h, Touching::kLeftOut)) {
        c.body_a = i;
        c.body_b = j;
        result.push_back(c);
      }
    } else if (changed) {
      result.insert(result.end(), contacts.begin() + std::ptrdiff_t(first), contacts.begin() + std::ptrdiff_t(last));
    }
    first = last;
  }
  if (changed) contacts = std::move(result);
}

}  // namespace stiction
