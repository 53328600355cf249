// What one step tells about itself: how exact it was, how it was solved and what it cost.
#pragma once

#include <cstdint>
#include <string>

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
  double wall_s = 0;
};

}  // namespace stiction
