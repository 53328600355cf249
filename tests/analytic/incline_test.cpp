// One body on a slope or a floor, against textbook answers.
#include <cmath>
#include <numbers>

#include "support/expect_holds.h"

namespace stiction {
namespace {

constexpr double kGravity = 9.81;

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

struct Block {
  std::string name;
  std::map<std::string, GalleryValue> parameters;
};

/// A cube and two prisms that stand on end, as wide as they are high.
std::vector<Block> blocks() {
  return {{"cube", {}},
          {"32-gon prism", {{"shape", "prism"}, {"sides", 32}}},
          {"12-gon prism", {{"shape", "prism"}, {"sides", 12}}}};
}

Scene incline(const Block& block, double angle, double mu) {
  auto parameters = block.parameters;
  parameters.insert({{"angle", angle}, {"mu", mu}});
  return build_gallery_scene("incline", parameters);
}

TEST(Incline, NothingCreepsBelowTheFrictionAngle) {
  for (const Block& block : blocks()) {
    World world = build_world(incline(block, 25, 0.5));
    const Vec3 start = world.state().bodies[1].position;
    const int steps = testing::step_count(60, world.model().step);
    double fastest = 0;
    for (int i = 0; i < steps; ++i) {
      EXPECT_TRUE(world.step().converged);
      fastest = testing::worst_of(fastest, world.state().bodies[1].velocity.norm());
    }
    const double creep = (world.state().bodies[1].position - start).norm() / world.state().time;
    std::printf("%s at 25 degrees: creep %.1e m/s, fastest %.1e m/s\n", block.name.c_str(), creep, fastest);
    EXPECT_LT(creep, 1e-6) << block.name;
    EXPECT_LT(fastest, 1e-6) << block.name;
  }
}

TEST(Incline, SlidesWithTheAccelerationOfCoulombFriction) {
  const double angle = radians(28), expected = kGravity * (std::sin(angle) - 0.5 * std::cos(angle));
  const Vec3 downhill(std::cos(angle), 0, -std::sin(angle));
  for (const Block& block : blocks()) {
    World world = build_world(incline(block, 28, 0.5));
    const int steps = testing::step_count(3, world.model().step);
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(world.step().converged);
    const Vec3 v = world.state().bodies[1].velocity;
    const double acceleration = v.dot(downhill) / world.state().time;
    std::printf("%s at 28 degrees: acceleration off by %.1e\n", block.name.c_str(), acceleration / expected - 1);
    EXPECT_NEAR(acceleration, expected, 1e-3 * expected) << block.name;
    EXPECT_LT((v - v.dot(downhill) * downhill).norm(), 1e-3 * v.norm()) << block.name;
  }
}

// tan(angle) = w/h at 26.565°.
TEST(Incline, TopplesWhereItsWeightLeavesTheBase) {
  const Block slender{"slender", {{"width", 0.1}, {"height", 0.2}}};
  testing::expect_holds("slender block at 26.46 degrees", incline(slender, 26.46, 0.7), 20);
  const auto o = testing::run_scene(incline(slender, 26.67, 0.7), {.duration = 20, .stop_when_moved = 0.15});
  testing::print("slender block at 26.67 degrees", o);
  EXPECT_EQ(o.converged, o.steps);
  EXPECT_GE(o.motion, 0.15);
}

/// Distance until a cube rests, m.
double sliding_distance(double speed, double heading, double mu) {
  World world = build_world(build_gallery_scene("slide", {{"speed", speed}, {"heading", heading}, {"mu", mu}}));
  const Vec3 start = world.state().bodies[1].position;
  const int steps = static_cast<int>(std::lround(1.2 * speed / (mu * kGravity) / world.model().step));
  for (int i = 0; i < steps; ++i) EXPECT_TRUE(world.step().converged);
  EXPECT_LT(world.state().bodies[1].velocity.norm(), 1e-6);
  return (world.state().bodies[1].position - start).norm();
}

TEST(Slide, DistanceDependsOnSpeedNotOnHeading) {
  const double speed = 2, mu = 0.3, a = mu * kGravity, h = build_gallery_scene("slide").step;
  // The velocity falls by a h a step and each step travels with the velocity at its end: half a step short.
  const double discrete = speed * speed / (2 * a) - speed * h / 2;
  const double reference = sliding_distance(speed, 0, mu);
  for (const double heading : {0.0, 10.0, 22.5, 45.0}) {
    const double distance = sliding_distance(speed, heading, mu);
    std::printf("heading %4.1f: %.9f m, exact %.9f m, integrator %.9f m\n", heading, distance, speed * speed / (2 * a),
                discrete);
    EXPECT_NEAR(distance, reference, 1e-3 * reference) << heading;
    EXPECT_NEAR(distance, discrete, a * h * h) << heading;
  }
}

TEST(Incline, StaticFrictionHoldsUntilItSlips) {
  // 28 degrees is between the angles of mu 0.45 and mu_static 0.6.
  Scene scene = build_gallery_scene("incline", {{"angle", 28}});
  for (auto& [name, material] : scene.materials) {
    material.mu = 0.45;
    material.mu_static = 0.6;
  }
  scene.contact_pairs.clear();
  World stays = build_world(scene);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(stays.step().converged);
  double fastest = 0;
  for (const BodyState& body : stays.state().bodies) fastest = std::max(fastest, body.velocity.norm());
  EXPECT_LT(fastest, 1e-8);
  // The same box, pushed downhill, goes on as mu 0.45 says.
  const double a = 28 * std::numbers::pi / 180;
  for (BodyDescription& body : scene.bodies)
    if (!body.fixed) body.velocity = 0.1 * Vec3(std::cos(a), 0, -std::sin(a));
  World slides = build_world(scene);
  slides.step();
  double v0 = 0, v1 = 0;
  for (const BodyState& body : slides.state().bodies) v0 = std::max(v0, body.velocity.norm());
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(slides.step().converged);
  for (const BodyState& body : slides.state().bodies) v1 = std::max(v1, body.velocity.norm());
  EXPECT_NEAR(v1 - v0, 9.81 * (std::sin(a) - 0.45 * std::cos(a)), 1e-4);
}

}  // namespace
}  // namespace stiction
