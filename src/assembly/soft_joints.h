// Ball joints that hold a point of a deformable body's surface: to a rigid body, to the world, or to another such
// point. A surface has no axes of its own, so it is held in points; three of them hold a body as a weld would.
#pragma once

#include <vector>

#include "stiction/assembly/joint_rows.h"
#include "stiction/assembly/soft_bodies.h"

namespace stiction {

class SoftJoints {
 public:
  /// Finds the points of the surfaces nearest to the anchors of joints that hold deformable bodies, and has `soft`
  /// know of them. Throws InputError for joints other than ball joints without friction.
  SoftJoints(const std::vector<Joint>& joints, const std::vector<RigidBody>& bodies, SoftBodies& soft);
  SoftJoints() = default;

  bool empty() const { return joints_.empty(); }
  /// Of every joint: whether it is one of these. Empty if none is.
  const std::vector<char>& held() const { return held_; }

  /// Forgets where the bodies arrive: a new step begins.
  void forget() { ahead_.clear(); }
  /// Sees where the bodies arrive with velocities `v` of the problem's bodies, so that rows close the joints there
  /// (JointInput::trial).
  void look_ahead(const JointInput& in, const std::vector<int>& free_index, const SoftBodies& soft,
                  const WorldState& state, const std::vector<Vec6>& v);
  void append_rows(const JointInput& in, const std::vector<int>& free_index, const SoftBodies& soft,
                   ContactProblem& problem, std::vector<JointRowSource>& sources) const;
  /// Worst distance of points that should coincide, m.
  double gap(const std::vector<Joint>& joints, const std::vector<RigidBody>& bodies, const SoftBodies& soft,
             const WorldState& state) const;

 private:
  struct SpottedJoint {
    int joint;
    SurfaceSpot a, b;  ///< not soft() where that side is rigid
  };
  struct Ahead {
    Vec3 gap;   ///< at the end of the step, m
    Vec3 rate;  ///< what the problem's bodies add to the rows, m/s
  };

  ProblemContact rows(const SpottedJoint& spotted, const JointInput& in, const std::vector<int>& free_index,
                      const SoftBodies& soft) const;

  std::vector<SpottedJoint> joints_;
  std::vector<char> held_;
  std::vector<Ahead> ahead_;
};

}  // namespace stiction
