// The acceleration of two bodies in contact: the right-hand side that the integrators integrate.
//
// Kry and Pai (2002), equations 20, 28, 33 and 38, in an equivalent form that lets both bodies move. They solve for q̈
// with the contact force eliminated. Here the contact force comes first: the relative acceleration at the contact is
// that of free motion plus W f, where W is the sum of the two bodies' inverse inertias at the contact point (the
// inverse of the articulated inertia that elimination of either body leads to; a fixed body adds nothing). f has one to
// four unknowns, one for each direction in which the contact allows no acceleration. What remains is the derivative of
// the velocities; parameters follow from them by the contact kinematics, which in terms of surface curvatures are 2×2
// systems.
#pragma once

#include "stiction/evolution/slip_direction.h"
#include "stiction/evolution/smooth_contact.h"

namespace stiction {

/// Layout of the integrated vector: s t u v ψ, spin (3), slip (2); if body 2 moves also its position (3), rotation
/// (wxyz), velocity (3) and angular velocity (3), world axes.
inline constexpr int kSecondFixed = 10, kSecondMoves = 23;
template <int N>
using MotionVector = Eigen::Matrix<double, N, 1>;

/// What does not change within a step.
struct StepContext {
  const SmoothContact* model = nullptr;
  SurfacePlace first, second;  ///< patches; parameters are in the vector
  ContactMode mode;
  SlipDirection slips;
  double spin_direction = 1;
  Vec3 gravity = Vec3::Zero();              ///< world
  Quat second_rotation = Quat::Identity();  ///< of a fixed body 2
};

/// Derivative of `y`.
template <int N>
void contact_derivative(const StepContext& context, const MotionVector<N>& y, MotionVector<N>& rate,
                        ContactReaction& reaction);

/// Takes away what the context's mode does not allow (slip, spin) by an impulse at the contact.
template <int N>
void impose_mode(const StepContext& context, MotionVector<N>& y);

/// q̇ of the five contact coordinates.
template <int N>
Eigen::Matrix<double, 5, 1> coordinate_rate(const StepContext& context, const MotionVector<N>& y);

template <int N>
MotionVector<N> pack(const SmoothContactState& state);
template <int N>
void unpack(const MotionVector<N>& y, SmoothContactState& state);
StepContext step_context(const SmoothContact& model, const SmoothContactState& state, const Vec3& gravity);

}  // namespace stiction
