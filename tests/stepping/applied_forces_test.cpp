// Forces that a user applies, states that he writes, and bodies that join a running world.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "stiction/common/error.h"
#include "stiction/scene/gallery.h"
#include "stiction/stepping/world.h"

namespace stiction {
namespace {

constexpr double kStep = 0.01;

/// A ball of 2 kg and radius 0.1 m in free space, without gravity.
World floating_ball() {
  WorldModel model;
  model.materials.materials.push_back({});
  model.gravity = Vec3::Zero();
  model.step = kStep;
  RigidBody ball;
  ball.name = "ball";
  ball.shape = Sphere{0.1};
  ball.mass = 2;
  ball.inertia = 0.008 * Mat3::Identity();
  ball.inverse_inertia = 125 * Mat3::Identity();
  model.bodies.push_back(ball);
  WorldState state;
  state.bodies.emplace_back();
  return World(model, state);
}

TEST(AppliedForce, AcceleratesForOneStepOnly) {
  World world = floating_ball();
  world.apply_force(0, Vec3(3, 0, 0), Vec3(0, 0, 0.4));
  world.apply_force(0, Vec3(1, 0, -2));
  world.step();
  // v = h F/m, omega = h T/I.
  EXPECT_LT((world.state().bodies[0].velocity - Vec3(0.02, 0, -0.01)).norm(), 1e-15);
  EXPECT_LT((world.angular_velocity(0) - Vec3(0, 0, 0.5)).norm(), 1e-14);
  EXPECT_LT((world.state().bodies[0].position - Vec3(2e-4, 0, -1e-4)).norm(), 1e-17);
  const BodyState before = world.state().bodies[0];
  world.step();
  EXPECT_EQ(world.state().bodies[0].velocity, before.velocity);
  EXPECT_EQ(world.state().bodies[0].angular_momentum, before.angular_momentum);
}

TEST(AppliedForce, TorqueChangesTheMomentumOfATumblingBodyByExactlyItself) {
  const World ball = floating_ball();
  WorldModel model = ball.model();
  model.bodies[0].inertia = Vec3(0.01, 0.02, 0.025).asDiagonal();
  model.bodies[0].inverse_inertia = Vec3(100, 50, 40).asDiagonal();
  WorldState state = ball.state();
  state.bodies[0].angular_momentum = Vec3(0.1, 0.02, -0.05);
  World world(model, state);
  const Vec3 torque(0.03, -0.02, 0.05);
  const Vec3 before = world.state().bodies[0].angular_momentum;
  for (int i = 0; i < 50; ++i) {
    world.apply_force(0, Vec3::Zero(), torque);
    world.step();
  }
  const Vec3 gained = world.state().bodies[0].angular_momentum - before;
  EXPECT_LT((gained - 50 * kStep * torque).norm(), 1e-15);
}

TEST(AppliedForce, SlidesABlockOnceItExceedsFriction) {
  // A cube of 8 kg on a floor with mu = 0.5: 39.24 N hold, more slides.
  for (const double share : {0.99, 1.01}) {
    World world = build_world(build_gallery_scene("stack", {{"count", 1}}));
    const double limit = 0.5 * world.model().bodies[1].mass * 9.81;
    for (int i = 0; i < 20; ++i) {
      world.apply_force(1, Vec3(share * limit, 0, 0));
      EXPECT_TRUE(world.step().converged);
    }
    const double speed = world.state().bodies[1].velocity.x();
    const double expected = share > 1 ? (share - 1) * 0.5 * 9.81 * 20 * world.model().step : 0;
    EXPECT_NEAR(speed, expected, 1e-6) << share;
  }
}

TEST(AppliedForce, DoesNotMoveFixedBodies) {
  World world = build_world(build_gallery_scene("stack", {{"count", 1}}));
  World untouched = build_world(build_gallery_scene("stack", {{"count", 1}}));
  for (int i = 0; i < 5; ++i) {
    world.apply_force(0, Vec3(1e6, 0, 0), Vec3(1e6, 0, 0));
    world.step();
    untouched.step();
  }
  EXPECT_EQ(hash(world.state()), hash(untouched.state()));
}

TEST(AppliedForce, IsTheSameWrittenIntoTheArray) {
  World one = floating_ball(), other = floating_ball();
  one.apply_force(0, Vec3(1, 2, 3), Vec3(4, 5, 6));
  other.applied_forces()[0] << 1, 2, 3, 4, 5, 6;
  one.step();
  other.step();
  EXPECT_EQ(hash(one.state()), hash(other.state()));
  EXPECT_TRUE(one.applied_forces()[0].isZero(0));
}

TEST(AppliedForce, RefusesWhatIsNoNumber) {
  World world = floating_ball();
  EXPECT_THROW(world.apply_force(0, Vec3(std::nan(""), 0, 0)), InputError);
  EXPECT_THROW(world.apply_force(0, Vec3::Zero(), Vec3(0, std::numeric_limits<double>::infinity(), 0)), InputError);
  EXPECT_THROW(world.apply_force(1, Vec3::Zero()), std::out_of_range);
}

TEST(BodyStates, WrittenStatesAreWhereTheNextStepBegins) {
  World world = floating_ball();
  world.body_states()[0].position = Vec3(1, 2, 3);
  world.body_states()[0].velocity = Vec3(1, 0, 0);
  world.step();
  EXPECT_LT((world.state().bodies[0].position - Vec3(1.01, 2, 3)).norm(), 1e-15);
}

TEST(AddBody, JoinsAsIfItHadBeenThere) {
  // A ball falls on the floor: as a part of the world from the start, and added before the first step.
  const World whole = build_world(build_gallery_scene("stack", {{"count", 3}}));
  WorldModel model = whole.model();
  WorldState state = whole.state();
  const RigidBody last = model.bodies.back();
  const BodyState last_state = state.bodies.back();
  model.bodies.pop_back();
  state.bodies.pop_back();
  World grown(model, state), reference(whole.model(), whole.state());
  EXPECT_EQ(grown.add_body(last, last_state), 3);
  for (int i = 0; i < 30; ++i) {
    EXPECT_TRUE(grown.step().converged);
    reference.step();
  }
  EXPECT_EQ(hash(grown.state()), hash(reference.state()));
}

TEST(AddBody, StatesStayWhereTheyAreWithinTheCapacity) {
  World world = floating_ball();
  world.reserve_bodies(100);
  ASSERT_GE(world.body_capacity(), 100u);
  const BodyState* states = world.body_states().data();
  const Vec6* forces = world.applied_forces().data();
  while (world.body_states().size() < 100) {
    BodyState state;
    state.position.x() = static_cast<double>(world.body_states().size());
    world.add_body(world.model().bodies[0], state);
  }
  world.step();
  EXPECT_EQ(world.body_states().data(), states);
  EXPECT_EQ(world.applied_forces().data(), forces);
  EXPECT_EQ(world.applied_forces().size(), 100u);
}

TEST(AddBody, RefusesAMaterialThatIsNotThere) {
  World world = floating_ball();
  RigidBody ball = world.model().bodies[0];
  ball.material = 1;
  EXPECT_THROW(world.add_body(ball, {}), InputError);
  EXPECT_EQ(world.model().bodies.size(), 1u);
}

}  // namespace
}  // namespace stiction
