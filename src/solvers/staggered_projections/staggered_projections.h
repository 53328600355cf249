// Staggered Projections (Kaufman, Sueda, James, Pai 2008), Algorithm 1, in whitened velocities.
//
// Deviations, each measured: the friction impulse is Anderson-accelerated (plain staggering has a slow linear tail);
// the loop stops on the unit-consistent natural-map error instead of eq 28, which is squared and blind to a stalled
// sequence; eqs 28 and 29 are computed and reported. The last projection is always a contact projection.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "stiction/solvers/kernels/newton_system.h"
#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

struct StaggeredOptions {
  int samples = 0;           ///< tangent samples of the friction polygon; 0 = exact disk
  std::optional<Form> form;  ///< of both projections; by size if not given
  int max_iterations = 500;
  int anderson_memory = 6;  ///< 0 = plain staggering
  int patience = 40;        ///< iterations without a tenth less error before giving up
  double target = 1e-7;     ///< natural-map error
};

/// One pass of the loop, for plots and tests.
struct StaggeredIterate {
  double relative_error = 0;  ///< eq 28
  double residual = 0;        ///< eq 29, J
  double natural_error = 0;
};

struct StaggeredResult {
  double error = 0;  ///< natural-map error after the final contact projection
  int iterations = 0;
  int factorizations = 0;
  std::vector<StaggeredIterate> trace;
};

/// `r` holds the warm start on entry (its friction part starts the sequence), the best solution on exit.
StaggeredResult staggered_projections(const WhitenedProblem& problem, std::vector<Vec3>& r,
                                      const StaggeredOptions& options, const std::function<bool()>& out_of_time = {});

/// Only the final contact projection: keeps the friction of `r`, makes u_n >= b hold far below `tolerance`. Impulses of
/// a small problem that are nearly right are not replaced but added to.
/// Returns the natural-map error.
double final_contact_projection(const WhitenedProblem& problem, std::vector<Vec3>& r, double tolerance,
                                int* factorizations = nullptr);

}  // namespace stiction
