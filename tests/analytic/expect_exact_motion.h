// What is asked of scenes in motion.
#pragma once

#include <gtest/gtest.h>

#include "support/run_scene.h"

namespace stiction::testing {

inline bool bounces(const Scene& scene) {
  return std::any_of(scene.materials.begin(), scene.materials.end(),
                     [](const auto& entry) { return entry.second.restitution > 0; });
}

/// 5 s in which every step meets 1e-6, and again at least 99.9 % of them 1e-8; without restitution contacts do no work.
inline void expect_exact_motion(const std::string& name, const Scene& scene) {
  const RunOutcome usual = run_scene(scene, {.duration = 5});
  print(name, usual);
  EXPECT_EQ(usual.converged, usual.steps) << name << ", worst error " << usual.worst_error;
  EXPECT_GT(usual.motion, kFullLength ? 0.5 : 0) << name << ": nothing moved";
  const RunOutcome tight = run_scene(with_tolerance(scene, 1e-8), {.duration = 5});
  print(name + ", 1e-8", tight);
  EXPECT_GE(tight.converged_fraction(), 0.999) << name << ", worst error " << tight.worst_error;
  if (!bounces(scene)) {
    EXPECT_LE(usual.contact_work, 1e-9) << name;
    EXPECT_LE(tight.contact_work, 1e-9) << name;
  }
}

}  // namespace stiction::testing
