#include "stiction/live/coupling.h"

#include <algorithm>
#include <cmath>

#include "stiction/bodies/rigid/rigid_motion.h"

namespace stiction {

namespace {

/// What a force at a point of a free body moves, relative to the body's mass: as at the surface of a ball or a cube.
constexpr double kShareOfMass = 1. / 3;

/// The spring's force, at the end of the step, on a point that behaves like `mass`.
Vec3 spring(double mass, const Vec3& position, const Vec3& v, const Vec3& target, double h, double whole_mass,
            const CouplingSettings& settings) {
  const double w = 2 * M_PI * settings.frequency;
  const double k = mass * w * w, c = 2 * mass * w * settings.damping;
  const Vec3 force = (k * (target - position - h * v) - c * v) / (1 + (c * h + k * h * h) / mass);
  const double strongest = settings.strongest_weights * 9.81 * whole_mass;
  return force.norm() > strongest ? Vec3(force * (strongest / force.norm())) : force;
}

}  // namespace

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
  CouplingForce pull;
  pull.force = spring(mass, state.position + arm, v, target, h, body.mass, settings);
  const double fading = settings.turn_damping / (1 + settings.turn_damping * h);
  pull.torque = arm.cross(pull.force) - fading * state.angular_momentum;
  return pull;
}

CouplingForce coupling_force(const SoftGrip& grip, const Vec3& target, double h, const CouplingSettings& settings) {
  CouplingForce pull;
  pull.force = spring(kShareOfMass * grip.mass, grip.position, grip.velocity, target, h, grip.mass, settings);
  pull.torque = (grip.position - grip.centre).cross(pull.force);
  return pull;
}

}  // namespace stiction
