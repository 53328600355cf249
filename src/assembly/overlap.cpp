#include "stiction/assembly/overlap.h"

#include <Eigen/LU>
#include <algorithm>

#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/collision/detector.h"

namespace stiction {

namespace {

/// Undone at once, as a part of the thickness.
constexpr double kAtOnce = 0.05;

/// A group of free bodies may be turned by this much to keep its angular momentum, rad; rather than more, it stays as
/// it is until the next step.
constexpr double kLargestTurn = 5e-3;

double pair_thickness(const std::vector<RigidBody>& bodies, const ContactPoint& c) {
  return std::min(thickness(bodies[c.body_a].shape), thickness(bodies[c.body_b].shape));
}

}  // namespace

double excess_overlap(const std::vector<RigidBody>& bodies, const std::vector<ContactPoint>& contacts) {
  double worst = 0;
  for (const ContactPoint& c : contacts)
    if (c.gap < -kOverlapAllowed * pair_thickness(bodies, c)) worst = std::max(worst, -c.gap);
  return worst;
}

std::vector<ContactPoint> contacts_within(const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states,
                                          const std::vector<std::pair<int, int>>& never_touch, double reach) {
  std::vector<PosedShape> posed(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i)
    posed[i] = {&bodies[i].shape, pose(states[i]), bodies[i].fixed, Vec3::Zero(), bodies[i].fixed ? 0 : reach};
  return detect_contacts(posed, never_touch);
}

ContactProblem overlap_problem(const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states,
                               const std::vector<ContactPoint>& contacts, const std::vector<Joint>& joints,
                               const std::vector<JointState>& joint_states) {
  const std::vector<Vec6> still(bodies.size(), Vec6::Zero());
  static const MaterialTable frictionless{{{"none", 0, 0, 1}}, {}};
  std::vector<RigidBody> smooth = bodies;
  for (RigidBody& body : smooth) {
    body.material = 0;
    body.motion = nullptr;
  }
  ContactProblem problem = assemble({smooth, states, still, contacts, frictionless, 1, 0});
  for (Vec6& v : problem.v_start) v.setZero();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    // Half of what is allowed is kept: a body set down exactly on the surface would lose touch.
    const double thin = pair_thickness(bodies, contacts[k]);
    problem.contacts[k].bias = std::min(-contacts[k].gap - 0.5 * kOverlapAllowed * thin, kAtOnce * thin);
  }
  std::vector<JointRowSource> sources;
  std::vector<Joint> passive = joints;
  for (Joint& joint : passive) {
    joint.motor.type = Motor::Type::none;
    joint.friction = 0;
  }
  append_joint_rows({passive, joint_states, bodies, states, still, 1}, free_indices(bodies), problem, sources);
  return problem;
}

namespace {

/// Turns a body, and its angular momentum with it.
void turn(BodyState& state, const Vec6& shift) {
  const Quat before = state.rotation;
  advance(state, shift, 1);
  state.angular_momentum = (state.rotation * before.conjugate()) * state.angular_momentum;
}

}  // namespace

void displace(const std::vector<RigidBody>& bodies, const std::vector<std::size_t>& moved,
              const std::vector<Vec6>& shift, bool alone, std::vector<BodyState>& states) {
  double mass = 0;
  Vec3 centre = Vec3::Zero();
  for (const std::size_t i : moved) {
    mass += bodies[i].mass;
    centre += bodies[i].mass * states[i].position;
  }
  centre /= mass;  // stays: displacements come from opposite impulses
  const auto total = [&] {
    Vec3 sum = Vec3::Zero();
    for (const std::size_t i : moved)
      sum += bodies[i].mass * (states[i].position - centre).cross(states[i].velocity) + states[i].angular_momentum;
    return sum;
  };
  const Vec3 before = total();
  std::vector<BodyState> start;
  for (const std::size_t i : moved) start.push_back(states[i]);
  for (std::size_t b = 0; b < moved.size(); ++b) turn(states[moved[b]], shift[b]);
  for (int round = 0; round < 4 && alone; ++round) {
    // A turn of all by phi changes the total by sum m (phi × x) × v + phi × L.
    Mat3 B = Mat3::Zero();
    for (const std::size_t i : moved) {
      const Vec3 x = states[i].position - centre;
      B += bodies[i].mass * (x * states[i].velocity.transpose() - x.dot(states[i].velocity) * Mat3::Identity());
      B -= cross_matrix(states[i].angular_momentum);
    }
    const Vec3 lost = before - total();
    const Vec3 phi = B.fullPivLu().solve(lost);
    if (!(phi.norm() < kLargestTurn)) {
      for (std::size_t b = 0; b < moved.size(); ++b) states[moved[b]] = start[b];
      return;
    }
    for (const std::size_t i : moved) {
      Vec6 rigid;
      const Vec3 x = states[i].position - centre;
      rigid.head<3>() = phi.cross(x);
      rigid.tail<3>() = phi;
      turn(states[i], rigid);
    }
  }
}

}  // namespace stiction
