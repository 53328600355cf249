// Exact Coulomb friction by a proximal point loop around a semismooth Newton method on the Alart-Curnier function,
// with the Newton systems reduced to the bodies' velocities.
//
// Inner problem with centre r⁰ and weight alpha: u + alpha d_k (r - r⁰) in place of u, d_k the contact's compliance.
// Each contact is open, sticking or slipping by z = r - rho u~; its 3×3 weight follows, and the bodies' system
// I + Jᵀ C J is solved; redundancy of contacts does not matter to it.
#pragma once

#include <functional>
#include <vector>

#include "stiction/solvers/contact_solver.h"
#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

struct ProximalNewtonOptions {
  double start_weight = 0.1;  ///< alpha of the first round
  int max_rounds = 200;       ///< outer iterations
  int max_newton = 25;        ///< per round
  int max_factorizations = 1000000;
};

struct ProximalNewtonResult {
  double error = 0;  ///< WhitenedProblem::natural_error of the impulses returned
  int rounds = 0;
  int factorizations = 0;
};

/// Improves `r` until natural_error <= target or the options or `out_of_time` end it; returns the best iterate.
ProximalNewtonResult proximal_newton(const WhitenedProblem& problem, std::vector<Vec3>& r, double target,
                                     const ProximalNewtonOptions& options,
                                     const std::function<bool()>& out_of_time);

}  // namespace stiction
