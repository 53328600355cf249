// Bodies that ended a step inside each other, and the least motion that parts them.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "stiction/assembly/assemble.h"
#include "stiction/assembly/joint_rows.h"
#include "stiction/collision/mesh_memory.h"

namespace stiction {

/// Overlap that is left alone, as a part of the thinner body's thickness, but at least of the cells of meshes: far
/// above rounding, far below sight.
constexpr double kOverlapAllowed = 2e-4, kOverlapAllowedCell = 0.04;

/// Deepest overlap among `contacts` beyond what is allowed (m); 0 if there is none.
double excess_overlap(const std::vector<RigidBody>& bodies, const std::vector<ContactPoint>& contacts);

/// What is to be parted, and what holds it together.
struct OverlapInput {
  const std::vector<RigidBody>& bodies;
  const std::vector<std::pair<int, int>>& never_touch;
  const std::vector<Joint>& joints;
  const std::vector<JointState>& joint_states;
  Vec3 gravity = Vec3::Zero();  ///< m/s²
  /// Of each body: it overlaps no other one of these too much.
  const std::vector<char>& apart;
  /// Who touched whom in the step, sorted by pairs. It says where to look.
  const std::vector<ContactPoint>& touching;
  MeshMemory* memory = nullptr;  ///< see detect_contacts
};

/// The impulses of a problem, from none.
using OverlapSolver = std::function<std::vector<Vec3>(const ContactProblem&)>;

struct OverlapReport {
  double overlap = 0;     ///< deepest before, m; 0 if tolerable
  double correction = 0;  ///< farthest that any body was moved, m
  double energy = 0;      ///< gravity's energy that this added, J
};

/// Moves bodies that are inside each other apart, by the least motion in the sense of kinetic energy, without friction,
/// that undoes overlaps, closes no other gap and keeps the joints. In heaps that lean on something fixed only bodies
/// near an overlap are moved, if that is enough. An overlap deeper than a twentieth of the body's
/// thickness takes several steps to undo, so that nothing jumps. Velocities stay as they are.
OverlapReport part_bodies(const OverlapInput& input, const OverlapSolver& solve, std::vector<BodyState>& states);

/// Moves bodies (those in `moved`, by `shift`) without changing the energy of their motion: angular momenta turn with
/// the bodies. Where `alone` (nothing but free bodies in touch), the whole group is then turned a little as one, which
/// parts no one and brings no one together, so that its total angular momentum is what it was, too; where that needs a
/// larger turn than is good, they are moved by less. Returns the part of `shift` that they were moved by.
double displace(const std::vector<RigidBody>& bodies, const std::vector<std::size_t>& moved,
                const std::vector<Vec6>& shift, bool alone, std::vector<BodyState>& states);

}  // namespace stiction
