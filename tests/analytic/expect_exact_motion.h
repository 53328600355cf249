// What is asked of scenes in motion.
#pragma once

#include <gtest/gtest.h>

#include "support/run_scene.h"

namespace stiction::testing {

inline bool bounces(const Scene& scene) {
  return std::any_of(scene.materials.begin(), scene.materials.end(),
                     [](const auto& entry) { return entry.second.restitution > 0; });
}

/// Runs 5 s. Without restitution contacts do no work.
inline RunOutcome run_motion(const std::string& name, const Scene& scene) {
  const RunOutcome o = run_scene(scene, {.duration = 5});
  print(name, o);
  EXPECT_GT(o.motion, kFullLength ? 0.5 : 0) << name << ": nothing moved";
  EXPECT_LE(o.contact_work, bounces(scene) ? 1 : 1e-9) << name;
  return o;
}

/// Every step meets the scene's tolerance.
inline void expect_exact_motion(const std::string& name, const Scene& scene) {
  const RunOutcome o = run_motion(name, scene);
  EXPECT_EQ(o.converged, o.steps) << name << ", worst error " << o.worst_error;
}

/// At least 99.9 % of the steps meet 1e-8 when that is asked.
inline void expect_exact_motion_when_tight(const std::string& name, const Scene& scene) {
  const RunOutcome o = run_motion(name + ", 1e-8", with_tolerance(scene, 1e-8));
  EXPECT_GE(o.converged_fraction(), 0.999) << name << ", worst error " << o.worst_error;
}

}  // namespace stiction::testing
