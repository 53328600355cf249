// The friction sets that solvers use in place of Coulomb's disk, and how far impulses are from each of these models.
//
//   pyramid  |r_1| <= mu r_n and |r_2| <= mu r_n, two one-dimensional Coulomb laws (outer approximation)
//   cone     |r_t| <= mu r_n: exact Coulomb friction
//   polygon  r_t in the regular polygon with `samples` corners inscribed in the disk (inner approximation)
//
// Rolling friction has its exact law with all of them.
#pragma once

#include <string>
#include <vector>

#include "stiction/problem/local_problem.h"

namespace stiction {

struct FrictionSet {
  enum class Kind { pyramid, cone, polygon };
  Kind kind = Kind::pyramid;
  int samples = 4;  ///< corners of the polygon, first one on tangent 1

  static FrictionSet pyramid() { return {}; }
  static FrictionSet cone() { return {Kind::cone, 0}; }
  static FrictionSet polygon(int samples) { return {Kind::polygon, samples}; }
};

/// Mean diagonal of W_kk over the rows in use, 1/kg; 1 where that is not above 0.
std::vector<double> compliances(const LocalProblem& problem);

/// Nearest point of the set with this normal impulse (at least 0), where friction z_t is wanted.
Vec2 project_on_friction_set(const Vec2& z, double radius, const FrictionSet& set);

/// Impulses of one contact made admissible: friction is cut back, the normal impulse only raised to 0.
Vec3 admissible_impulse(const LocalContact& contact, const Vec3& r, const FrictionSet& set);

/// Natural-map error of impulses r with relative velocities u, on the scale of Certificate::error. For the cone it is
/// that error; for the other sets the normal rows are r_n = max(0, r_n - rho u_n) and the tangential ones
/// r_t = P(r_t - rho u_t), P the projection on the set of size mu r_n.
double model_error(const LocalProblem& problem, const std::vector<double>& compliances, const std::vector<Vec3>& r,
                   const std::vector<Vec3>& u, const FrictionSet& set);
/// The same residual also as velocities, relative to the free relative velocities: it keeps light bodies under heavy
/// ones from creeping. For callers that have contact laws and free velocities without W.
struct ModelErrors {
  double impulse = 0, velocity = 0;
  double worst() const { return velocity > impulse || !(velocity <= impulse) ? velocity : impulse; }
};
ModelErrors model_errors(const std::vector<LocalContact>& contacts, const std::vector<Vec3>& q,
                         const std::vector<double>& compliances, const std::vector<Vec3>& r, const std::vector<Vec3>& u,
                         const FrictionSet& set);

/// Natural merit ½|Φ|², J, in normal and tangential rows (rows of joints count as normal). Φ is the Fischer function of
/// eqs 27-29 of Fischer-Newton for normal rows, rows of joints and the pyramid; where the friction set is another one,
/// its tangential part is the residual of the natural map. Rows are scaled by the root of the contact's compliance,
/// which makes both arguments of Φ roots of energies.
struct Merits {
  double normal = 0, friction = 0;
};
Merits merits(const LocalProblem& problem, const std::vector<double>& compliances, const std::vector<Vec3>& r,
              const std::vector<Vec3>& u, const FrictionSet& set);

/// Throws InputError if a triple of rows is neither a contact nor, where these are taken, a part of a joint or the
/// rolling friction of a contact.
void expect_known_laws(const std::vector<LocalContact>& contacts, const std::string& solver, bool joints,
                       bool rolling = false);

}  // namespace stiction
