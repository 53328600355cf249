// What a solver on a LocalProblem tells: on the way, through a callback, and at the end.
#pragma once

#include <functional>

namespace stiction {

/// Called after every iteration. `cost` counts what was spent so far in Gauss-Seidel sweeps (a product with W costs
/// one, a factorization what its operations amount to). The merits, J, are those of merits() in friction_set.h.
using Trace = std::function<void(int iteration, double cost, double normal_merit, double friction_merit)>;

struct LocalResult {
  int iterations = 0;
  int factorizations = 0;
  double cost = 0;         ///< in Gauss-Seidel sweeps
  double model_error = 0;  ///< of the impulses returned, for the solver's own friction set (friction_set.h)
  bool converged = false;  ///< model_error is at or under the tolerance asked for
};

}  // namespace stiction
