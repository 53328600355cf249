#include "stiction/assembly/soft_joints.h"

#include <algorithm>
#include <limits>

#include "stiction/assembly/assemble.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/common/error.h"

namespace stiction {

namespace {

bool is_soft(int body, const std::vector<RigidBody>& bodies) {
  return body >= 0 && bodies[static_cast<std::size_t>(body)].soft;
}

Vec3 anchor_of(int body, const Pose& frame, const BodyState* state) {
  return body < 0 ? frame.p : pose(*state) * frame.p;
}

}  // namespace

SoftJoints::SoftJoints(const std::vector<Joint>& joints, const std::vector<RigidBody>& bodies, SoftBodies& soft) {
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Joint& joint = joints[j];
    if (!is_soft(joint.body_a, bodies) && !is_soft(joint.body_b, bodies)) continue;
    if (joint.type != JointType::ball || joint.friction > 0)
      throw InputError("joint \"" + joint.name + "\"", "holds a deformable body, but is no plain ball joint",
                       "use ball joints without friction, one for each point to hold");
    SpottedJoint spotted{static_cast<int>(j), {}, {}};
    const auto find = [&](int body, const Pose& frame) -> SurfaceSpot {
      if (!is_soft(body, bodies)) return {};
      const SurfaceSpot spot = nearest_spot(bodies[static_cast<std::size_t>(body)].soft->surface(), frame.p);
      soft.always_touch(body, spot);
      return spot;
    };
    spotted.a = find(joint.body_a, joint.frame_a);
    spotted.b = find(joint.body_b, joint.frame_b);
    joints_.push_back(spotted);
    held_.resize(joints.size(), 0);
    held_[j] = 1;
  }
}

/// Along the axes of the world; `offset` holds what no body of the problem decides.
ProblemContact SoftJoints::rows(const SpottedJoint& spotted, const JointInput& in, const std::vector<int>& free_index,
                                const SoftBodies& soft) const {
  const Joint& joint = in.joints[static_cast<std::size_t>(spotted.joint)];
  ProblemContact c;
  c.law = RowLaw::bounded;
  c.lower.setConstant(-std::numeric_limits<double>::infinity());
  c.upper.setConstant(std::numeric_limits<double>::infinity());
  std::vector<ProblemTerm> terms;
  const auto add_side = [&](int body, const Pose& frame, const SurfaceSpot& spot, double sign) {
    if (body < 0) return;
    if (spot.soft()) {
      c.offset += soft.rows(body, spot, sign * Mat3::Identity(), terms);
      return;
    }
    const BodyState& state = in.states[static_cast<std::size_t>(body)];
    Mat36 G;
    G << sign * Mat3::Identity(), -sign * cross_matrix(state.rotation * frame.p);
    const int f = free_index[static_cast<std::size_t>(body)];
    if (f >= 0) {
      terms.push_back({f, G});
    } else {
      c.offset += G * in.trial[static_cast<std::size_t>(body)];
    }
  };
  add_side(joint.body_a, joint.frame_a, spotted.a, 1);
  add_side(joint.body_b, joint.frame_b, spotted.b, -1);
  set_terms(std::move(terms), c);
  return c;
}

void SoftJoints::look_ahead(const JointInput& in, const std::vector<int>& free_index, const SoftBodies& soft,
                            const WorldState& state, const std::vector<Vec6>& v) {
  ahead_.clear();
  for (const SpottedJoint& spotted : joints_) {
    const Joint& joint = in.joints[static_cast<std::size_t>(spotted.joint)];
    const auto arrives = [&](int body, const Pose& frame, const SurfaceSpot& spot) {
      if (spot.soft()) return soft.arrival(body, spot, state, v);
      if (body < 0) return frame.p;
      BodyState end = in.states[static_cast<std::size_t>(body)];
      advance(end, in.trial[static_cast<std::size_t>(body)], in.h);
      return anchor_of(body, frame, &end);
    };
    Ahead ahead{arrives(joint.body_a, joint.frame_a, spotted.a) - arrives(joint.body_b, joint.frame_b, spotted.b),
                Vec3::Zero()};
    rows(spotted, in, free_index, soft).for_each_term([&](int body, const Mat36& G) {
      ahead.rate += G * v[static_cast<std::size_t>(body)];
    });
    ahead_.push_back(ahead);
  }
}

void SoftJoints::append_rows(const JointInput& in, const std::vector<int>& free_index, const SoftBodies& soft,
                             ContactProblem& problem, std::vector<JointRowSource>& sources) const {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const SpottedJoint& spotted = joints_[i];
    const Joint& joint = in.joints[static_cast<std::size_t>(spotted.joint)];
    ProblemContact c = rows(spotted, in, free_index, soft);
    if (c.body_a < 0) continue;  // both ends are held
    if (ahead_.empty()) {
      const auto starts = [&](int body, const Pose& frame, const SurfaceSpot& spot) {
        if (spot.soft()) return soft.start(body, spot);
        return anchor_of(body, frame, body < 0 ? nullptr : &in.states[static_cast<std::size_t>(body)]);
      };
      const Vec3 apart =
          starts(joint.body_a, joint.frame_a, spotted.a) - starts(joint.body_b, joint.frame_b, spotted.b);
      c.offset += apart / in.h;
    } else {
      c.offset = ahead_[i].gap / in.h - ahead_[i].rate;
    }
    problem.contacts.push_back(std::move(c));
    sources.push_back({spotted.joint, JointPart::linear, true});
  }
}

double SoftJoints::gap(const std::vector<Joint>& joints, const std::vector<RigidBody>& bodies, const SoftBodies& soft,
                       const WorldState& state) const {
  double worst = 0;
  for (const SpottedJoint& spotted : joints_) {
    const Joint& joint = joints[static_cast<std::size_t>(spotted.joint)];
    const auto is_at = [&](int body, const Pose& frame, const SurfaceSpot& spot) {
      if (!spot.soft())
        return anchor_of(body, frame, body < 0 ? nullptr : &state.bodies[static_cast<std::size_t>(body)]);
      std::vector<Vec3> x;
      bodies[static_cast<std::size_t>(body)].soft->positions(state.bodies[static_cast<std::size_t>(body)],
                                                             state.deformations[soft.place(body)], x);
      return spot.position(x);
    };
    worst = std::max(
        worst, (is_at(joint.body_a, joint.frame_a, spotted.a) - is_at(joint.body_b, joint.frame_b, spotted.b)).norm());
  }
  return worst;
}

}  // namespace stiction
