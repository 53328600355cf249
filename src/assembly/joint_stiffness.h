// What keeps light links between heavy bodies calm.
#pragma once

#include <vector>

#include "stiction/assembly/joint.h"
#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/problem/contact_problem.h"

namespace stiction {

/// A body held at an arm r by the force f of a joint is turned back by it when it tilts: a stiffness
/// (f·r) 1 - sym(r fᵀ). A step in which impulses act along the axes at its start treats it explicitly, which is fine
/// (and conserves energy) while the swing it causes lasts several steps, but blows up beyond two radians a step: a link
/// of a chain that carries a thousand times its mass swings faster than that at any practical step. For each body this
/// is h² times the part of that stiffness, by the forces in `joint_states`, which is too stiff for the step; it is to
/// be treated implicitly, as inertia against the turn to come. Zero for all but such bodies. World axes, kg m².
std::vector<Mat3> excess_joint_stiffness(const std::vector<Joint>& joints, const std::vector<JointState>& joint_states,
                                         const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states,
                                         double h);

/// Makes the bodies of `problem` resist as excess_joint_stiffness says.
void stiffen(const std::vector<Mat3>& stiffening, const std::vector<int>& free_index, ContactProblem& problem);

}  // namespace stiction
