// From joints to bounded rows of the contact problem.
#pragma once

#include <vector>

#include "stiction/assembly/joint.h"
#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/problem/contact_problem.h"

namespace stiction {

/// A joint's rows come in up to four triples.
enum class JointPart { linear, angular, limit, drive };

/// Which joint a triple of rows belongs to.
struct JointRowSource {
  int joint = 0;
  JointPart part = JointPart::linear;
  bool soft = false;  ///< along the axes of the world, on a deformable body (soft_joints.h)
};

struct JointInput {
  const std::vector<Joint>& joints;
  const std::vector<JointState>& joint_states;
  const std::vector<RigidBody>& bodies;
  const std::vector<BodyState>& states;  ///< at the start of the step
  /// A guess of the velocities over the step, one for every body. Rows are such that a solution with these very
  /// velocities ends the step with every joint closed: not to first order, but where the bodies really arrive. Solved
  /// again with the velocities found, the step is that of the SHAKE method: impulses act along the joint's axes at the
  /// start and close it at the end, which neither drifts nor damps.
  const std::vector<Vec6>& trial;
  double h;  ///< s
  /// Joints that are left out, one flag each; empty: none.
  const std::vector<char>& left_out;
};

/// Appends the rows of all joints to `problem`, whose body i is the i-th free one, and says where they came from.
void append_joint_rows(const JointInput& input, const std::vector<int>& free_index, ContactProblem& problem,
                       std::vector<JointRowSource>& sources);

/// Impulses of a former step that a triple starts from.
Vec3 carried_impulse(const JointState& state, JointPart part);

/// State of every joint after the step: coordinates at `states`, and impulses r (beginning with `first`) of the rows.
void update_joint_states(const std::vector<Joint>& joints, const std::vector<BodyState>& states, double h,
                         const ContactProblem& problem, const std::vector<JointRowSource>& sources, int first,
                         const std::vector<Vec3>& r, const std::vector<BodyState>& start,
                         std::vector<JointState>& joint_states);

/// Worst distance of anchors that should coincide (m).
double joint_gap(const std::vector<Joint>& joints, const std::vector<BodyState>& states,
                 const std::vector<char>& left_out = {});

/// Pairs of bodies (lower index first), sorted, that joints keep from touching.
std::vector<std::pair<int, int>> joined_pairs(const std::vector<Joint>& joints);

/// Joint states at the beginning of a simulation.
std::vector<JointState> initial_joint_states(const std::vector<Joint>& joints, const std::vector<BodyState>& states);

}  // namespace stiction
