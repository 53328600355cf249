// Staggered Projections on a problem in contact space, for problem files: the same sequence as staggered_projections.h,
// with both projections solved on contacts.
#pragma once

#include <functional>
#include <vector>

#include "stiction/problem/local_problem.h"
#include "stiction/solvers/trace.h"

namespace stiction {

struct LocalStaggeredOptions {
  int samples = 0;          ///< corners of the friction polygon; 0: disk
  int anderson_memory = 6;  ///< 0: plain staggering, as in the paper
  int max_iterations = 500;
  int patience = 40;        ///< iterations without a tenth less error before giving up
  double tolerance = 1e-6;  ///< on the model error
  std::function<bool()> out_of_time = {};
};

/// `r` holds the start on entry (its friction begins the sequence), on exit the best solution after a last contact
/// projection.
LocalResult local_staggered_projections(const LocalProblem& problem, std::vector<Vec3>& r,
                                        const LocalStaggeredOptions& options, const Trace& trace = {});

}  // namespace stiction
