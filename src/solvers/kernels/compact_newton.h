// The proximal Newton method (see proximal_newton.h) on a compact problem, with exact Coulomb friction: the same inner
// problems and the same steps, but with one dense matrix, of which only what changes is computed again.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "stiction/solvers/kernels/compact_problem.h"

namespace stiction {

struct CompactNewtonOptions {
  double target = 1e-7;       ///< on Errors::worst
  double start_weight = 0.1;  ///< alpha of the first round; small ones suit good starts
  int max_rounds = 200;       ///< outer iterations
  int patience = 200;         ///< rounds without a tenth less error before giving up
  int max_newton = 25;        ///< Newton steps in a round
  int max_factorizations = std::numeric_limits<int>::max();
  std::function<bool()> out_of_time;
};

struct CompactNewtonResult {
  double error = 0;  ///< of the impulses returned
  int rounds = 0;
  int factorizations = 0;
};

/// What to do about a start, once its error is known.
using CompactPlan = std::function<CompactNewtonOptions(double error)>;

/// Improves `r`; returns the best admissible iterate. The start stands if it meets the target.
CompactNewtonResult compact_newton(const CompactProblem& problem, const CompactPlan& plan, std::vector<Vec3>& r);

}  // namespace stiction
