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

// A step in which the ball would reach the floor reverses its velocity where the step begins, up to v h above the
// floor. So heights carry an error of first order in h, which counts most where the rebound is low.
TEST(Rebound, HeightIsTheSquareOfTheRestitution) {
  for (const double e : {0.3, 0.5, 0.7, 0.9}) {
    const double at_1e_3 = worst_error(e, 1e-3), at_1e_4 = worst_error(e, 1e-4);
    std::printf("e %.1f: rebound height off by at most %.2f %% at 1 ms, %.3f %% at 0.1 ms\n", e, 100 * at_1e_3,
                100 * at_1e_4);
    EXPECT_LT(at_1e_4, 0.01) << e;
    if (e >= 0.7) {
      EXPECT_LT(at_1e_3, 0.01) << e;  // the gallery's own step and restitution
    }
    // (1 - e²) v h of the gap and v h/2 of the integrator, relative to e² H = e² v²/(2 g), for the lowest drop.
    const double v = std::sqrt(2 * 9.81 * 0.5);
    EXPECT_LT(at_1e_3, 1.1 * (1.5 - e * e) * v * 1e-3 / (e * e * 0.5)) << e;
  }
}

}  // namespace
}  // namespace stiction
