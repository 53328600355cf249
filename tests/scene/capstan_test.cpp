// The gallery's rope over a drum follows e^(mu theta).
#include <cmath>
#include <numbers>

#include "scene/scene_fixtures.h"
#include "stiction/scene/gallery.h"
#include "support/run_scene.h"

namespace stiction {
namespace {

/// Speed of the heavier load after `duration`, m/s; downwards is positive.
double speed_after(double pull, double mu, double duration) {
  World world = build_world(build_gallery_scene("capstan", {{"pull", pull}, {"mu", mu}}));
  for (int i = 0; i < static_cast<int>(std::lround(duration / world.model().step)); ++i) {
    EXPECT_TRUE(world.step().converged) << "pull " << pull << ", step " << i << ", "
                                        << world.report().certificate.error;
    EXPECT_LT(world.report().joint_gap, 1e-6);
  }
  return -world.state().bodies.back().velocity.z();
}

TEST(Capstan, HoldsAndSlipsWithinThreePercentOfTheLaw) {
  for (const double mu : {0.2, 0.45}) {
    EXPECT_LT(std::abs(speed_after(0.97, mu, 0.3)), 1e-4) << mu;
    EXPECT_GT(speed_after(1.03, mu, 0.3), 1e-2) << mu;
  }
}

// Friction acts on the rope's surface, tension in its middle: a rope of radius r has the exponent mu theta R/(R + r),
// here 0.5 % less. The links add their polygon, which is some 0.01 %.
TEST(Capstan, LimitByBisection) {
  if (!testing::kFullLength) GTEST_SKIP() << "takes a release build";
  const double mu = 0.3;
  double holds = 0.97, slips = 1.03;
  while (slips - holds > 2e-3) {
    const double middle = 0.5 * (holds + slips);
    (speed_after(middle, mu, 0.3) > 1e-3 ? slips : holds) = middle;
  }
  const double law = std::exp(mu * std::numbers::pi), limit = 0.5 * (holds + slips);
  std::printf("capstan: slips at a ratio of %.3f, e^(mu pi) = %.3f: off by %.2f %%\n", limit * law, law,
              100 * (limit - 1));
  EXPECT_NEAR(limit, 1, 0.01);
}

}  // namespace
}  // namespace stiction
