// How a rigid body moves: inertia in the world, free motion over a step, and the update of its state.
//
// Rotation is integrated by the implicit midpoint rule on the body's angular momentum with the matching Cayley update
// of the attitude: without contact it conserves energy and spatial angular momentum to rounding. The angular velocity
// that a step solves for is the one that turns the body over the step, so contact constraints hold for the real motion.
#pragma once

#include "stiction/bodies/rigid/rigid_body.h"

namespace stiction {

Pose pose(const BodyState& state);

/// World-axes inertia about the centre of mass and its inverse, with the mass, as 6×6 blocks (linear, angular).
Mat6 mass_matrix(const RigidBody& body, const Mat3& R);
Mat6 inverse_mass_matrix(const RigidBody& body, const Mat3& R);

/// Angular velocity at the start of the step, world axes.
Vec3 angular_velocity(const RigidBody& body, const BodyState& state);

/// Mean angular momentum in body axes over a step that starts with P, of a body free of torques (implicit midpoint).
/// Any solution conserves energy and momentum; for fast spins it is followed from h = 0, in ever finer parts of the
/// step, to the one that belongs to the motion.
Vec3 midpoint_momentum(const Vec3& P, const Mat3& inverse_inertia, double h);

/// Velocity (linear, angular) over the coming step without contact; zero for fixed bodies.
Vec6 predict(const RigidBody& body, const BodyState& state, const Vec3& gravity, double h);

/// State of a body of prescribed motion at `time`, with its mean velocity since `time - h`.
BodyState prescribed_state(const RigidBody& body, double time, double h);

/// Moves the state over a step with velocity v (after contact); `contact_momentum` is Gᵀr of this body.
void integrate(const RigidBody& body, BodyState& state, const Vec6& v, const Vec6& contact_momentum, double h);

/// Only the motion of it: position and rotation after time h with velocity v.
void advance(BodyState& state, const Vec6& v, double h);

double kinetic_energy(const RigidBody& body, const BodyState& state);

/// Bound on how far any point of the body travels in the step with velocity v.
double travel_bound(const RigidBody& body, const Vec6& v, double h);

/// Whether that is a small part of the body's thickness, so that contacts found at the start are all there are.
bool is_quiet(const RigidBody& body, const Vec6& v, double h);

}  // namespace stiction
