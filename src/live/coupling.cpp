#include "stiction/live/coupling.h"

#include <algorithm>
#include <cmath>

#include "stiction/bodies/rigid/rigid_motion.h"

namespace stiction {

CouplingForce coupling_force(const RigidBody& body, const BodyState& state, const Vec3& point, const Vec3& target,
                             double h, const CouplingSettings& settings) {
  const Mat3 R = state.rotation.toRotationMatrix();
  const Vec3 arm = R * point;
  const Vec3 omega = angular_velocity(body, state);
  const Vec3 v = state.velocity + omega.cross(arm);
  // What a force at the point has to move: the mean over directions of J M⁻¹ Jᵀ is its inverse.
  const Mat3 cross = cross_matrix(arm);
  const Mat3 inverse_inertia = R * body.inverse_inertia * R.transpose();
  const double mass = 3 / (3 / body.mass + (cross.transpose() * inverse_inertia * cross).trace());
  const double w = 2 * M_PI * settings.frequency;
  const double k = mass * w * w, c = 2 * mass * w * settings.damping;
  CouplingForce pull;
  pull.force = (k * (target - state.position - arm - h * v) - c * v) / (1 + (c * h + k * h * h) / mass);
  const double strongest = settings.strongest_weights * 9.81 * body.mass;
  if (pull.force.norm() > strongest) pull.force *= strongest / pull.force.norm();
  const double fading = settings.turn_damping / (1 + settings.turn_damping * h);
  pull.torque = arm.cross(pull.force) - fading * state.angular_momentum;
  return pull;
}

}  // namespace stiction
