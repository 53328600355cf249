// Smooth bodies inside the step of a world: contact evolution and its way in and out.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <Eigen/LU>
#include <numbers>

#include "stepping/smooth_world.h"
#include "stiction/bodies/rigid/prescribed_motion.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/common/error.h"
#include "stiction/stepping/measures.h"
#include "stiction/stepping/motion.h"
#include "stiction/stepping/smooth_bodies.h"

namespace stiction {
namespace {

constexpr double kG = 9.81;

TEST(SmoothPairs, SlidingBallBeginsToRollWhenItShould) {
  const double mu = 0.2, speed = 1;
  World world = test::sliding_ball(mu, speed, 0.01);
  double rolls = -1;
  for (int i = 0; i < 100; ++i) {
    const StepReport& report = world.step();
    EXPECT_TRUE(report.converged);
    EXPECT_EQ(report.smooth.evolving, 1);
    for (const SmoothEvent& event : report.smooth.events)
      if (event.kind == SmoothEventKind::rolls) rolls = event.time;
  }
  // The ball was put to the plane to rounding only, so contact began a moment late.
  EXPECT_NEAR(rolls, 2 * speed / (7 * mu * kG), 1e-6);
  EXPECT_NEAR(world.state().bodies[1].velocity.x(), 5. / 7 * speed, 1e-6);
  EXPECT_NEAR(world.state().bodies[1].position.z(), 0.1, 1e-12);
  EXPECT_TRUE(world.state().smooth[0].touching);
  EXPECT_TRUE(world.state().smooth[0].rolling);
}

// Once in contact, the world moves as evolve() does when called with the same steps, bit by bit.
TEST(SmoothPairs, WorldMovesAsEvolveDoes) {
  World world = test::sliding_ball(0.2, 1, 0.01);
  for (int i = 0; i < 5; ++i) world.step();
  const WorldModel& model = world.model();
  ASSERT_TRUE(world.state().smooth[0].touching);
  const ContactLaw law = model.materials.law(0, 0);
  const SmoothContact contact(smooth_body(model.bodies[1], model.smooth), smooth_body(model.bodies[0], model.smooth),
                              smooth_law(law, model.smooth));
  SmoothContactState state = contact_of(world.state().smooth[0], motion_of(model.bodies[0], world.state().bodies[0]));
  for (int i = 0; i < 40; ++i) {
    world.step();
    const EvolutionOutcome outcome =
        evolve(contact, state, model.step, model.gravity, pair_options(law, model.smooth).evolution);
    ASSERT_TRUE(outcome.in_contact());
    EXPECT_TRUE(same(state_of(model.bodies[1], outcome.bodies.first), world.state().bodies[1])) << i;
  }
}

TEST(SmoothPairs, ContactIsSeenFromOutside) {
  World world = test::sliding_ball(0.2, 0, 0.01);
  for (int i = 0; i < 10; ++i) world.step();
  ASSERT_EQ(world.state().contacts.size(), 1u);
  const ContactState& contact = world.state().contacts[0];
  EXPECT_EQ(contact.body_a, 0);
  EXPECT_EQ(contact.body_b, 1);
  EXPECT_LT((contact.normal - Vec3(0, 0, -1)).norm(), 1e-12);  // from the ball to the plane
  EXPECT_NEAR(contact.impulse_normal, kG * 0.01, 1e-12);
  EXPECT_LT(contact.position.norm(), 1e-9);
  EXPECT_LT((contact_force(world, 1) - Vec3(0, 0, kG)).norm(), 1e-9);
  EXPECT_EQ(world.report().contacts, 1);
  EXPECT_EQ(world.report().smooth.touching, 1);
  EXPECT_NEAR(world.report().smooth.least_normal, kG, 1e-9);
  EXPECT_EQ(deepest_overlap(world.model(), world.state()), 0);
}

TEST(SmoothPairs, SlidingFrictionKeepsItsLaw) {
  World world = test::sliding_ball(0.2, 3, 0.01);
  for (int i = 0; i < 20; ++i) world.step();
  const ContactState& contact = world.state().contacts.at(0);
  EXPECT_NEAR(contact.impulse_tangent.norm(), 0.2 * contact.impulse_normal, 1e-12);
  EXPECT_LT(world.report().smooth.cone, 1e-9);
  EXPECT_LT(world.report().smooth.alignment, 1e-9);
  EXPECT_GT(contact.impulse_tangent.x(), 0);  // on the plane, which the ball drags along
}

TEST(SmoothPairs, ResumesToTheLastBit) {
  WorldModel model = test::smooth_model(0.3, 0.01, 0.5);
  model.bodies = {test::smooth_plane(), test::smooth_ball("ball", 0.1)};
  WorldState start;
  start.bodies.resize(2);
  start.bodies[1].position = Vec3(0, 0, 0.25);
  start.bodies[1].velocity = Vec3(0.4, 0.2, 0);
  start.bodies[1].angular_momentum = Vec3(0.01, 0, 0.02);
  World world(model, start);
  std::vector<WorldState> states;
  for (int i = 0; i < 120; ++i) {
    states.push_back(world.state());
    world.step();
  }
  EXPECT_TRUE(world.state().smooth[0].touching);
  for (const int from : {3, 30, 70, 110}) {
    World resumed(model, states[static_cast<std::size_t>(from)]);
    while (resumed.state().step < world.state().step) resumed.step();
    EXPECT_EQ(hash(resumed.state()), hash(world.state())) << from;
  }
}

TEST(SmoothPairs, ThreadsDoNotMatter) {
  const auto run = [](int threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    WorldModel model = test::smooth_model(0.3, 0.01, 0.3);
    model.bodies = {test::smooth_plane()};
    WorldState state;
    state.bodies.resize(9);
    for (int i = 0; i < 8; ++i) {
      model.bodies.push_back(test::smooth_ball("ball" + std::to_string(i), 0.1));
      state.bodies[static_cast<std::size_t>(i) + 1].position = Vec3(0.5 * i - 2, 0.02 * i, 0.12);
      state.bodies[static_cast<std::size_t>(i) + 1].velocity = Vec3(0.3 * (i % 3), 0.1, 0);
    }
    World world(std::move(model), std::move(state));
    for (int i = 0; i < 100; ++i) world.step();
    return hash(world.state());
  };
  EXPECT_EQ(run(1), run(4));
}

// A ball rolls against a box: near the box the general path moves it, afterwards it rolls as before.
TEST(SmoothPairs, FallsBackNearOthersAndReturns) {
  WorldModel model = test::smooth_model(0.3, 0.005, 0.9);
  model.bodies = {test::smooth_plane(), test::smooth_ball("ball", 0.1)};
  RigidBody block;
  block.name = "block";
  block.shape = Polyhedron{ConvexPolyhedron::box(Vec3(0.1, 0.5, 0.5))};
  block.fixed = true;
  model.bodies.push_back(block);
  WorldState state;
  state.bodies.resize(3);
  state.bodies[1].position = Vec3(0, 0, 0.1);
  state.bodies[1].velocity = Vec3(1, 0, 0);
  state.bodies[2].position = Vec3(0.5, 0, 0.3);
  World world(std::move(model), std::move(state));
  std::vector<SmoothEvent> events;
  double energy = world.kinetic_energy() + world.potential_energy();
  for (int i = 0; i < 300; ++i) {
    const StepReport& report = world.step();
    for (const SmoothEvent& event : report.smooth.events)
      if (event.kind == SmoothEventKind::general || event.kind == SmoothEventKind::returns) events.push_back(event);
    const double now = report.kinetic_energy + report.potential_energy;
    EXPECT_LT(now, energy + 1e-3) << i;  // closing the gap that facets leave may lift the ball a little
    energy = now;
  }
  ASSERT_GE(events.size(), 2u);
  EXPECT_EQ(events.front().kind, SmoothEventKind::general);
  EXPECT_EQ(static_cast<SmoothLeave>(static_cast<int>(events.front().value)), SmoothLeave::neighbours);
  EXPECT_EQ(events.back().kind, SmoothEventKind::returns);
  EXPECT_NEAR(events.front().time, 0.3, 0.1);
  EXPECT_LT(world.state().bodies[1].velocity.x(), -0.1);
  EXPECT_TRUE(world.state().smooth[0].touching);
  EXPECT_FALSE(world.state().smooth[0].general);
}

TEST(SmoothPairs, TwoFreeBodiesKeepTheirMomenta) {
  WorldModel model = test::smooth_model(0.4, 0.01);
  model.gravity.setZero();
  model.bodies = {test::smooth_ball("one", 0.1, 1), test::smooth_ball("two", 0.15, 2)};
  WorldState state;
  state.bodies.resize(2);
  state.bodies[0].position = Vec3(-0.3, 0.05, 0);
  state.bodies[0].velocity = Vec3(1, 0, 0);
  state.bodies[1].angular_momentum = Vec3(0, 0.03, 0.05);
  World world(std::move(model), std::move(state));
  const Vec3 linear = linear_momentum(world), angular = angular_momentum(world);
  int impacts = 0;
  for (int i = 0; i < 100; ++i) {
    const StepReport& report = world.step();
    EXPECT_EQ(report.smooth.evolving, 2);
    impacts += test::count_events(report, SmoothEventKind::impact);
  }
  EXPECT_GE(impacts, 1);
  EXPECT_LT((linear_momentum(world) - linear).norm(), 1e-12);
  EXPECT_LT((angular_momentum(world) - angular).norm(), 1e-9);
}

TEST(SmoothPairs, FlightIsExact) {
  WorldModel model = test::smooth_model(0.4, 0.02);
  model.bodies = {test::smooth_plane(), test::smooth_ball("ball", 0.1)};
  WorldState state;
  state.bodies.resize(2);
  state.bodies[1].position = Vec3(0, 0, 3);
  state.bodies[1].velocity = Vec3(1, 0, 2);
  World world(std::move(model), std::move(state));
  for (int i = 0; i < 25; ++i) world.step();
  EXPECT_NEAR(world.state().bodies[1].position.z(), 3 + 2 * 0.5 - 0.5 * kG * 0.25, 1e-12);
  EXPECT_TRUE(world.state().contacts.empty());
}

// Whoever changes a body's state between steps is obeyed.
TEST(SmoothPairs, ThrownBallLeavesTheContact) {
  World world = test::sliding_ball(0.2, 0, 0.01);
  for (int i = 0; i < 10; ++i) world.step();
  ASSERT_TRUE(world.state().smooth[0].touching);
  world.body_states()[1].velocity = Vec3(0, 0, 1);
  world.step();
  EXPECT_FALSE(world.state().smooth[0].touching);
  EXPECT_NEAR(world.state().bodies[1].position.z(), 0.1 + 0.01 - 0.5 * kG * 1e-4, 1e-9);
}

TEST(SmoothPairs, PushedBallIsLeftToTheGeneralPath) {
  World world = test::sliding_ball(0.2, 0, 0.01);
  for (int i = 0; i < 10; ++i) world.step();
  world.apply_force(1, Vec3(0.5, 0, 0));
  EXPECT_EQ(world.step().smooth.general, 1);
  EXPECT_GT(world.state().bodies[1].velocity.x(), 1e-3);
  for (int i = 0; i < 20; ++i) world.step();
  EXPECT_EQ(world.report().smooth.general, 0);
  EXPECT_TRUE(world.state().smooth[0].touching);
}

// A support that moves evenly by prescription is as good as a fixed one, seen from it.
TEST(SmoothPairs, MovingSupportIsAsAFixedOne) {
  const double speed = 0.7;
  const auto run = [&](bool moves) {
    WorldModel model = test::smooth_model(0.3, 0.01);
    RigidBody dome = test::smooth_ball("dome", 1);
    dome.fixed = true;
    dome.inertia = dome.inverse_inertia = Mat3::Identity();
    if (moves)
      dome.motion = std::make_shared<KeyframeMotion>(
          std::vector<KeyframeMotion::Key>{{0, {Vec3(0, 0, -1), Quat::Identity()}},
                                           {10, {Vec3(10 * speed, 0, -1), Quat::Identity()}}},
          false, false);
    WorldState state;
    state.bodies.resize(2);
    state.bodies[0] = moves ? prescribed_state(dome, 0, 0.01) : state.bodies[0];
    state.bodies[0].position = Vec3(0, 0, -1);
    state.bodies[1].position = Vec3(0, 0, 0.1);
    state.bodies[1].velocity = Vec3(moves ? 0 : -speed, 0, 0);
    model.bodies = {dome, test::smooth_ball("ball", 0.1)};
    World world(std::move(model), std::move(state));
    for (int i = 0; i < 25; ++i) EXPECT_EQ(world.step().smooth.evolving, 1) << i;
    EXPECT_TRUE(world.state().smooth[0].touching);
    EXPECT_TRUE(world.state().smooth[0].rolling);
    return Vec3(world.state().bodies[1].position - world.state().bodies[0].position);
  };
  const Vec3 still = run(false), moving = run(true);
  EXPECT_NEAR(moving.norm(), 1.1, 1e-12);
  EXPECT_LT((still - moving).norm(), 1e-8);
}

TEST(SmoothPairs, RattlebackTurnsRound) {
  WorldModel model = test::smooth_model(1000, 0.01);
  RigidBody body;
  const auto surface = std::make_shared<BezierSurface>(
      std::vector<BezierNet>{paraboloid_net(0.135, 0.06, 0.12, 0.05, BodySide::kAbove)});
  body.smooth = surface;
  body.shape = test::smooth_ball("stand-in", 0.03).shape;  // not needed while it rolls alone
  const Mat3 turn = Eigen::AngleAxisd(std::numbers::pi / 18, Vec3::UnitZ()).toRotationMatrix();
  body.inertia = turn * Vec3(0.00125, 0.0055, 0.0062).asDiagonal() * turn.transpose();
  body.inverse_inertia = body.inertia.inverse();
  body.frame_origin = Vec3(0, 0, -0.03);
  model.bodies = {test::smooth_plane(), body};
  WorldState state;
  state.bodies.resize(2);
  BodyState& start = state.bodies[1];
  start.rotation = Quat(1, 0.001, 0.011, 0).normalized();
  const Vec3 down = start.rotation.conjugate() * Vec3(0, 0, -1);
  const double x = -0.135 * down.x() / down.z(), y = -0.06 * down.y() / down.z();
  const Vec3 arm = start.rotation * (Vec3(x, y, x * x / 0.27 + y * y / 0.12) + body.frame_origin);
  const Vec3 spin(0, 0, -2.3);
  start.position = Vec3(0, 0, -arm.z());
  start.velocity = -spin.cross(arm);
  const Mat3 R = start.rotation.toRotationMatrix();
  start.angular_momentum = R * (body.inertia * (R.transpose() * spin));
  World world(std::move(model), std::move(state));
  std::vector<double> spins = {-2.3};
  double drift = 0;
  const double energy = world.kinetic_energy() + world.potential_energy();
  for (int i = 0; i < 1200; ++i) {
    drift = std::max(drift, world.step().smooth.energy_drift);
    ASSERT_EQ(world.report().smooth.evolving, 1) << i;
    spins.push_back(world.angular_velocity(1).z());
  }
  EXPECT_NEAR(world.kinetic_energy() + world.potential_energy(), energy, 1e-7);
  EXPECT_LT(drift, 1e-9);
  double last = -1, reversal = 0;
  for (std::size_t i = 25; i + 25 < spins.size(); ++i) {
    double mean = 0;
    for (std::size_t j = i - 25; j <= i + 25; ++j) mean += (j == i - 25 || j == i + 25 ? 0.5 : 1) * spins[j] / 50;
    if (mean > 0 && last < 0) reversal = static_cast<double>(i) * 0.01;
    last = mean;
  }
  EXPECT_NEAR(reversal, 7.78, 0.05);
}

TEST(SmoothPairs, BadStatesAreRefused) {
  WorldModel model = test::smooth_model(0.3, 0.01);
  model.bodies = {test::smooth_plane(), test::smooth_ball("ball", 0.1)};
  WorldState state;
  state.bodies.resize(2);
  state.smooth.resize(3);
  EXPECT_THROW(World(model, state), InputError);
}

}  // namespace
}  // namespace stiction
