// Rolling and spin friction against exact answers: balls brake, stop, stay and roll as the torques' bounds say.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stiction/bodies/rigid/rigid_motion.h"
#include "support/run_scene.h"

namespace stiction {
namespace {

constexpr double kGravity = 9.81, kRadius = 0.05;

/// Body 1, a ball, on body 0, a floor inclined by `slope` (rad) about y, so that downhill is +x.
Scene ball_on_floor(double rolling, double spin, double slope = 0) {
  Scene scene;
  scene.materials["felt"] = {0.5, 0, 1000};
  scene.materials["felt"].rolling = rolling;
  scene.materials["felt"].spin = spin;
  scene.solver.tolerance = 1e-10;
  const Quat tilt(Eigen::AngleAxisd(slope, Vec3::UnitY()));
  scene.bodies.resize(2);
  scene.bodies[0].name = "floor";
  scene.bodies[0].fixed = true;
  scene.bodies[0].shape = HalfSpaceDescription{};
  scene.bodies[0].rotation = tilt;
  scene.bodies[1].name = "ball";
  scene.bodies[1].shape = SphereDescription{kRadius};
  scene.bodies[1].position = tilt * Vec3(0, 0, kRadius);
  for (BodyDescription& body : scene.bodies) body.material = "felt";
  return scene;
}

// About the point of contact: (7/5) m R² dω = -c m g h, so every step takes (5/7) g h c/R off the speed, and the step
// that could take more stops the ball for good. The way is the sum of the speeds at the ends of the steps.
TEST(RollingFriction, BallBrakesEvenlyAndStops) {
  const double c = 2e-3, speed = 0.5;
  Scene scene = ball_on_floor(c, 0);
  scene.bodies[1].velocity = Vec3(0.6 * speed, 0.8 * speed, 0);
  scene.bodies[1].angular_velocity = Vec3(-0.8 * speed / kRadius, 0.6 * speed / kRadius, 0);
  World world = build_world(scene);
  const double loss = 5.0 / 7 * kGravity * scene.step * c / kRadius;
  double expected = speed, way = 0, worst = 0;
  for (int i = 0; i < 250; ++i) {
    const double energy = world.kinetic_energy();
    EXPECT_TRUE(world.step().converged) << i;
    EXPECT_LE(world.kinetic_energy(), energy * (1 + 1e-12) + 1e-20);
    expected = std::max(0.0, expected - loss);
    way += expected * scene.step;
    const BodyState& ball = world.state().bodies[1];
    worst = std::max(worst, std::abs(ball.velocity.norm() - expected));
    worst = std::max(worst, kRadius * std::abs(world.angular_velocity(1).norm() - expected / kRadius));
  }
  const Vec3 end(0.6 * way, 0.8 * way, kRadius);
  std::printf("ball brakes: speed off by at most %.1e m/s, rests %.1e m off the exact %.3f m\n", worst,
              (world.state().bodies[1].position - end).norm(), way);
  EXPECT_LT(worst, 1e-9);
  EXPECT_EQ(expected, 0);
  EXPECT_LT((world.state().bodies[1].position - end).norm(), 1e-8);
  // The continuum: v²/(2 a).
  EXPECT_NEAR(way, speed * speed / (2 * loss / scene.step), speed * scene.step);
}

// A ball stays on a slope as long as m g R sin(theta) <= c m g cos(theta); above it accelerates with the rest.
TEST(RollingFriction, BallStaysOnASlopeUpToItsLimit) {
  const double c = 2e-3, limit = std::atan(c / kRadius);
  {
    World world = build_world(ball_on_floor(c, 0, 0.99 * limit));
    const Vec3 start = world.state().bodies[1].position;
    for (int i = 0; i < 1000; ++i) EXPECT_TRUE(world.step().converged) << i;
    std::printf("ball at 0.99 of the limit: moved %.1e m in 10 s\n", (world.state().bodies[1].position - start).norm());
    EXPECT_LT((world.state().bodies[1].position - start).norm(), 1e-8);
  }
  const double slope = 1.01 * limit;
  World world = build_world(ball_on_floor(c, 0, slope));
  for (int i = 0; i < 200; ++i) EXPECT_TRUE(world.step().converged) << i;
  const double acceleration = 5.0 / 7 * kGravity * (std::sin(slope) - c / kRadius * std::cos(slope));
  EXPECT_NEAR(world.state().bodies[1].velocity.norm(), 2 * acceleration, 1e-8);
}

// 0.4 m R² dω = -c m g h.
TEST(SpinFriction, BallOnTheSpotStopsInTime) {
  const double c = 1e-3, omega = 20;
  Scene scene = ball_on_floor(0, c);
  scene.bodies[1].angular_velocity = Vec3(0, 0, omega);
  World world = build_world(scene);
  const double loss = c * kGravity * scene.step / (0.4 * kRadius * kRadius);
  const double time = 0.4 * kRadius * kRadius * omega / (c * kGravity);
  double expected = omega, worst = 0;
  int turning = 0;
  for (int i = 0; i < 300; ++i) {
    EXPECT_TRUE(world.step().converged) << i;
    expected = std::max(0.0, expected - loss);
    turning += world.angular_velocity(1).z() > 1e-9;
    worst = std::max(worst, (world.angular_velocity(1) - Vec3(0, 0, expected)).norm());
  }
  std::printf("spinning ball: omega off by at most %.1e rad/s; stops in %.2f s, exact %.4f s\n", worst,
              (turning + 1) * scene.step, time);
  EXPECT_LT(worst, 1e-8);
  EXPECT_NEAR((turning + 1) * scene.step, time, scene.step);
  EXPECT_LT((world.state().bodies[1].position - Vec3(0, 0, kRadius)).norm(), 1e-9);
}

// Two balls that roll and spin against each other under no gravity: torques are equal and opposite.
TEST(RollingFriction, KeepsMomentum) {
  Scene scene = ball_on_floor(5e-3, 5e-3);
  scene.gravity = Vec3::Zero();
  scene.bodies[0] = scene.bodies[1];
  scene.bodies[0].name = "other";
  scene.bodies[1].position = Vec3(0.01, 0.02, 3.2 * kRadius);
  scene.bodies[1].velocity = Vec3(0, 0, -1);
  scene.bodies[1].angular_velocity = Vec3(9, -5, 12);
  World world = build_world(scene);
  const auto total = [&] {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < 2; ++i) {
      const BodyState& body = world.state().bodies[i];
      sum += body.angular_momentum + world.model().bodies[i].mass * body.position.cross(body.velocity);
    }
    return sum;
  };
  const Vec3 before = total();
  double torque = 0, energy = world.kinetic_energy();
  for (int i = 0; i < 30; ++i) {
    EXPECT_TRUE(world.step().converged);
    for (const ContactState& contact : world.state().contacts) torque = std::max(torque, contact.torque.norm());
    EXPECT_LE(world.report().contact_work, 0);
    EXPECT_LE(world.kinetic_energy(), energy * (1 + 1e-12));
    energy = world.kinetic_energy();
  }
  EXPECT_GT(torque, 1e-4);
  EXPECT_LT((total() - before).norm(), 1e-13 + 1e-10 * before.norm());
}

/// Balls, cans and boxes dropped on a heap.
Scene heap(double rolling, double spin) {
  Scene scene = ball_on_floor(rolling, spin);
  scene.solver.tolerance = 1e-6;
  scene.bodies.pop_back();
  for (int i = 0; i < 27; ++i) {
    BodyDescription body;
    body.name = "body " + std::to_string(i);
    body.material = "felt";
    body.shape = SphereDescription{kRadius};
    if (i % 3 == 1) body.shape = CylinderDescription{0.8 * kRadius, 2 * kRadius};
    if (i % 3 == 2) body.shape = BoxDescription{Vec3(1.5, 1.7, 1.3) * kRadius};
    const int layer = i / 9, place = (i + layer) % 9;
    body.position = Vec3(2.1 * kRadius * (place % 3), 2.1 * kRadius * (place / 3), (1.5 + 2.6 * layer) * kRadius);
    body.position += 0.2 * kRadius * Vec3(std::sin(7.0 * i), std::cos(5.0 * i), 0);
    body.rotation = Quat(Eigen::AngleAxisd(i, Vec3(1, 0.3 * i, 2).normalized()));
    scene.bodies.push_back(body);
  }
  return scene;
}

// A pile with rolling friction converges at every step and comes to rest, which balls without it do not.
TEST(RollingFriction, HeapComesToRest) {
  World world = build_world(heap(2e-3, 1e-3));
  const int steps = testing::step_count(4, world.model().step);
  double cpu = 0;
  int factorizations = 0;
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = world.step();
    EXPECT_TRUE(report.converged) << "step " << i << ": " << report.certificate.error;
    cpu += report.cpu_s;
    factorizations += report.factorizations;
  }
  std::printf("heap: %.2f ms and %.1f factorizations a step, ends with %.1e J\n", 1e3 * cpu / steps,
              double(factorizations) / steps, world.kinetic_energy());
  if (testing::kFullLength) {
    EXPECT_LT(world.kinetic_energy(), 1e-9);
  }
}

TEST(RollingFriction, ResumesBitForBit) {
  World whole = build_world(heap(2e-3, 1e-3));
  for (int i = 0; i < 60; ++i) whole.step();
  World resumed(whole.model(), whole.state());
  for (int i = 0; i < 40; ++i) {
    whole.step();
    resumed.step();
  }
  EXPECT_EQ(hash(whole.state()), hash(resumed.state()));
}

TEST(RollingFriction, ZeroAddsNoRows) {
  World world = build_world(ball_on_floor(0, 0));
  world.step();
  EXPECT_EQ(world.last_problem().size(), 1);
  World with = build_world(ball_on_floor(0, 1e-3));
  EXPECT_EQ(with.step().contacts, 1);
  EXPECT_EQ(with.last_problem().size(), 2);
}

}  // namespace
}  // namespace stiction
