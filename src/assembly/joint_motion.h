// Where a joint stands: errors and coordinate of two posed bodies.
#pragma once

#include "stiction/assembly/joint.h"

namespace stiction {

/// How far the two sides of a joint are from agreeing, in the axes of B's side.
struct JointPosition {
  Vec3 linear = Vec3::Zero();   ///< anchor of A less anchor of B, m; along z of a slider: the coordinate
  Vec3 angular = Vec3::Zero();  ///< turn of A's axes against B's, rad (small)
  double coordinate = 0;        ///< rad or m, see JointType
};

/// Both sides of a joint in the world.
struct JointFrames {
  Pose a, b;
};
JointFrames joint_frames(const Joint& joint, const Pose& body_a, const Pose& body_b);

/// `near`: a former coordinate, so that angles count on beyond a full turn.
JointPosition joint_position(const Joint& joint, const JointFrames& frames, double near);

}  // namespace stiction
