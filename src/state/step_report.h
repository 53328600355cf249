// What one step tells about itself: how exact it was, how it was solved and what it cost.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stiction {

/// How far a step is from exact Signorini-Coulomb contact. See docs/accuracy.md for every formula.
/// For several independent blocks each entry is the worst over the blocks, but for complementarity, which is their sum.
/// NaN never passes a test.
struct Certificate {
  double error = 0;            ///< natural-map error, unit-consistent, dimensionless: the number that certifies
  double error_worst = 0;      ///< the same for the worst single contact
  double error_q = 0;          ///< FCLib's customary error, depends on units
  double normal = 0;           ///< worst violation of u_n >= b, m/s
  double cone = 0;             ///< worst violation of |r_t| <= mu r_n and r_n >= 0, N·s
  double complementarity = 0;  ///< sum |r_n (u_n - b)|, J  (eq 29 of Staggered Projections)
  double dissipation = 0;      ///< worst |r_t·u_t + mu r_n |u_t||, J: friction not opposing slip
  double joint = 0;            ///< worst violation of a joint's rows as a speed, m/s or rad/s
};

/// Which way a step was solved. Order: cheapest first; a step of several blocks reports the dearest.
enum class SolvePath : std::uint8_t {
  none,        ///< no contacts
  carried,     ///< the last step's impulses were already within tolerance
  newton,      ///< Newton steps from the carried impulses
  staggered,   ///< staggered projections
  proximal,    ///< the proximal Newton loop
  chosen,      ///< another solver that was chosen by name, with its own friction model (docs/solvers.md)
  unconverged  ///< budget spent; the best iterate with a final contact projection
};
const char* to_string(SolvePath path);

/// What happens to a smooth body that moves in contact coordinates (docs/evolution.md).
enum class SmoothEventKind : std::int32_t {
  step,            ///< a step of the integrator ended; value: its length, s
  impact,          ///< value: speed of approach, m/s
  touches,         ///< continuous contact begins
  leaves,          ///< continuous contact ends
  rolls,           ///< slip ends
  slides,          ///< slip begins
  stops_spinning,  ///< rotation about the normal ends
  spins,           ///< rotation about the normal begins
  crosses_own,     ///< the contact passes to another patch of its own surface
  crosses_other,   ///< the contact passes to another patch of the other surface
  general,         ///< from here on the general path moves the body; value: a SmoothLeave
  returns          ///< no longer so
};
const char* to_string(SmoothEventKind kind);

/// Why the general path moves a smooth body.
enum class SmoothLeave : std::int32_t {
  neighbours,      ///< something else is near
  second_contact,  ///< its partner touches it in a second place
  conforming,      ///< the surfaces nearly conform
  surface_ends,    ///< the contact came to the end of a surface
  crease,          ///< the contact came to a sharp edge
  jammed,          ///< friction outweighs the normal force
  stalled,         ///< steps became too small or events too many
  overlap,         ///< the bodies are inside each other
  pushed,          ///< a force is applied to it
  unsuited         ///< joints, rolling friction, or a partner that moves unevenly
};
const char* to_string(SmoothLeave reason);

struct SmoothEvent {
  double time = 0;  ///< s, of the world
  std::int32_t body = -1, other = -1;
  SmoothEventKind kind = SmoothEventKind::step;
  std::int32_t patch = 0;  ///< that is entered
  double value = 0;
};

/// How well smooth pairs kept their laws in a step: what the certificate says of other contacts.
struct SmoothReport {
  int evolving = 0;                 ///< bodies moved in contact coordinates or in free flight between contacts
  int touching = 0;                 ///< pairs in continuous contact at the end
  int general = 0;                  ///< bodies left to the general path
  double least_normal = 0;          ///< least normal force at the end, N; below 0: a contact pulls
  double cone = 0;                  ///< worst |f_t| - mu f_n at the end, N; at most 0 where Coulomb's law holds
  double alignment = 0;             ///< worst |f_t + mu f_n u/|u|| of sliding contacts at the end, N
  double energy_drift = 0;          ///< worst change of energy of pairs that neither slid nor collided, J
  std::vector<SmoothEvent> events;  ///< in order of time for each pair
};

struct StepReport {
  Certificate certificate;
  bool converged = true;  ///< certificate.error <= tolerance
  SolvePath path = SolvePath::none;
  int contacts = 0;
  int blocks = 0;                ///< independent problems
  int iterations = 0;            ///< outer iterations, summed over blocks
  int factorizations = 0;        ///< linear systems factored, summed over blocks
  double joint_gap = 0;          ///< worst distance of anchors that should coincide, m, at the end
  double overlap = 0;            ///< deepest overlap at the end of the step before it was corrected, m; 0 if tolerable
  double correction = 0;         ///< farthest that any body was moved to undo overlap, m
  double correction_energy = 0;  ///< gravity's energy that this added, J; kinetic energy it never adds
  double contact_work = 0;       ///< ½ rᵀG(v⁺ + v_free), J: at most 0 without restitution
  double kinetic_energy = 0, potential_energy = 0;  ///< J, at the end of the step
  double elastic_energy = 0;                        ///< of deformable bodies, J, at the end of the step
  double cpu_s = 0;                                 ///< process CPU time of the step
  double solve_s = 0;                               ///< the part of it spent on splitting and solving contact problems
  double solve_wall_s = 0;                          ///< the same by the clock
  double wall_s = 0;
  SmoothReport smooth = {};  ///< of smooth bodies
};

}  // namespace stiction
