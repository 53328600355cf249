// Deformable bodies in a world: with the floor, with rigid bodies, with each other.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>

#include "soft/soft_scenes.h"
#include "stiction/common/error.h"

namespace stiction {
namespace {

using namespace stiction::testing;

class SoftModels : public ::testing::TestWithParam<Model> {};

INSTANTIATE_TEST_SUITE_P(All, SoftModels, ::testing::ValuesIn(kModels), [](const auto& p) { return p.param.name; });

/// Runs for `seconds`; every step must be exact.
void run(World& world, double seconds) {
  const int steps = static_cast<int>(std::lround(seconds / world.model().step));
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = world.step();
    ASSERT_TRUE(report.converged) << "step " << i << ": " << report.certificate.error;
  }
}

TEST_P(SoftModels, ComeToRestOnTheFloorAndPushItWithTheirWeight) {
  World world = build_world(soft_scene(soft_box("block", GetParam().model, 0.06, GetParam().elastic), GetParam().step));
  run(world, 1.5);
  EXPECT_LT(world.kinetic_energy(), 1e-8);
  double push = 0;
  for (const ContactState& c : world.state().contacts) {
    push += c.impulse_normal / world.model().step * std::abs(c.normal.z());
    EXPECT_GT(c.gap, -1e-6);
  }
  const double weight = 9.81 * world.model().bodies[1].mass;
  EXPECT_NEAR(world.model().bodies[1].mass, 2, 1e-9);
  EXPECT_NEAR(push, weight, 1e-4 * weight);
}

/// Gravity turned by an angle about every heading stands for a floor that slopes.
TEST_P(SoftModels, SlipAboveTheAngleOfFrictionAndNotBelow) {
  const double mu = 0.5;
  for (const double heading : {0.0, 0.7}) {
    for (const double excess : {-0.1, 0.1}) {  // degrees
      const double angle = std::atan(mu) + excess * M_PI / 180;
      const Vec3 down(std::sin(angle) * std::cos(heading), std::sin(angle) * std::sin(heading), -std::cos(angle));
      World world =
          build_world(soft_scene(soft_box("block", GetParam().model, 0.05, GetParam().elastic), GetParam().step));
      // Settled first and tilted slowly: what is asked for is the angle, not what a jolt does.
      const double h = GetParam().step, settle = 0.5, tilt = 1.0, rest = 1.0;
      double speed = 0;
      for (double t = 0; t < settle + tilt + rest; t += h) {
        const double part = std::clamp((t - settle) / tilt, 0.0, 1.0), now = part * angle;
        Vec3 g = 9.81 * Vec3(std::sin(now) * std::cos(heading), std::sin(now) * std::sin(heading), -std::cos(now));
        if (part == 1) g = 9.81 * down;
        world.set_gravity(g);
        ASSERT_TRUE(world.step().converged);
        speed = world.state().bodies[1].velocity.norm();
      }
      if (excess < 0) {
        EXPECT_LT(speed, 1e-5) << "heading " << heading;
      } else {
        // g (sin a - mu cos a) for a second, less what it takes to get going.
        const double gained = 9.81 * (std::sin(angle) - mu * std::cos(angle)) * rest;
        EXPECT_GT(speed, 0.5 * gained) << "heading " << heading;
        EXPECT_LT(speed, 1.5 * gained) << "heading " << heading;
      }
    }
  }
}

TEST_P(SoftModels, CarryARigidBlockAndEachOther) {
  const std::string rigid =
      R"(, {"name": "rigid", "shape": {"box": {"size": [0.1, 0.06, 0.05]}}, "material": "m", "position": [0.01, 0, 0.226]})";
  const std::string bodies = soft_box("lower", GetParam().model, 0.05, GetParam().elastic) +
                             soft_box("upper", GetParam().model, 0.1501, GetParam().elastic) + rigid;
  World world = build_world(soft_scene(bodies, GetParam().step));
  run(world, 1.5);
  EXPECT_LT(world.kinetic_energy(), 1e-6);  // 5 kg at less than a millimetre a second
  EXPECT_GT(world.state().bodies[3].position.z(), 0.2);
  double floor = 0;
  for (const ContactState& c : world.state().contacts)
    if (c.body_a == 0 || c.body_b == 0) floor += c.impulse_normal / world.model().step;
  double weight = 0;
  for (int i = 1; i < 4; ++i) weight += 9.81 * world.model().bodies[static_cast<std::size_t>(i)].mass;
  EXPECT_NEAR(floor, weight, 1e-3 * weight);
}

TEST_P(SoftModels, SameBitsForAnyNumberOfThreads) {
  const auto hash_with = [&](int threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, std::size_t(threads));
    const std::string bodies = soft_box("a", GetParam().model, 0.06, GetParam().elastic) +
                               soft_box("b", GetParam().model, 0.17, GetParam().elastic, R"("velocity": [0.3, 0, 0],)");
    World world = build_world(soft_scene(bodies, GetParam().step));
    for (int i = 0; i < 60; ++i) world.step();
    return hash(world.state());
  };
  EXPECT_EQ(hash_with(1), hash_with(4));
}

TEST_P(SoftModels, TurnLikeRigidBodiesWhenPushed) {
  World world =
      build_world(soft_scene(soft_box("block", GetParam().model, 2, GetParam().elastic), GetParam().step, "[0, 0, 0]"));
  const Vec3 torque(0, 0, 0.01), force(1, 0, 0);
  const int steps = 20;
  for (int i = 0; i < steps; ++i) {
    world.apply_force(1, force, torque);
    world.step();
  }
  const double time = steps * GetParam().step;
  const RigidBody& body = world.model().bodies[1];
  EXPECT_NEAR(world.state().bodies[1].velocity.x(), time / body.mass, 1e-9);
  EXPECT_NEAR(world.state().bodies[1].angular_momentum.z(), 0.01 * time, 1e-4 * 0.01 * time);
  EXPECT_NEAR(world.angular_velocity(1).z(), 0.01 * time / body.inertia(2, 2), 0.02 * 0.01 * time / body.inertia(2, 2));
}

TEST(SoftWorld, ContactRegionsOfAnExplicitBodyAreProblemsOfTheirOwn) {
  World world = build_world(soft_scene(soft_box("block", "tetrahedral", 0.0499, R"(, "explicit": true)"), 0.0005));
  world.step();
  EXPECT_EQ(world.report().blocks, world.report().contacts);  // every touching node is a region
  EXPECT_GT(world.report().blocks, 4);
  World whole = build_world(soft_scene(soft_box("block", "tetrahedral", 0.0499), 0.005));
  whole.step();
  EXPECT_EQ(whole.report().blocks, 1);
}

TEST(SoftWorld, HeldNodesStayAndTheRestHangs) {
  const std::string hold = R"(, "hold": [{"low": [-0.11, -0.06, -0.06], "high": [-0.09, 0.06, 0.06]}])";
  for (const char* model : {"modal", "stvk", "tetrahedral"}) {
    World world = build_world(soft_scene(soft_box("beam", model, 0.5, hold)));
    run(world, 1);
    std::vector<Vec3> x;
    const RigidBody& body = world.model().bodies[1];
    body.soft->positions(world.state().bodies[1], world.state().deformations[0], x);
    double held = 0, tip = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Vec3 from = Vec3(0, 0, 0.5) + body.soft->surface().rest()[i];
      (from.x() < -0.09 ? held : tip) = std::max(from.x() < -0.09 ? held : tip, (x[i] - from).norm());
    }
    EXPECT_LT(held, 1e-9) << model;
    // A stubby beam: w L⁴ / 8 E I and 0.6 w L² / G A for shear are 29 mm. Two linear tetrahedra across are too stiff.
    EXPECT_GT(tip, 0.5 * 0.029) << model;
    EXPECT_LT(tip, 0.029) << model;
  }
}

TEST(SoftWorld, StatesThatDoNotFitAreRefused) {
  World world = build_world(soft_scene(soft_box("block", "modal", 0.06)));
  WorldState state = world.state();
  state.deformations[0].q.pop_back();
  EXPECT_THROW(World(world.model(), state), InputError);
}

}  // namespace
}  // namespace stiction
