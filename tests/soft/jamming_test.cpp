// A wedge between two cheeks in a tube holds by the friction of the walls, or falls.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/scene/gallery.h"

namespace stiction {
namespace {

class Jamming : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, Jamming, ::testing::Values("rigid", "modal"),
                         [](const auto& p) { return std::string(p.param); });

/// Without friction between them, a wedge of weight W whose faces go out by s for every length up presses each cheek
/// against its wall with W / 2s. The walls must carry W and both cheeks, of weight w each: mu > s (1 + 2 w / W).
double least_friction(const World& world) {
  const double wedge = world.model().bodies[3].mass, cheek = world.model().bodies[4].mass;
  return 0.2 * (1 + 2 * cheek / wedge);
}

TEST_P(Jamming, HoldsAboveTheLeastFrictionAndFallsBelow) {
  const double least = least_friction(build_world(build_gallery_scene("jamming", {{"model", GetParam()}})));
  EXPECT_NEAR(least, 0.25, 0.005);
  for (const double factor : {0.9, 1.1}) {
    const Scene scene = build_gallery_scene("jamming", {{"model", GetParam()}, {"mu", factor * least}});
    World world = build_world(scene);
    const auto run_until = [&](double time) {
      while (world.state().time < time - 1e-9)
        ASSERT_TRUE(world.step().converged) << world.state().time << " s: " << world.report().certificate.error;
    };
    ASSERT_NO_FATAL_FAILURE(run_until(0.5));  // still carried
    const double before = world.state().bodies[3].position.z();
    ASSERT_NO_FATAL_FAILURE(run_until(1.0));
    const double sunk = before - world.state().bodies[3].position.z();
    if (factor > 1) {
      EXPECT_LT(sunk, 0.01) << "mu " << factor * least;
      EXPECT_LT(std::abs(world.state().bodies[3].velocity.z()), 1e-4);
    } else {
      EXPECT_GT(sunk, 0.1) << "mu " << factor * least;
    }
  }
}

}  // namespace
}  // namespace stiction
