// Bodies that are much longer than wide and turn: where contact impulses do not just add to the free velocity.
#pragma once

#include "stiction/bodies/rigid/rigid_body.h"

namespace stiction {

/// Whether the turn of a step with angular velocity `omega` (world, rad/s) is uneven enough that contact impulses must
/// know of it. The contact problem takes M⁻¹ from the start of the step. A rod that turns by an angle a within the step
/// and is kept from rolling about its own axis then gets the wrong share of the impulse into that roll: a²/2 times
/// the ratio of its moments of inertia for every unit that was to be undone. Above one that grows from step to step.
bool turns_unevenly(const RigidBody& body, const Vec3& omega, double h);

/// Angular velocity over the coming step (world, rad/s) if its contacts give `angular_impulse` (world, N·m·s): the
/// implicit midpoint rule of predict(), not its linearization.
Vec3 turn_with_impulse(const RigidBody& body, const BodyState& state, const Vec3& angular_impulse, double h);

}  // namespace stiction
