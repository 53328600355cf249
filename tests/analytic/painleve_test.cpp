// Painlevé's rod: one tip slides over the floor ahead of the centre. Above a certain friction, rigid sliding has no
// solution with finite forces: the tip must jam at once.
#include <gtest/gtest.h>

#include <cmath>

#include "stiction/scene/scene.h"

namespace stiction {
namespace {

constexpr double kThin = 1e-4;

/// Rod of length 2 at angle theta to the floor, moving to +x with its lower tip, the leading one, on the floor.
Scene rod(double theta, double mu, double speed, double h) {
  Scene scene;
  scene.step = h;
  scene.materials["default"] = {mu, 0, 1000};
  BodyDescription floor, body;
  floor.name = "floor";
  floor.fixed = true;
  floor.shape = HalfSpaceDescription{};
  body.name = "rod";
  body.shape = BoxDescription{Vec3(2, kThin, kThin)};
  // Turning about y by theta lowers the +x end.
  body.rotation = Quat(Eigen::AngleAxisd(theta, Vec3::UnitY()));
  body.position = Vec3(0, 0, std::sin(theta) + 0.5 * kThin * std::cos(theta));
  body.velocity = Vec3(speed, 0, 0);
  scene.bodies = {floor, body};
  return scene;
}

double tip_speed_after_a_step(double theta, double mu) {
  World world = build_world(rod(theta, mu, 2, 1e-4));
  const StepReport& report = world.step();
  EXPECT_TRUE(report.converged);
  EXPECT_GT(report.contacts, 0);
  const Vec3 arm = Quat(Eigen::AngleAxisd(theta, Vec3::UnitY())) * Vec3(1, 0, -0.5 * kThin);
  return (world.state().bodies[1].velocity + world.angular_velocity(1).cross(arm)).x();
}

TEST(Painleve, SlidesBelowAndJamsAbove) {
  for (const double theta : {0.8, std::atan(2.0), 1.2}) {
    const double c = std::cos(theta), s = std::sin(theta);
    const double critical = (1 + 3 * c * c) / (3 * s * c);
    EXPECT_GT(tip_speed_after_a_step(theta, 0.97 * critical), 1.9) << theta;
    EXPECT_NEAR(tip_speed_after_a_step(theta, 1.03 * critical), 0, 1e-6) << theta;
  }
}

}  // namespace
}  // namespace stiction
