// Bodies over hilly terrain against brute force; shared by the short and the long test.
#pragma once

#include <gtest/gtest.h>

#include "collision/fixtures.h"
#include "collision/square_terrain.h"
#include "stiction/geometry/penetration.h"

namespace stiction::testing {

/// No overlap goes unseen; contacts push up and are no deeper than half the body.
inline void check_over_hills(const Shape& shape, int rounds, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const Shape hills = square_terrain(2, 21, [](double x, double y) { return 0.1 * std::sin(5 * x) * std::cos(4 * y); });
  int overlapping = 0, apart = 0;
  for (int i = 0; i < rounds; ++i) {
    const Pose pose{{0.6 * uniform(random), 0.6 * uniform(random), 0.05 + 0.15 * uniform(random)},
                    random_rotation(random)};
    const double truth = separation_by_brute_force(hills, {}, shape, pose);
    if (truth < -0.25 * thickness(shape)) continue;
    const auto found = contacts(shape, pose, hills, {});
    if (truth < 0) {
      ++overlapping;
      ASSERT_FALSE(found.empty()) << "round " << i << ", overlap " << -truth;
    }
    if (found.empty()) ++apart;
    for (const ContactPoint& c : found) {
      ASSERT_GT(c.normal.z(), 0) << "round " << i;
      ASSERT_GE(c.gap, -0.5 * thickness(shape) - 1e-9);
    }
  }
  EXPECT_GT(overlapping, rounds / 60);
  EXPECT_GT(apart, rounds / 15);
}

}  // namespace stiction::testing
