// What contact must not change: speed without friction, momentum without outer forces, energy without a source.
#include <gtest/gtest.h>

#include <cmath>

#include "support/run_scene.h"

namespace stiction {
namespace {

TEST(Conservation, FrictionlessPuckKeepsItsSpeed) {
  for (const double heading : {0.0, 30.0}) {
    World world = build_world(build_gallery_scene("puck", {{"speed", 3}, {"heading", heading}}));
    const Vec3 start = world.state().bodies[1].velocity;
    for (int i = 0; i < testing::step_count(100, world.model().step); ++i) EXPECT_TRUE(world.step().converged);
    const Vec3 end = world.state().bodies[1].velocity;
    // Along the floor nothing acts at all; across it contact velocities are as small as the tolerance asks.
    const double along = (end - start).head<2>().norm() / start.norm(), speed = end.norm() / start.norm() - 1;
    std::printf("puck, heading %g: velocity along the floor off by %.1e, speed by %.1e\n", heading, along, speed);
    EXPECT_LE(along, 1e-12) << heading;
    EXPECT_LE(std::abs(speed), 1e-12) << heading;
  }
}

struct Momentum {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();  // angular: about the world's origin
  double scale = 0;                                    // sum of m |v|
};

Momentum momentum(const World& world) {
  Momentum sum;
  for (std::size_t i = 0; i < world.model().bodies.size(); ++i) {
    const BodyState& state = world.state().bodies[i];
    const Vec3 p = world.model().bodies[i].mass * state.velocity;
    sum.linear += p;
    sum.angular += state.position.cross(p) + state.angular_momentum;
    sum.scale += p.norm();
  }
  return sum;
}

TEST(Conservation, CollidingClusterKeepsItsMomentum) {
  constexpr double length = 1;  // m, about the size of the cluster
  for (const double restitution : {0.0, 0.5}) {
    for (const int seed : {1, 2, 3}) {
      World world =
          build_world(build_gallery_scene("cluster", {{"count", 27}, {"seed", seed}, {"restitution", restitution}}));
      const Momentum start = momentum(world);
      int touching = 0;
      double linear = 0, angular = 0, work = 0;
      for (int i = 0; i < testing::step_count(2, world.model().step); ++i) {
        const StepReport& report = world.step();
        EXPECT_TRUE(report.converged);
        touching += report.contacts > 0;
        const Momentum now = momentum(world);
        linear = testing::worst_of(linear, (now.linear - start.linear).norm() / start.scale);
        angular = testing::worst_of(angular, (now.angular - start.angular).norm() / (start.scale * length));
        if (report.contacts > 0)
          work = testing::worst_of(work, report.contact_work / testing::free_kinetic_energy(world.last_problem()));
      }
      std::printf("cluster, e %.1f, seed %d: %d steps with contact; linear %.1e, angular %.1e, work %.1e\n",
                  restitution, seed, touching, linear, angular, work);
      EXPECT_GT(touching, testing::kFullLength ? 50 : -1);
      EXPECT_LE(linear, 1e-10);
      EXPECT_LE(angular, 1e-10);
      if (restitution == 0) {
        EXPECT_LE(work, 1e-9);
      }
    }
  }
}

// Without restitution a step ends with no more energy than its free motion would have, and gravity's discrete gain is
// known: so the total never grows beyond what the integrator itself adds.
TEST(Conservation, SlidingAndFallingLoseEnergy) {
  World world = build_world(build_gallery_scene("pile", {{"count", 10}}));
  for (int i = 0; i < testing::step_count(2, world.model().step); ++i) {
    const StepReport& report = world.step();
    if (report.contacts == 0) continue;
    const double free_energy = testing::free_kinetic_energy(world.last_problem());
    EXPECT_LE(report.contact_work, 1e-9 * free_energy) << i;
    // The work of the contacts is what the step changed, but for the turning of the bodies' inertia within it.
    EXPECT_NEAR(report.contact_work, report.kinetic_energy - free_energy, 0.01 * free_energy) << i;
  }
}

}  // namespace
}  // namespace stiction
