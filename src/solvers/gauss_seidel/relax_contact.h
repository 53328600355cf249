// One contact's share of a Gauss-Seidel sweep.
#pragma once

#include <vector>

#include "stiction/problem/local_problem.h"
#include "stiction/solvers/friction_set.h"

namespace stiction {

/// Steps of the rows of every contact: omega/W_ii, or with the cone one for both tangents. 0 for rows without
/// compliance.
std::vector<Vec3> relaxation_steps(const LocalProblem& problem, const FrictionSet& set, double omega);

/// (W r + q)_k.
inline Vec3 relative_velocity(const LocalProblem& problem, const std::vector<Vec3>& r, int k) {
  Vec3 u = problem.q[k];
  for (int e = problem.W.start[k]; e < problem.W.start[k + 1]; ++e)
    u.noalias() += problem.W.block[e] * r[problem.W.column[e]];
  return u;
}

/// Relaxes and projects the rows of contact k in turn. `u` is its relative velocity with `r`; returns the new impulse.
Vec3 relax_contact(const LocalContact& contact, const Mat3& W_kk, const Vec3& steps, const FrictionSet& set, Vec3 u,
                   const Vec3& r);

}  // namespace stiction
