// Where impulses are wrong in a few places only: those places with what lies around them, each as a problem of its own.
//
// A collapsing pile changes like that: a few contacts more than in the solve before, and nothing far from them differs.
#pragma once

#include <vector>

#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

/// Finds the neighbourhoods of what is wrong. Contacts are neighbours that share a body of the problem.
class Neighbourhoods {
 public:
  explicit Neighbourhoods(const WhitenedProblem& problem);

  /// The contacts that hold most of the error, each with its neighbours `rings` times removed, as groups that share no
  /// body. What is left out has an error below `rest`. `shares` as of WhitenedProblem::shares().
  std::vector<std::vector<int>> around(const std::vector<double>& shares, double rest, int rings) const;

 private:
  const WhitenedProblem& problem_;
  std::vector<int> first_;  ///< of each body in contacts_, and the end
  std::vector<int> contacts_;
};

}  // namespace stiction
