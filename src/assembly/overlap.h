// Bodies that ended a step inside each other, and the least motion that parts them.
#pragma once

#include <utility>
#include <vector>

#include "stiction/assembly/assemble.h"
#include "stiction/assembly/joint_rows.h"

namespace stiction {

/// Overlap that is left alone, as a part of the thinner body's thickness: far above rounding, far below sight.
constexpr double kOverlapAllowed = 2e-4;

/// Deepest overlap among `contacts` beyond what is allowed (m); 0 if there is none.
double excess_overlap(const std::vector<RigidBody>& bodies, const std::vector<ContactPoint>& contacts);

/// Contacts at `states`, and those that a correction of `reach` (m) may close.
std::vector<ContactPoint> contacts_within(const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states,
                                          const std::vector<std::pair<int, int>>& never_touch, double reach);

/// The problem whose "velocities" are displacements (m, rad): the least in the sense of kinetic energy, without
/// friction, that undo overlaps, close no other gap and keep the joints. An overlap deeper than a twentieth of the
/// body's thickness takes several steps to undo, so that nothing jumps.
ContactProblem overlap_problem(const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states,
                               const std::vector<ContactPoint>& contacts, const std::vector<Joint>& joints,
                               const std::vector<JointState>& joint_states);

/// Moves bodies (those in `moved`, by `shift`) without changing the energy of their motion: angular momenta turn with
/// the bodies. Where `alone` (nothing but free bodies in touch), the whole group is then turned a little as one, which
/// parts no one and brings no one together, so that its total angular momentum is what it was, too.
void displace(const std::vector<RigidBody>& bodies, const std::vector<std::size_t>& moved,
              const std::vector<Vec6>& shift, bool alone, std::vector<BodyState>& states);

}  // namespace stiction
