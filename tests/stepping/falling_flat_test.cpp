// Discs, barrels and cones that fall on their rims, nearly flat, and clap down within a step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "stiction/scene/scene.h"

namespace stiction {
namespace {

/// A fixed floor, endless or a box, and one body over it.
Scene over_floor(const ShapeDescription& floor, const ShapeDescription& shape) {
  Scene scene;
  scene.step = 0.01;
  scene.materials["stuff"] = {0.5, 0, 1000};
  scene.bodies.resize(2);
  scene.bodies[0].name = "floor";
  scene.bodies[0].fixed = true;
  scene.bodies[0].shape = floor;
  scene.bodies[1].name = "body";
  scene.bodies[1].shape = shape;
  for (BodyDescription& body : scene.bodies) body.material = "stuff";
  return scene;
}

/// Deepest overlap (m) that any of these falls ends a step with, before it is undone: `low` is the height of the body's
/// centre when it stands, `radius` that of its lower rim.
double deepest(Scene scene, double low, double radius, double top) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  double worst = 0;
  for (int k = 0; k < 100; ++k) {
    const double tilt = 0.0325 + 0.0275 * uniform(random), heading = 3.2 * uniform(random);
    BodyDescription& body = scene.bodies[1];
    body.rotation = Quat(Eigen::AngleAxisd(tilt, Vec3(std::cos(heading), std::sin(heading), 0)));
    body.position = Vec3(0, 0, top + low + radius * std::sin(tilt) + 1e-4);
    body.velocity = Vec3(0.5 * uniform(random), 0.5 * uniform(random), -0.6 + 0.4 * uniform(random));
    body.angular_velocity = 10 * Vec3(uniform(random), uniform(random), uniform(random));
    World world = build_world(scene);
    for (int i = 0; i < 3; ++i) worst = std::max(worst, world.step().overlap);
  }
  return worst;
}

// Its rim has one contact, where it is lowest. Stopped there, the body turns about it and claps down on the other side:
// a second contact under the same name, which must not take the place of the first.
TEST(FallingFlat, OnAFloor) {
  const HalfSpaceDescription floor;
  EXPECT_LT(deepest(over_floor(floor, ConeDescription{0.091, 0.182}), 0.091, 0.091, 0), 1e-3);
  EXPECT_LT(deepest(over_floor(floor, CylinderDescription{0.09, 0.15}), 0.075, 0.09, 0), 1e-3);
}

TEST(FallingFlat, OnABox) {
  const BoxDescription floor{Vec3(4, 4, 1)};
  EXPECT_LT(deepest(over_floor(floor, ConeDescription{0.091, 0.182}), 0.091, 0.091, 0.5), 1e-3);
  EXPECT_LT(deepest(over_floor(floor, CylinderDescription{0.09, 0.15}), 0.075, 0.09, 0.5), 1e-3);
}

}  // namespace
}  // namespace stiction
