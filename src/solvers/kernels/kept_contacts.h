// The contacts that are worth solving for: those that push, or close, or nearly so. Of the contacts that detection
// foresees in a collapsing pile half never push, and their pairs would fill the factors.
#pragma once

#include <vector>

#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

class KeptContacts {
 public:
  /// All of a small problem. Else those with impulses in `r`, and those that with `r` or without any impulse are open
  /// by no more than a fifth of the typical contact speed; in runs a hundredth, with `r`. Rows of joints always.
  KeptContacts(const WhitenedProblem& problem, const std::vector<Vec3>& r);

  /// Adds those that close with impulses `r`; false if they were in before.
  bool add_closing(const std::vector<Vec3>& r) { return add_open_by(r, 0, 0); }

  /// Ascending.
  std::vector<int> indices() const;

 private:
  bool add_open_by(const std::vector<Vec3>& r, double speed, double speed_in_runs);

  const WhitenedProblem& problem_;
  std::vector<char> kept_;
};

}  // namespace stiction
