#include "stiction/bodies/rigid/gyration.h"

#include <Eigen/Eigenvalues>

#include "stiction/bodies/rigid/rigid_motion.h"

namespace stiction {

namespace {

/// Gain (see turns_unevenly) up to which the error is let be: it dies out within a few steps.
constexpr double kTameGain = 0.2;

}  // namespace

bool turns_unevenly(const RigidBody& body, const Vec3& omega, double h) {
  const double half = 0.5 * h * h * omega.squaredNorm();
  // A bound on the ratio first: hardly any body gets beyond it.
  if (half * 0.5 * body.inertia.trace() * body.inverse_inertia.trace() <= kTameGain) return false;
  const Eigen::SelfAdjointEigenSolver<Mat3> moments(body.inertia, Eigen::EigenvaluesOnly);
  return half * (moments.eigenvalues()[2] / moments.eigenvalues()[0] - 1) > kTameGain;
}

Vec3 turn_with_impulse(const RigidBody& body, const BodyState& state, const Vec3& angular_impulse, double h) {
  BodyState pushed = state;
  pushed.angular_momentum += angular_impulse;
  return predict(body, pushed, Vec3::Zero(), h).tail<3>();
}

}  // namespace stiction
