// Mechanisms against their analytic motion.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stiction/scene/scene.h"

namespace stiction {
namespace {

constexpr double kG = 9.81;

BodyDescription box(const std::string& name, const Vec3& size, const Vec3& position) {
  BodyDescription body;
  body.name = name;
  body.shape = BoxDescription{size};
  body.position = position;
  return body;
}

JointDescription joint(JointType type, const std::string& a, const std::string& b, const Vec3& anchor,
                       const Vec3& axis = Vec3::UnitZ()) {
  JointDescription j;
  j.name = a + "-" + b;
  j.type = type;
  j.body_a = a;
  j.body_b = b;
  j.anchor = anchor;
  j.axis = axis;
  return j;
}

/// Steps until `time`, expecting every step to converge.
void run(World& world, double time) {
  while (world.state().time < time - 1e-9) {
    const StepReport& report = world.step();
    ASSERT_TRUE(report.converged) << "t = " << world.state().time << " error " << report.certificate.error;
  }
}

/// Rod of length 2 l hinged at its upper end, swung out by `amplitude`.
Scene pendulum(double amplitude, double h) {
  Scene scene;
  scene.step = h;
  const double l = 0.5;
  BodyDescription rod = box("rod", Vec3(0.02, 0.02, 2 * l), Vec3(l * std::sin(amplitude), 0, -l * std::cos(amplitude)));
  rod.rotation = Quat(Eigen::AngleAxisd(-amplitude, Vec3::UnitY()));
  scene.bodies = {rod};
  scene.joints = {joint(JointType::hinge, "rod", "", Vec3::Zero(), Vec3::UnitY())};
  return scene;
}

/// Time of a full swing, from crossings of the lowest point, linearly interpolated.
double period(World& world, int swings) {
  double first = -1, last = -1, before = world.state().bodies[0].position.x();
  int crossings = 0;
  while (crossings < 2 * swings + 1 && world.state().time < 100) {
    const double t = world.state().time;
    EXPECT_TRUE(world.step().converged);
    const double x = world.state().bodies[0].position.x();
    if ((before > 0) != (x > 0)) {
      last = t + (world.state().time - t) * before / (before - x);
      if (crossings++ == 0) first = last;
    }
    before = x;
  }
  return (last - first) / swings;
}

TEST(Pendulum, PeriodSmallAndAtRightAngle) {
  // Physical pendulum of a thin box: T0 = 2 pi sqrt(I / (m g l)), times 2 K(sin(a/2)) / pi.
  const double l = 0.5, inertia = (0.02 * 0.02 + 4 * l * l) / 12 + l * l;
  const double T0 = 2 * std::numbers::pi * std::sqrt(inertia / (kG * l));
  for (const double amplitude : {0.02, std::numbers::pi / 2}) {
    World world = build_world(pendulum(amplitude, 0.01));
    const double exact = T0 * 2 / std::numbers::pi * std::comp_ellint_1(std::sin(amplitude / 2));
    EXPECT_NEAR(period(world, 5) / exact, 1, 1e-3) << amplitude;
    EXPECT_LT(world.report().joint_gap, 1e-9);
  }
}

TEST(Pendulum, KeepsItsEnergy) {
  World world = build_world(pendulum(std::numbers::pi / 2, 0.01));
  world.step();
  // Energy of the discrete motion swings within a step's worth, and must not drift.
  double low = 1e9, high = -1e9, low_late = 1e9, high_late = -1e9;
  for (int i = 0; i < 6000; ++i) {
    world.step();
    const double energy = world.kinetic_energy() + world.potential_energy();
    (i < 1000 ? low : low_late) = std::min(i < 1000 ? low : low_late, energy);
    (i < 1000 ? high : high_late) = std::max(i < 1000 ? high : high_late, energy);
  }
  const double scale = world.model().bodies[0].mass * kG * 0.5;
  EXPECT_LT(high - low, 0.2 * scale);
  EXPECT_NEAR(low_late, low, 0.01 * scale);
  EXPECT_NEAR(high_late, high, 0.01 * scale);
}

TEST(FourBar, ClosedLoopTurnsAndStaysClosed) {
  // Parallelogram: crank, coupler, rocker; driven by a velocity motor; more joints than a plane mechanism needs.
  Scene scene;
  scene.gravity = Vec3(0, 0, -9.81);
  scene.bodies = {box("crank", Vec3(0.02, 0.02, 0.2), Vec3(0, 0, 0.1)),
                  box("coupler", Vec3(0.5, 0.02, 0.02), Vec3(0.25, 0, 0.2)),
                  box("rocker", Vec3(0.02, 0.02, 0.2), Vec3(0.5, 0, 0.1))};
  const Vec3 y = Vec3::UnitY();
  scene.joints = {joint(JointType::hinge, "crank", "", Vec3(0, 0, 0), y),
                  joint(JointType::hinge, "coupler", "crank", Vec3(0, 0, 0.2), y),
                  joint(JointType::hinge, "rocker", "coupler", Vec3(0.5, 0, 0.2), y),
                  joint(JointType::hinge, "rocker", "", Vec3(0.5, 0, 0), y)};
  scene.joints[0].motor.type = Motor::Type::velocity;
  scene.joints[0].motor.target = 0.7;
  World world = build_world(scene);
  run(world, 2);
  EXPECT_NEAR(world.state().joints[0].coordinate, 0.7 * 2, 1e-4);
  EXPECT_NEAR(world.state().joints[3].coordinate, 0.7 * 2, 1e-4);  // a parallelogram turns as one
  EXPECT_LT(world.report().joint_gap, 1e-7);
}

TEST(Door, TwoHingesOnOneAxisShareTheLoad) {
  Scene scene;
  scene.bodies = {box("door", Vec3(0.8, 0.04, 2), Vec3(0.4, 0, 1))};
  scene.joints = {joint(JointType::hinge, "door", "", Vec3(0, 0, 0.3)),
                  joint(JointType::hinge, "door", "", Vec3(0, 0, 1.7))};
  scene.joints[1].name = "upper";
  scene.bodies[0].angular_velocity = Vec3(0, 0, 0.5);
  scene.bodies[0].velocity = Vec3(0, 0.2, 0);  // about the hinges
  World world = build_world(scene);
  run(world, 10);
  const double weight = world.model().bodies[0].mass * kG;
  const Vec3 total = world.state().joints[0].force + world.state().joints[1].force;
  EXPECT_NEAR(total.z() / weight, 1, 1e-6);
  EXPECT_NEAR(world.state().joints[0].coordinate, 0.5 * 10, 0.01);  // no friction: it swings on
  EXPECT_LT(world.report().joint_gap, 1e-8);
}

TEST(Hinge, LimitHoldsTheLoadAndReportsItsTorque) {
  Scene scene;
  scene.bodies = {box("arm", Vec3(1, 0.1, 0.1), Vec3(0.5, 0, 0))};
  scene.joints = {joint(JointType::hinge, "arm", "", Vec3::Zero(), Vec3::UnitY())};
  scene.joints[0].lower = -0.3;
  scene.joints[0].upper = 0.2;  // positive turns about y lower the arm
  World world = build_world(scene);
  run(world, 5);
  EXPECT_NEAR(world.state().joints[0].coordinate, 0.2, 1e-9);
  const double torque = world.model().bodies[0].mass * kG * 0.5 * std::cos(0.2);
  EXPECT_NEAR(world.state().joints[0].torque.y(), -torque, 1e-6 * torque);
}

TEST(Hinge, MotorsHoldUpToTheirLimit) {
  Scene scene;
  scene.bodies = {box("arm", Vec3(1, 0.1, 0.1), Vec3(0.5, 0, 0))};
  scene.joints = {joint(JointType::hinge, "arm", "", Vec3::Zero(), Vec3::UnitY())};
  const double load = 10 * kG * 0.5;  // mass 10 kg
  for (const auto type : {Motor::Type::velocity, Motor::Type::position}) {
    scene.joints[0].motor = {type, 0, 1.01 * load};
    World strong = build_world(scene);
    run(strong, 5);
    EXPECT_NEAR(strong.state().joints[0].coordinate, 0, 1e-9);
    scene.joints[0].motor.max_force = 0.99 * load;
    World weak = build_world(scene);
    run(weak, 2);
    EXPECT_GT(weak.state().joints[0].coordinate, 0.01);
  }
}

TEST(Hinge, PositionMotorArrives) {
  Scene scene;
  scene.bodies = {box("arm", Vec3(1, 0.1, 0.1), Vec3(0.5, 0, 0))};
  scene.joints = {joint(JointType::hinge, "arm", "", Vec3::Zero(), Vec3::UnitY())};
  scene.joints[0].motor = {Motor::Type::position, -0.8, 1000};
  World world = build_world(scene);
  run(world, 2);
  EXPECT_NEAR(world.state().joints[0].coordinate, -0.8, 1e-6);
}

TEST(Hinge, DryFrictionHoldsAndBrakes) {
  Scene scene;
  scene.gravity = Vec3::Zero();
  scene.bodies = {box("wheel", Vec3(0.2, 0.2, 0.2), Vec3::Zero())};
  scene.bodies[0].angular_velocity = Vec3(0, 0, 10);
  scene.joints = {joint(JointType::hinge, "wheel", "", Vec3::Zero())};
  const double inertia = 8 * 0.04 / 6;
  scene.joints[0].friction = 10 * inertia;  // 1 s to stop
  World world = build_world(scene);
  run(world, 0.5);
  EXPECT_NEAR(world.angular_velocity(0).z(), 5, 1e-6);
  run(world, 2);
  EXPECT_NEAR(world.angular_velocity(0).z(), 0, 1e-12);
}

TEST(Slider, ForceMotorAccelerates) {
  Scene scene;
  scene.bodies = {box("carriage", Vec3(0.1, 0.1, 0.1), Vec3::Zero())};
  scene.joints = {joint(JointType::slider, "carriage", "", Vec3::Zero(), Vec3::UnitX())};
  scene.joints[0].motor = {Motor::Type::force, 3};
  World world = build_world(scene);
  run(world, 1);
  EXPECT_NEAR(world.state().bodies[0].velocity.x(), 3, 1e-9);  // 1 kg
  EXPECT_NEAR(world.state().joints[0].force.z(), kG, 1e-8);
  EXPECT_NEAR(world.state().bodies[0].position.z(), 0, 1e-10);
}

TEST(Distance, RodAndRope) {
  Scene scene;
  scene.bodies = {box("ball", Vec3(0.1, 0.1, 0.1), Vec3(0, 0, -1))};
  scene.joints = {joint(JointType::distance, "ball", "", Vec3(0, 0, -1))};
  scene.joints[0].anchor_b = Vec3::Zero();
  World rod = build_world(scene);
  run(rod, 2);
  EXPECT_NEAR(rod.state().bodies[0].position.z(), -1, 1e-9);
  scene.joints[0].upper = 1.5;  // a rope: falls half a metre, then hangs
  World rope = build_world(scene);
  run(rope, 3);
  EXPECT_NEAR(rope.state().joints[0].coordinate, 1.5, 1e-8);
}

TEST(Weld, KeepsTwoBodiesOne) {
  Scene scene;
  scene.gravity = Vec3::Zero();
  scene.bodies = {box("a", Vec3(0.2, 0.1, 0.1), Vec3(0, 0, 0)), box("b", Vec3(0.1, 0.3, 0.1), Vec3(0.15, 0, 0))};
  scene.bodies[0].angular_velocity = Vec3(1, 2, 3);
  scene.joints = {joint(JointType::weld, "a", "b", Vec3(0.1, 0, 0))};
  World world = build_world(scene);
  world.step();
  const Vec3 w0 = world.angular_velocity(0);
  EXPECT_LT((w0 - world.angular_velocity(1)).norm(), 0.05 * w0.norm());
  run(world, 10);
  EXPECT_LT(world.report().joint_gap, 1e-8);
  const Quat relative = world.state().bodies[0].rotation.conjugate() * world.state().bodies[1].rotation;
  EXPECT_LT(relative.vec().norm(), 1e-8);
}

TEST(Chain, FiftyLinksCarryAThousandTimesTheirMass) {
  Scene scene;
  const double length = 0.1;
  for (int i = 0; i < 50; ++i) {
    const std::string name = "link" + std::to_string(i);
    scene.bodies.push_back(box(name, Vec3(0.02, 0.02, length), Vec3(0, 0, -(i + 0.5) * length)));
    scene.joints.push_back(
        joint(JointType::ball, name, i == 0 ? "" : "link" + std::to_string(i - 1), Vec3(0, 0, -i * length)));
  }
  BodyDescription load = box("load", Vec3(0.3, 0.3, 0.3), Vec3(0, 0, -50 * length - 0.15));
  load.mass = 1000 * 0.02 * 0.02 * length * 1000;
  load.velocity = Vec3(0.5, 0, 0);
  scene.bodies.push_back(load);
  scene.joints.push_back(joint(JointType::ball, "load", "link49", Vec3(0, 0, -50 * length)));
  World world = build_world(scene);
  double worst = 0;
  while (world.state().time < 5) {
    ASSERT_TRUE(world.step().converged) << world.report().certificate.error;
    worst = std::max(worst, world.report().joint_gap);
  }
  EXPECT_LT(worst * 51, 1e-4);
}

}  // namespace
}  // namespace stiction
