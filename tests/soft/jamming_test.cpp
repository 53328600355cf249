// A wedge between two cheeks in a tube holds by the friction of the walls, or falls.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "stiction/scene/gallery.h"

namespace stiction {
namespace {

class Jamming : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, Jamming, ::testing::Values("rigid", "modal"),
                         [](const auto& p) { return std::string(p.param); });

int index_of(const World& world, const std::string& name) {
  for (std::size_t i = 0; i < world.model().bodies.size(); ++i)
    if (world.model().bodies[i].name == name) return static_cast<int>(i);
  throw std::runtime_error("no body " + name);
}

/// Without friction between them, a wedge of weight W whose faces go out by s for every length up presses each cheek
/// against its wall with W / 2s. The walls must carry W and both cheeks, of weight w each: mu > s (1 + 2 w / W).
double least_friction(const World& world) {
  const double wedge = world.model().bodies[index_of(world, "wedge")].mass,
               cheek = world.model().bodies[index_of(world, "cheek_left")].mass;
  return 0.2 * (1 + 2 * cheek / wedge);
}

TEST_P(Jamming, HoldsAboveTheLeastFrictionAndFallsBelow) {
  const double least = least_friction(build_world(build_gallery_scene("jamming", {{"model", GetParam()}})));
  EXPECT_NEAR(least, 0.25, 0.005);
  for (const double factor : {0.9, 1.1}) {
    const Scene scene = build_gallery_scene("jamming", {{"model", GetParam()}, {"mu", factor * least}});
    World world = build_world(scene);
    const BodyState& wedge = world.state().bodies[index_of(world, "wedge")];
    const auto run_until = [&](double time) {
      while (world.state().time < time - 1e-9)
        ASSERT_TRUE(world.step().converged) << world.state().time << " s: " << world.report().certificate.error;
    };
    ASSERT_NO_FATAL_FAILURE(run_until(0.5));  // still carried
    const double before = wedge.position.z();
    ASSERT_NO_FATAL_FAILURE(run_until(1.0));
    const double sunk = before - wedge.position.z();
    if (factor > 1) {
      EXPECT_LT(sunk, 0.01) << "mu " << factor * least;
      EXPECT_LT(std::abs(wedge.velocity.z()), 1e-4);
    } else {
      EXPECT_GT(sunk, 0.1) << "mu " << factor * least;
    }
  }
}

/// Soft cheeks squeeze an oiled wedge out along the depth once it is off the middle; the rails hold it.
TEST_P(Jamming, RailsKeepTheWedgeInTheDepth) {
  Scene scene = build_gallery_scene("jamming", {{"model", GetParam()}, {"mu", 0.4}});
  for (BodyDescription& body : scene.bodies)
    if (body.name == "wedge") body.velocity.y() = 0.002;
  World world = build_world(scene);
  const BodyState& wedge = world.state().bodies[index_of(world, "wedge")];
  double farthest = 0;  // without rails: 3 mm
  while (world.state().time < 1.5) {
    ASSERT_TRUE(world.step().converged);
    farthest = std::max(farthest, std::abs(wedge.position.y()));
  }
  EXPECT_GT(farthest, 3e-4);
  EXPECT_LT(farthest, 6e-4);
}

}  // namespace
}  // namespace stiction
