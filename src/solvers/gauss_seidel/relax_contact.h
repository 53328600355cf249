// One contact's share of a Gauss-Seidel sweep.
#pragma once

#include <vector>

#include "stiction/problem/local_problem.h"
#include "stiction/solvers/friction_set.h"

namespace stiction {

/// Steps of the rows of every contact: omega/W_ii, or with the cone, and for rolling, one for both tangents. 0 for rows
/// without compliance.
std::vector<Vec3> relaxation_steps(const LocalProblem& problem, const FrictionSet& set, double omega);

/// (W r + q)_k.
inline Vec3 relative_velocity(const LocalProblem& problem, const std::vector<Vec3>& r, int k) {
  Vec3 u = problem.q[k];
  for (int e = problem.W.start[k]; e < problem.W.start[k + 1]; ++e)
    u.noalias() += problem.W.block[e] * r[problem.W.column[e]];
  return u;
}

/// Normal impulse that bounds rolling rows: that of the contact they belong to. 0 for all others.
inline double push_on(const LocalContact& contact, const std::vector<Vec3>& r) {
  return contact.parent >= 0 ? r[contact.parent].x() : 0;
}

/// Relaxes and projects the rows of contact k in turn. `u` is its relative velocity with `r`; returns the new impulse.
Vec3 relax_contact(const LocalContact& contact, const Mat3& W_kk, const Vec3& steps, const FrictionSet& set, Vec3 u,
                   const Vec3& r, double push);

/// Sweeps over impulses `r`, which belong to the caller.
class GaussSeidelSweeps {
 public:
  GaussSeidelSweeps(const LocalProblem& problem, std::vector<Vec3>& r, const FrictionSet& set, double relaxation);
  /// One pass over the contacts in the given order. Returns the size of the changes relative to that of the impulses.
  double sweep(const std::vector<int>& order, bool backwards = false);

 private:
  const LocalProblem& problem_;
  std::vector<Vec3>& r_;
  FrictionSet set_;
  std::vector<Vec3> steps_;
  std::vector<const Mat3*> diagonal_;
};

}  // namespace stiction
