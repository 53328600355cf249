#include "stiction/assembly/joint_motion.h"

#include <cmath>
#include <numbers>

namespace stiction {

const char* to_string(JointType type) {
  switch (type) {
    case JointType::weld:
      return "weld";
    case JointType::ball:
      return "ball";
    case JointType::hinge:
      return "hinge";
    case JointType::slider:
      return "slider";
    case JointType::distance:
      return "distance";
  }
  return "unknown";
}

JointFrames joint_frames(const Joint& joint, const Pose& body_a, const Pose& body_b) {
  return {{body_a * joint.frame_a.p, body_a.R * joint.frame_a.R},
          {body_b * joint.frame_b.p, body_b.R * joint.frame_b.R}};
}

JointPosition joint_position(const Joint& joint, const JointFrames& frames, double near) {
  JointPosition at;
  const Vec3 apart = frames.a.p - frames.b.p;
  at.linear = frames.b.R.transpose() * apart;
  const Mat3 turn = frames.b.R.transpose() * frames.a.R;
  const Quat q(turn);
  switch (joint.type) {
    case JointType::ball:
      break;
    case JointType::weld:
    case JointType::slider:
      at.angular = std::copysign(2.0, q.w()) * q.vec();
      at.coordinate = at.linear.z();
      break;
    case JointType::hinge: {
      at.angular = Vec3(-turn(1, 2), turn(0, 2), 0);  // z of B cross z of A
      const double angle = 2 * std::atan2(q.z(), q.w());
      const double full = 2 * std::numbers::pi;
      at.coordinate = angle + full * std::round((near - angle) / full);
      break;
    }
    case JointType::distance:
      at.coordinate = apart.norm();
      break;
  }
  return at;
}

}  // namespace stiction
