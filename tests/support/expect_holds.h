// What "holds" means for a scene that stands.
#pragma once

#include <gtest/gtest.h>

#include "support/run_scene.h"

namespace stiction::testing {

/// Every step exact, no body more than 1 % of its least width off its start within the first second, no corner more
/// than 0.1 mm off its place after it, no overlap of 0.1 mm.
inline void expect_holds(const std::string& name, const Scene& scene, double duration) {
  const RunOutcome o = run_scene(scene, {.duration = duration});
  print(name, o);
  EXPECT_EQ(o.converged, o.steps) << name << ", worst error " << o.worst_error;
  EXPECT_LE(o.worst_error, scene.solver.tolerance) << name;
  EXPECT_LT(o.first_second_motion, 0.01) << name;
  EXPECT_LT(o.motion_after, 1e-4) << name;
  EXPECT_LT(o.penetration, 1e-4) << name;
}

/// The same scene at its own tolerance for `duration` and at 1e-8 for `tight_duration`, s.
inline void expect_holds_also_tight(const std::string& name, const Scene& scene, double duration,
                                    double tight_duration) {
  expect_holds(name, scene, duration);
  expect_holds(name + ", 1e-8", with_tolerance(scene, 1e-8), tight_duration);
}

/// Every step exact while the structure comes down: some corner moves half a metre within `duration` s.
inline void expect_falls(const std::string& name, const Scene& scene, double duration) {
  const RunOutcome o = run_scene(scene, {.duration = duration, .stop_when_moved = 0.5});
  print(name, o);
  EXPECT_EQ(o.converged, o.steps) << name << ", worst error " << o.worst_error;
  EXPECT_GE(o.motion, 0.5) << name << " still stands after " << duration << " s";
}

}  // namespace stiction::testing
