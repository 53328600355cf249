// How much work a step may do so that it ends in time. The limit is a number of factorizations, not a clock: a step
// that is cut by it repeats exactly, given the limit.
#pragma once

#include "stiction/state/step_report.h"

namespace stiction {

class WorkGovernor {
 public:
  /// `budget_s`: time of a step, s.
  explicit WorkGovernor(double budget_s) : budget_(budget_s) {}

  /// Learns from a step that took `seconds`.
  void learn(const StepReport& report, double seconds);

  /// Factorizations that the next step may take, so that it ends within the budget even if it then has to make an
  /// unconverged answer free of penetration; never so few that structures would fall apart. One of few values, so that
  /// it seldom changes.
  int limit() const;

 private:
  double budget_;
  double fixed_ = 0;       ///< of a step without factorizations, s
  double each_ = 0;        ///< of a factorization with all that belongs to it, s
  double projection_ = 0;  ///< of making an unconverged answer free of penetration, s
};

}  // namespace stiction
