// Round bodies against textbook motion: rolling keeps its speed, rolls down a slope as it must, and rests still.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/run_scene.h"

namespace stiction {
namespace {

constexpr double kGravity = 9.81;

Quat about(const Vec3& axis, double degrees) { return Quat(Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axis)); }

/// Body 0 is the ground: a half-space, or the top of a wide box. Body 1 has the shape.
Scene on_ground(const ShapeDescription& shape, double height, const Quat& rotation, bool box_ground = false) {
  Scene scene;
  scene.materials["stuff"] = {0.5, 0, 1000};
  scene.solver.tolerance = 1e-12;
  scene.bodies.resize(2);
  scene.bodies[0].name = "ground";
  scene.bodies[0].fixed = true;
  scene.bodies[0].shape = HalfSpaceDescription{};
  if (box_ground) {
    scene.bodies[0].shape = BoxDescription{Vec3(40, 40, 1)};
    scene.bodies[0].position = Vec3(0, 0, -0.5);
  }
  scene.bodies[1].name = "body";
  scene.bodies[1].shape = shape;
  scene.bodies[1].position = Vec3(0, 0, height);
  scene.bodies[1].rotation = rotation;
  for (BodyDescription& body : scene.bodies) body.material = "stuff";
  return scene;
}

const Quat kLying = about(Vec3::UnitX(), 90);  // axis along y

TEST(Rolling, KeepsItsSpeedOnALevel) {
  const double r = 0.05, speed = 1;
  for (const ShapeDescription& shape :
       {ShapeDescription(CylinderDescription{r, 0.2}), ShapeDescription(CapsuleDescription{r, 0.2}),
        ShapeDescription(SphereDescription{r})}) {
    for (const bool box_ground : {false, true}) {
      Scene scene = on_ground(shape, r, kLying, box_ground);
      scene.bodies[1].velocity = Vec3(speed, 0, 0);
      scene.bodies[1].angular_velocity = Vec3(0, speed / r, 0);
      World world = build_world(scene);
      for (int i = 0; i < testing::step_count(5, scene.step); ++i) EXPECT_TRUE(world.step().converged);
      const BodyState& body = world.state().bodies[1];
      const double time = world.state().time;
      const double v = (body.velocity - Vec3(speed, 0, 0)).norm() / time;
      const double w = r * (world.angular_velocity(1) - Vec3(0, speed / r, 0)).norm() / time;
      std::printf("rolling shape %zu, %s: v off by %.1e, r w by %.1e m/s each second\n", shape.index(),
                  box_ground ? "box" : "half-space", v, w);
      EXPECT_LT(v, 1e-9);
      EXPECT_LT(w, 1e-9);
      EXPECT_NEAR(body.position.z(), r, 1e-9);
    }
  }
}

TEST(Rolling, GoesDownASlopeAsItsInertiaSays) {
  const double r = 0.05, angle = 20;
  const double along = kGravity * std::sin(angle * std::numbers::pi / 180);
  const Quat tilt = about(Vec3::UnitY(), angle);
  struct Case {
    ShapeDescription shape;
    double share;
  };
  for (const Case& c : {Case{CylinderDescription{r, 0.2}, 2.0 / 3}, Case{SphereDescription{r}, 5.0 / 7}}) {
    Scene scene = on_ground(c.shape, 0, tilt * kLying);
    scene.bodies[0].rotation = tilt;
    scene.bodies[1].position = tilt * Vec3(0, 0, r);
    World world = build_world(scene);
    for (int i = 0; i < testing::step_count(2, scene.step); ++i) EXPECT_TRUE(world.step().converged);
    const Vec3 downhill = tilt * Vec3::UnitX();
    const double acceleration = world.state().bodies[1].velocity.dot(downhill) / world.state().time;
    std::printf("rolling down: acceleration off by %.1e\n", acceleration / (c.share * along) - 1);
    EXPECT_NEAR(acceleration, c.share * along, 1e-3 * c.share * along);
    EXPECT_NEAR(r * world.angular_velocity(1).norm(), world.state().bodies[1].velocity.norm(), 1e-6);
  }
}

/// How far anything of the body moves in 10 s, m.
double motion_at_rest(const Scene& scene) {
  World world = build_world(scene);
  const std::vector<BodyState> start = world.state().bodies;
  for (int i = 0; i < testing::step_count(10, scene.step); ++i) EXPECT_TRUE(world.step().converged);
  return testing::largest_motion(world.model(), start, world.state().bodies, false);
}

Scene table() {
  CompoundDescription parts;
  parts.parts.push_back({BoxDescription{Vec3(0.6, 0.4, 0.02)}, Vec3(0, 0, 0.41), Quat::Identity()});
  for (const double x : {-0.25, 0.25}) {
    for (const double y : {-0.15, 0.15})
      parts.parts.push_back({CylinderDescription{0.02, 0.4}, Vec3(x, y, 0.2), Quat::Identity()});
  }
  return on_ground(parts, 0, Quat::Identity());
}

TEST(RoundBodies, RestStill) {
  struct Case {
    const char* name;
    Scene scene;
  };
  const double side = 90 + std::atan2(0.1, 0.3) * 180 / std::numbers::pi;  // a cone of 0.1 by 0.3 on its side
  const double drop = 0.15 * std::sin(std::atan2(0.1, 0.3));               // its middle then lies this high
  std::vector<Case> cases;
  for (const bool box : {false, true}) {
    cases.push_back({"capsule lying", on_ground(CapsuleDescription{0.1, 0.3}, 0.1, kLying, box)});
    cases.push_back({"cylinder standing", on_ground(CylinderDescription{0.1, 0.3}, 0.15, Quat::Identity(), box)});
    cases.push_back({"cylinder lying", on_ground(CylinderDescription{0.1, 0.3}, 0.1, kLying, box)});
    cases.push_back({"cone standing", on_ground(ConeDescription{0.1, 0.3}, 0.15, Quat::Identity(), box)});
    cases.push_back({"cone lying", on_ground(ConeDescription{0.1, 0.3}, drop, about(Vec3::UnitX(), side), box)});
  }
  cases.push_back({"table", table()});
  Scene ell =
      on_ground(CompoundDescription{{{BoxDescription{Vec3(0.3, 0.1, 0.1)}, Vec3(0.1, 0, 0.05), Quat::Identity()},
                                     {BoxDescription{Vec3(0.1, 0.1, 0.3)}, Vec3(0, 0, 0.25), Quat::Identity()}}},
                0, Quat::Identity());
  cases.push_back({"ell", ell});
  for (const Case& c : cases) {
    const double moved = motion_at_rest(c.scene);
    std::printf("%s: moved %.1e m\n", c.name, moved);
    EXPECT_LT(moved, 1e-6) << c.name;
  }
}

// Cans on a table on the ground, at the ordinary tolerance.
TEST(RoundBodies, StackRests) {
  Scene scene = table();
  scene.solver.tolerance = 1e-6;
  for (int i = 0; i < 3; ++i) {
    BodyDescription can;
    can.name = "can " + std::to_string(i);
    can.material = "stuff";
    can.shape = CylinderDescription{0.05, 0.1};
    can.position = Vec3(0.01 * i, 0.005 * i, 0.47 + 0.1 * i);
    can.rotation = about(Vec3::UnitZ(), 17.0 * i);
    scene.bodies.push_back(can);
  }
  const double moved = motion_at_rest(scene);
  std::printf("cans: moved %.1e m\n", moved);
  EXPECT_LT(moved, 1e-5);
}

}  // namespace
}  // namespace stiction
