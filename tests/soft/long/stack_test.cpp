// Ten blocks that bend, one on the other, for ten minutes.
#include <gtest/gtest.h>

#include <algorithm>

#include "stiction/scene/gallery.h"
#include "support/full_length.h"

namespace stiction {
namespace {

TEST(LongSoftStack, TenBlocksStandForTenMinutesWithoutDrift) {
  const Scene scene = build_gallery_scene("soft_stack", {{"count", 10}});
  World world = build_world(scene);
  const int steps = testing::round_count(static_cast<int>(std::lround(600 / scene.step)));
  const int settled = static_cast<int>(std::lround(1 / scene.step));
  std::vector<BodyState> reference;
  double drift = 0;
  int converged = 0;
  for (int i = 1; i <= steps; ++i) {
    converged += world.step().converged;
    const std::vector<BodyState>& now = world.state().bodies;
    if (i == settled) reference = now;
    for (std::size_t k = 0; k < reference.size(); ++k)
      drift = std::max(drift, (now[k].position - reference[k].position).norm());
  }
  EXPECT_EQ(converged, steps);
  EXPECT_LT(drift, 1e-6);
  RecordProperty("drift", std::to_string(drift));
}

}  // namespace
}  // namespace stiction
