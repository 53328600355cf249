// What a step tells of a smooth pair: its contact as others see it, and how well it kept its laws.
#pragma once

#include "stiction/state/step_report.h"
#include "stiction/stepping/smooth_advance.h"
#include "stiction/stepping/world.h"

namespace stiction {

struct SmoothPairStep {
  const SmoothPairModel& pair;
  const SmoothContact::Bodies& start;
  bool touched = false;  ///< at the start
  const SmoothAdvance& advance;
};

/// Adds the pair's contact to `state.contacts` (which are of this step) and its part to `report`. The impulse is that
/// which the body's momentum shows, exactly; the place is that at the end of the step.
void report_pair(const SmoothPairStep& step, const WorldModel& model, WorldState& state, StepReport& report);

}  // namespace stiction
