// What many steps amount to.
#pragma once

#include <algorithm>
#include <cstdint>

#include "stiction/problem/certificate.h"
#include "stiction/state/step_report.h"

namespace stiction::python {

struct RunSummary {
  std::int64_t steps = 0, converged = 0;
  Certificate worst;  ///< of all steps, entry by entry
  int contacts_max = 0;
  double overlap_max = 0;  ///< m
  std::int64_t iterations = 0;
  double wall_s = 0;  ///< spent in steps

  void add(const StepReport& report) {
    ++steps;
    converged += report.converged;
    worst = stiction::worst(worst, report.certificate);
    contacts_max = std::max(contacts_max, report.contacts);
    overlap_max = std::max(overlap_max, report.overlap);
    iterations += report.iterations;
    wall_s += report.wall_s;
  }
};

}  // namespace stiction::python
