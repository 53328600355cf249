// Fast and thin: nothing gets through, and nothing that passes by is touched.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "stiction/geometry/penetration.h"
#include "stiction/scene/scene.h"

namespace stiction {
namespace {

Vec3 random_direction(std::mt19937& random) {
  std::normal_distribution<double> normal;
  const double x = normal(random), y = normal(random), z = normal(random);
  return Vec3(x, y, z).normalized();
}

Quat random_turn(std::mt19937& random) {
  std::normal_distribution<double> normal;
  const double w = normal(random);
  const Vec3 v = normal(random) * random_direction(random);
  return Quat(w, v.x(), v.y(), v.z()).normalized();
}

std::vector<ShapeDescription> projectiles() {
  return {SphereDescription{0.025},
          BoxDescription{Vec3(0.05, 0.04, 0.06)},
          CapsuleDescription{0.02, 0.05},
          CylinderDescription{0.02, 0.06},
          ConeDescription{0.03, 0.06},
          CompoundDescription{{{SphereDescription{0.02}, Vec3(0.03, 0, 0), Quat::Identity()},
                               {BoxDescription{Vec3(0.06, 0.02, 0.02)}, Vec3::Zero(), Quat::Identity()}}}};
}

/// A fixed plate of 1 mm across z, large, or a box; and one projectile.
Scene shot(const ShapeDescription& target, const ShapeDescription& projectile, double restitution = 0) {
  Scene scene;
  scene.gravity = Vec3::Zero();
  scene.step = 0.01;
  scene.materials["stuff"] = {0.3, restitution, 1000};
  scene.bodies.resize(2);
  scene.bodies[0].name = "target";
  scene.bodies[0].fixed = true;
  scene.bodies[0].shape = target;
  scene.bodies[1].name = "projectile";
  scene.bodies[1].shape = projectile;
  for (BodyDescription& body : scene.bodies) body.material = "stuff";
  return scene;
}

const BoxDescription kPlate{Vec3(4, 4, 0.001)};

double depth(const World& world) {
  const auto& bodies = world.model().bodies;
  const auto placed = [&](std::size_t i) {
    const BodyState& s = world.state().bodies[i];
    return Pose{s.position, s.rotation.toRotationMatrix()};
  };
  return -separation_by_brute_force(bodies[0].shape, placed(0), bodies[1].shape, placed(1));
}

TEST(FastBodies, PlateOfOneMillimetreStopsABallOfHundredMetresPerSecond) {
  for (const double height : {0.5, 1.0, 1.2345, 2.999}) {
    Scene scene = shot(kPlate, SphereDescription{0.05});
    scene.bodies[1].position = Vec3(0.1, 0.2, height);
    scene.bodies[1].velocity = Vec3(0, 0, -100);
    World world = build_world(scene);
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(world.step().converged);
    // It stops on the surface and not before it.
    EXPECT_NEAR(world.state().bodies[1].position.z(), 0.0505, 1e-6) << height;
    EXPECT_NEAR(world.state().bodies[1].velocity.norm(), 0, 1e-6) << height;
  }
}

TEST(FastBodies, NoneGetsThroughAThinPlate) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  int stopped = 0, deep = 0;
  for (int i = 0; i < 240; ++i) {
    Scene scene = shot(kPlate, projectiles()[std::size_t(i) % projectiles().size()], i % 2 ? 0.5 : 0.0);
    BodyDescription& body = scene.bodies[1];
    const Vec3 aim(0.5 * uniform(random) - 0.25, 0.5 * uniform(random) - 0.25, 0);
    Vec3 from = random_direction(random);
    from.z() = 0.3 + std::abs(from.z());
    from.normalize();
    body.position = aim + (0.3 + 1.2 * uniform(random)) * from;
    if (body.position.z() < 0.15) body.position.z() = 0.15;
    body.velocity = -(50 + 100 * uniform(random)) * from;
    body.angular_velocity = 60 * uniform(random) * random_direction(random);
    body.rotation = random_turn(random);
    World world = build_world(scene);
    double lowest = INFINITY, deepest = 0;
    for (int k = 0; k < 8; ++k) {
      world.step();
      const Vec3& p = world.state().bodies[1].position;
      if (std::max(std::abs(p.x()), std::abs(p.y())) > 1.9) break;  // past the edge
      lowest = std::min(lowest, p.z());
      deepest = std::max(deepest, depth(world));
    }
    EXPECT_GT(lowest, 0) << "shot " << i;
    deep += deepest > 1e-3;
    stopped += world.state().bodies[1].velocity.z() > -1;
  }
  EXPECT_GT(stopped, 230);
  // An impact at such speed may leave a spin of many radians a step, beyond what a step can describe.
  EXPECT_LE(deep, 8);
}

TEST(FastBodies, NearMissesAreNotDeflected) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int i = 0; i < 240; ++i) {
    Scene scene = shot(BoxDescription{Vec3(0.4, 0.3, 0.2)}, projectiles()[std::size_t(i) % projectiles().size()]);
    BodyDescription& body = scene.bodies[1];
    scene.bodies[0].rotation = random_turn(random);
    const Vec3 ahead = random_direction(random);
    const Vec3 beside = ahead.cross(random_direction(random)).normalized();
    // How far the target reaches to that side, then the projectile's own radius and a little air.
    const Mat3 R = scene.bodies[0].rotation.toRotationMatrix();
    const double reach = (R.transpose() * beside).cwiseAbs().dot(Vec3(0.2, 0.15, 0.1));
    const double air = i % 2 ? 0.05 : 0.001;
    body.velocity = (50 + 100 * uniform(random)) * ahead;
    body.rotation = random_turn(random);
    body.angular_velocity = 30 * uniform(random) * random_direction(random);
    World still = build_world(scene);
    const double radius = bounding_radius(still.model().bodies[1].shape);
    body.position = (reach + radius + air) * beside - (0.5 + uniform(random)) * ahead;
    World world = build_world(scene);
    const Vec3 velocity = world.state().bodies[1].velocity, momentum = world.state().bodies[1].angular_momentum;
    for (int k = 0; k < 6; ++k) world.step();
    EXPECT_EQ((world.state().bodies[1].velocity - velocity).norm(), 0) << "shot " << i;
    EXPECT_EQ((world.state().bodies[1].angular_momentum - momentum).norm(), 0) << "shot " << i;
  }
}

// A rod of 4 mm that turns by half a radian a step, swung at a thin post.
TEST(FastBodies, SwungRodDoesNotPassAPost) {
  for (const double start : {0.2, 0.3, 0.4}) {
    Scene scene = shot(CylinderDescription{0.002, 1}, CylinderDescription{0.002, 1});
    scene.bodies[1].rotation = Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitY()));  // along x
    scene.bodies[0].position = 0.4 * Vec3(std::cos(start), std::sin(start), 0);
    scene.bodies[1].angular_velocity = Vec3(0, 0, 50);
    World world = build_world(scene);
    world.step();
    // The post is still ahead of the rod.
    const BodyState& rod = world.state().bodies[1];
    const Vec3 along = rod.rotation.toRotationMatrix().col(2), post = scene.bodies[0].position - rod.position;
    EXPECT_GT(along.cross(post).z(), 0.0039) << start;
    EXPECT_LT(depth(world), 1e-4) << start;
  }
}

}  // namespace
}  // namespace stiction
