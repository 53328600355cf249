#include "stiction/assembly/joint_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/assembly/joint_motion.h"
#include "stiction/bodies/rigid/rigid_motion.h"

namespace stiction {

namespace {

constexpr double kFree = std::numeric_limits<double>::infinity();

Pose pose_of(int body, const std::vector<BodyState>& states) { return body < 0 ? Pose{} : pose(states[body]); }

/// Where a body arrives with the velocity tried out.
Pose end_pose(const JointInput& in, int body) {
  if (body < 0) return {};
  BodyState end = in.states[body];
  advance(end, in.trial[body], in.h);
  return pose(end);
}

/// Builds the triples of one joint.
class Rows {
 public:
  Rows(const JointInput& in, const std::vector<int>& free_index, int index, ContactProblem& problem,
       std::vector<JointRowSource>& sources)
      : in_(in),
        joint_(in.joints[index]),
        index_(index),
        problem_(problem),
        sources_(sources),
        start_(joint_frames(joint_, pose_of(joint_.body_a, in.states), pose_of(joint_.body_b, in.states))),
        end_(joint_position(joint_, joint_frames(joint_, end_pose(in, joint_.body_a), end_pose(in, joint_.body_b)),
                            in.joint_states[index].coordinate)) {
    blank_.law = RowLaw::bounded;
    blank_.rows = 0;
    blank_.body_a = joint_.body_a < 0 ? -1 : free_index[joint_.body_a];
    blank_.body_b = joint_.body_b < 0 ? -1 : free_index[joint_.body_b];
  }

  void append() {
    const JointType type = joint_.type;
    ProblemContact linear = blank_, angular = blank_, limit = blank_, drive = blank_;
    const int linear_rows = type == JointType::distance ? 0 : type == JointType::slider ? 2 : 3;
    for (int i = 0; i < linear_rows; ++i) {
      add_linear(linear, start_.b.R.col(i));
      close(linear, end_.linear[i]);
    }
    if (type == JointType::distance && !joint_.limited()) {
      add_coordinate(linear, 1);
      close(linear, end_.coordinate - joint_.length);
    }
    const int angular_rows = type == JointType::weld || type == JointType::slider ? 3
                             : type == JointType::hinge                           ? 2
                                                                                  : 0;
    for (int i = 0; i < angular_rows; ++i) {
      add_angular(angular, start_.b.R.col(i));
      close(angular, end_.angular[i]);
    }
    if (joint_.has_coordinate()) {
      if (joint_.lower > -kFree) add_limit(limit, 1, end_.coordinate - joint_.lower);
      if (joint_.upper < kFree) add_limit(limit, -1, joint_.upper - end_.coordinate);
      if (joint_.friction > 0) {
        add_coordinate(drive, 1);
        bound(drive, joint_.friction);
      }
      if (joint_.motor.type != Motor::Type::none) add_motor(drive);
    } else if (type == JointType::ball && joint_.friction > 0) {
      for (int i = 0; i < 3; ++i) {
        add_angular(drive, start_.b.R.col(i));
        bound(drive, joint_.friction);
      }
    }
    keep(linear, JointPart::linear);
    keep(angular, JointPart::angular);
    keep(limit, JointPart::limit);
    keep(drive, JointPart::drive);
  }

 private:
  /// A row (linear, angular) for each body, with the sign of B's taken care of.
  void add_row(ProblemContact& c, const Vec3& force, const Vec3& torque_a, const Vec3& torque_b) {
    const int row = c.rows++;
    if (joint_.body_a >= 0) c.G_a.row(row) << force.transpose(), torque_a.transpose();
    if (joint_.body_b >= 0) c.G_b.row(row) << -force.transpose(), -torque_b.transpose();
  }
  void add_linear(ProblemContact& c, const Vec3& axis, bool own_anchors = false) {
    // Both bodies at one point, or along one line: the joint adds no angular momentum.
    const Vec3 &at_a = start_.a.p, &at_b = own_anchors ? start_.b.p : start_.a.p;
    add_row(c, axis, (at_a - centre(joint_.body_a)).cross(axis), (at_b - centre(joint_.body_b)).cross(axis));
  }
  void add_angular(ProblemContact& c, const Vec3& axis) { add_row(c, Vec3::Zero(), axis, axis); }
  void add_coordinate(ProblemContact& c, double sign) {
    if (joint_.type == JointType::hinge) return add_angular(c, sign * start_.b.R.col(2));
    if (joint_.type == JointType::slider) return add_linear(c, sign * start_.b.R.col(2));
    const Vec3 apart = start_.a.p - start_.b.p;
    const double length = apart.norm();
    add_linear(c, length > 0 ? Vec3(sign * apart / length) : Vec3(sign * Vec3::UnitZ()), true);
  }

  Vec3 centre(int body) const { return body < 0 ? Vec3::Zero() : in_.states[body].position; }

  /// Rate of the newest row with the velocities tried out: all bodies, and the free ones alone.
  double trial_rate(const ProblemContact& c, bool free_only) const {
    const int row = c.rows - 1;
    double rate = 0;
    if (joint_.body_a >= 0 && (c.body_a >= 0 || !free_only)) rate += c.G_a.row(row).dot(in_.trial[joint_.body_a]);
    if (joint_.body_b >= 0 && (c.body_b >= 0 || !free_only)) rate += c.G_b.row(row).dot(in_.trial[joint_.body_b]);
    return rate;
  }

  /// The newest row must take away `error`, which is left at the end of the step tried out.
  void close(ProblemContact& c, double error) {
    const int row = c.rows - 1;
    c.offset[row] = error / in_.h - trial_rate(c, true);
    c.lower[row] = -kFree;
    c.upper[row] = kFree;
  }
  /// One-sided: the rest at the end must not be negative.
  void add_limit(ProblemContact& c, double sign, double rest) {
    add_coordinate(c, sign);
    close(c, rest);
    c.lower[c.rows - 1] = 0;
  }
  /// Stops all motion along the newest row as far as `force` can.
  void bound(ProblemContact& c, double force) {
    const int row = c.rows - 1;
    c.offset[row] = trial_rate(c, false) - trial_rate(c, true);
    c.upper[row] = force * in_.h;
    c.lower[row] = -c.upper[row];
  }
  void add_motor(ProblemContact& c) {
    const Motor& motor = joint_.motor;
    const double target = in_.joint_states[index_].target;
    add_coordinate(c, 1);
    bound(c, motor.max_force);
    const int row = c.rows - 1;
    if (motor.type == Motor::Type::force) c.lower[row] = c.upper[row] = target * in_.h;
    if (motor.type == Motor::Type::velocity) c.offset[row] -= target;
    if (motor.type == Motor::Type::position)
      c.offset[row] -= (target - in_.joint_states[index_].coordinate) / std::max(motor.time_constant, in_.h);
  }

  void keep(const ProblemContact& c, JointPart part) {
    if (c.rows == 0) return;
    problem_.contacts.push_back(c);
    sources_.push_back({index_, part});
  }

  const JointInput& in_;
  const Joint& joint_;
  int index_;
  ContactProblem& problem_;
  std::vector<JointRowSource>& sources_;
  JointFrames start_;
  JointPosition end_;
  ProblemContact blank_;
};

}  // namespace

void append_joint_rows(const JointInput& in, const std::vector<int>& free_index, ContactProblem& problem,
                       std::vector<JointRowSource>& sources) {
  sources.clear();
  for (int i = 0; i < static_cast<int>(in.joints.size()); ++i)
    if (in.left_out.empty() || !in.left_out[i]) Rows(in, free_index, i, problem, sources).append();
}

Vec3 carried_impulse(const JointState& state, JointPart part) {
  switch (part) {
    case JointPart::linear:
      return state.linear;
    case JointPart::angular:
      return state.angular;
    case JointPart::limit:
      return state.limit;
    case JointPart::drive:
      return state.drive;
  }
  return Vec3::Zero();
}

void update_joint_states(const std::vector<Joint>& joints, const std::vector<BodyState>& states, double h,
                         const ContactProblem& problem, const std::vector<JointRowSource>& sources, int first,
                         const std::vector<Vec3>& r, const std::vector<BodyState>& start,
                         std::vector<JointState>& joint_states) {
  for (JointState& state : joint_states) {
    state.linear = state.angular = state.limit = state.drive = Vec3::Zero();
    state.force = state.torque = Vec3::Zero();
  }
  for (std::size_t s = 0; s < sources.size(); ++s) {
    const Joint& joint = joints[sources[s].joint];
    JointState& state = joint_states[sources[s].joint];
    const Vec3& impulse = r[first + s];
    switch (sources[s].part) {
      case JointPart::linear:
        state.linear = impulse;
        break;
      case JointPart::angular:
        state.angular = impulse;
        break;
      case JointPart::limit:
        state.limit = impulse;
        break;
      case JointPart::drive:
        state.drive = impulse;
        break;
    }
    if (sources[s].soft) {
      state.force += impulse / h;
      continue;
    }
    // The wrench on A about its own anchor; where A is the world, from B's side.
    const ProblemContact& c = problem.contacts[first + s];
    const bool from_a = joint.body_a >= 0;
    const Vec6 wrench = (from_a ? c.G_a : Mat36(-c.G_b)).transpose() * impulse / h;
    const Pose body = pose_of(from_a ? joint.body_a : joint.body_b, start);
    const Vec3 anchor = joint_frames(joint, pose_of(joint.body_a, start), pose_of(joint.body_b, start)).a.p;
    state.force += wrench.head<3>();
    state.torque += wrench.tail<3>() - (anchor - body.p).cross(wrench.head<3>());
  }
  for (std::size_t i = 0; i < joints.size(); ++i)
    joint_states[i].coordinate =
        joint_position(joints[i],
                       joint_frames(joints[i], pose_of(joints[i].body_a, states), pose_of(joints[i].body_b, states)),
                       joint_states[i].coordinate)
            .coordinate;
}

double joint_gap(const std::vector<Joint>& joints, const std::vector<BodyState>& states,
                 const std::vector<char>& left_out) {
  double worst = 0;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (!left_out.empty() && left_out[i]) continue;
    const Joint& joint = joints[i];
    JointPosition at =
        joint_position(joint, joint_frames(joint, pose_of(joint.body_a, states), pose_of(joint.body_b, states)), 0);
    if (joint.type == JointType::slider) at.linear.z() = 0;
    const double gap = joint.type != JointType::distance ? at.linear.norm()
                       : joint.limited() ? std::max({0.0, joint.lower - at.coordinate, at.coordinate - joint.upper})
                                         : std::abs(at.coordinate - joint.length);
    worst = std::max(worst, gap);
  }
  return worst;
}

std::vector<std::pair<int, int>> joined_pairs(const std::vector<Joint>& joints) {
  std::vector<std::pair<int, int>> pairs;
  for (const Joint& joint : joints)
    if (!joint.collide && joint.body_a >= 0 && joint.body_b >= 0)
      pairs.emplace_back(std::min(joint.body_a, joint.body_b), std::max(joint.body_a, joint.body_b));
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::vector<JointState> initial_joint_states(const std::vector<Joint>& joints, const std::vector<BodyState>& states) {
  std::vector<JointState> result(joints.size());
  for (std::size_t i = 0; i < joints.size(); ++i) {
    result[i].target = joints[i].motor.target;
    result[i].coordinate =
        joint_position(joints[i],
                       joint_frames(joints[i], pose_of(joints[i].body_a, states), pose_of(joints[i].body_b, states)), 0)
            .coordinate;
  }
  return result;
}

}  // namespace stiction
