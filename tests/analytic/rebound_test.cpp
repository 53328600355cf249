// Newton's restitution: a ball dropped from H rises to e² H.
#include <gtest/gtest.h>

#include <cmath>

#include "support/run_scene.h"

namespace stiction {
namespace {

/// Height over the floor that a ball reaches after its first impact, m.
double rebound(double height, double restitution, double h) {
  Scene scene = build_gallery_scene("bounce", {{"height", height}, {"restitution", restitution}});
  scene.step = h;
  World world = build_world(scene);
  const double radius = bounding_radius(world.model().bodies[1].shape);
  const auto velocity = [&] { return world.state().bodies[1].velocity.z(); };
  while (velocity() <= 0 && world.state().time < 10) EXPECT_TRUE(world.step().converged);
  while (velocity() > 0) EXPECT_TRUE(world.step().converged);
  return world.state().bodies[1].position.z() - radius;
}

/// Largest error relative to e² H over several drops.
double worst_error(double restitution, double h) {
  double worst = 0;
  for (const double height : {0.5, 0.7, 1.0, 1.4, 2.0}) {
    const double expected = restitution * restitution * height;
    worst = testing::worst_of(worst, std::abs(rebound(height, restitution, h) / expected - 1));
  }
  return worst;
}

// A step in which the ball would reach the floor turns it round where the step begins, up to v h above the floor, with
// the speed that leads to the right height all the same.
TEST(Rebound, HeightIsTheSquareOfTheRestitution) {
  for (const double e : {0.3, 0.5, 0.7, 0.9, 1.0})
    for (const double h : {0.01, 0.001}) {
      const double error = worst_error(e, h);
      std::printf("e %.1f, h %g s: rebound height off by at most %.3f %%\n", e, h, 100 * error);
      EXPECT_LT(error, 0.01) << e << " at " << h;
    }
}

}  // namespace
}  // namespace stiction
