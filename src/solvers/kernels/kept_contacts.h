// The contacts that are worth solving for: those that push, or close, or nearly so. Of the contacts that detection
// foresees in a collapsing pile half never push, and their pairs would fill the factors; of those between two fine
// surfaces hardly any does.
#pragma once

#include <vector>

#include "stiction/solvers/kernels/contact_survey.h"
#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

/// `Problem`: WhitenedProblem or ContactSurvey.
template <class Problem>
class KeptContacts {
 public:
  /// All of a small problem. Else those with impulses in `r`, and those that with `r` or without any impulse are open
  /// by no more than a fifth of the typical contact speed; in runs a hundredth, with `r`, and of those that close only
  /// the fastest few. Rows of joints always.
  KeptContacts(const Problem& problem, const std::vector<Vec3>& r);

  /// Adds those that close with impulses `r`, of each run the fastest few, twice as many each time; false if they were
  /// in before.
  bool add_closing(const std::vector<Vec3>& r) { return add_open_by(r, 0, 0); }

  /// Ascending.
  std::vector<int> indices() const;

 private:
  bool add_open_by(const std::vector<Vec3>& r, double speed, double speed_in_runs);

  const Problem& problem_;
  std::vector<char> kept_;
  std::ptrdiff_t most_of_run_;  ///< that are taken in at a time
};

extern template class KeptContacts<WhitenedProblem>;
extern template class KeptContacts<ContactSurvey>;

}  // namespace stiction
