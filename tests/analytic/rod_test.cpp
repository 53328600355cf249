// Rods that slide: flat over the floor while turning, and down on one end without friction.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/run_scene.h"

namespace stiction {
namespace {

constexpr double kGravity = 9.81;

Scene on_floor(const ShapeDescription& shape, double mu, double h) {
  Scene scene;
  scene.step = h;
  scene.materials["stuff"] = {mu, 0, 1000};
  scene.bodies.resize(2);
  scene.bodies[0].name = "floor";
  scene.bodies[0].fixed = true;
  scene.bodies[0].shape = HalfSpaceDescription{};
  scene.bodies[1].name = "rod";
  scene.bodies[1].shape = shape;
  for (BodyDescription& body : scene.bodies) body.material = "stuff";
  return scene;
}

/// Position and angle of a rod in the plane, and their rates.
using Planar = Eigen::Matrix<double, 6, 1>;

/// Rod of length 1, width 1 mm and half as high, which touches at its ends: a narrow box touches by its four corners,
/// two of them at each end, and how those share the load of their end does not matter as they slip alike.
constexpr double kLength = 1, kWidth = 1e-3, kHeight = 5e-4, kMu = 0.3;

/// Rates of (x, y, phi, v_x, v_y, omega) for unit mass. Friction acts half the height under the centre and so shifts
/// load to the leading end.
Planar rates(const Planar& s) {
  const Vec2 u(std::cos(s[2]), std::sin(s[2])), w(-u.y(), u.x()), v = s.segment<2>(3);
  const double inertia = (kLength * kLength + kWidth * kWidth) / 12;
  Vec2 force = Vec2::Zero();
  double torque = 0;
  for (int round = 0; round < 20; ++round) {
    const double shift = -kHeight / kLength * force.dot(u);
    Vec2 sum = Vec2::Zero();
    torque = 0;
    for (const double side : {0.5, -0.5}) {
      const Vec2 slip = v + side * kLength * s[5] * w;
      const double load = kGravity / 2 + side * shift, speed = slip.norm();
      const Vec2 f = speed > 1e-9 ? Vec2(-kMu * load / speed * slip) : Vec2(Vec2::Zero());
      sum += f;
      torque += side * kLength * w.dot(f);
    }
    force = sum;
  }
  Planar r;
  r << v.x(), v.y(), s[5], force.x(), force.y(), torque / inertia;
  return r;
}

Planar integrate(Planar s, double duration, int steps) {
  const double dt = duration / steps;
  for (int i = 0; i < steps; ++i) {
    const Planar a = rates(s), b = rates(s + dt / 2 * a), c = rates(s + dt / 2 * b), d = rates(s + dt * c);
    s += dt / 6 * (a + 2 * b + 2 * c + d);
  }
  return s;
}

/// Largest deviations of position (m) and angle (rad) from the exact motion at several times.
std::pair<double, double> deviation(double h) {
  Scene scene = on_floor(BoxDescription{Vec3(kLength, kWidth, kHeight)}, kMu, h);
  scene.bodies[1].position = Vec3(0, 0, kHeight / 2);
  scene.bodies[1].velocity = Vec3(1, 0.5, 0);
  scene.bodies[1].angular_velocity = Vec3(0, 0, 6);
  World world = build_world(scene);
  Planar exact;
  exact << 0, 0, 0, 1, 0.5, 6;
  double position = 0, angle = 0;
  for (int k = 0; k < 8; ++k) {  // 0.4 s; it comes to rest a little later
    for (int i = 0; i < static_cast<int>(std::lround(0.05 / h)); ++i) EXPECT_TRUE(world.step().converged);
    exact = integrate(exact, 0.05, 2000);
    const BodyState& body = world.state().bodies[1];
    const Vec3 along = body.rotation * Vec3::UnitX();
    position = std::max(position, (body.position - Vec3(exact[0], exact[1], kHeight / 2)).norm());
    angle =
        std::max(angle, std::abs(std::remainder(std::atan2(along.y(), along.x()) - exact[2], 2 * std::numbers::pi)));
  }
  std::printf("sliding rod, h = %.0e: %.1e m off after %.3f m, %.1e rad off after %.3f rad; %.2f m/s left\n", h,
              position, exact.head<2>().norm(), angle, exact[2], exact.segment<2>(3).norm());
  return {position, angle};
}

TEST(Rod, SlidesAndTurnsLikeTheIntegratedMotion) {
  const auto coarse = deviation(1e-3), fine = deviation(2.5e-4);
  EXPECT_LT(fine.first, 2e-4);
  EXPECT_LT(fine.second, 1.5e-3);
  EXPECT_LT(fine.first, 0.4 * coarse.first);  // first order in h
  EXPECT_LT(fine.second, 0.4 * coarse.second);
}

// Without friction the centre falls straight down, and energy gives the rate at every angle theta from the vertical:
// ½ m (l sin θ θ')² + ½ m k² θ'² = m g l (cos θ0 - cos θ). The end of a capsule is a ball: it touches right below its
// centre, at the distance l from the middle, so this is exact.
TEST(Rod, SlipsDownOnItsEndWithoutFriction) {
  const double radius = 0.02, l = 0.5, start = 0.2;
  double errors[2];
  for (int round = 0; round < 2; ++round) {
    Scene scene = on_floor(CapsuleDescription{radius, 2 * l}, 0, round == 0 ? 1e-3 : 2.5e-4);
    scene.bodies[1].rotation = Quat(Eigen::AngleAxisd(start, Vec3(0.6, 0.8, 0)));
    scene.bodies[1].position = Vec3(0.3, 0.4, l * std::cos(start) + radius);
    World world = build_world(scene);
    const RigidBody& rod = world.model().bodies[1];
    const double k2 = rod.inertia(0, 0) / rod.mass;
    double worst = 0, theta = start;
    while (theta < 1.5) {
      EXPECT_TRUE(world.step().converged);
      const BodyState& body = world.state().bodies[1];
      theta = std::acos((body.rotation * Vec3::UnitZ()).z());
      const double s = l * std::sin(theta);
      const double exact = std::sqrt(2 * kGravity * l * (std::cos(start) - std::cos(theta)) / (k2 + s * s));
      if (theta > 0.4) worst = std::max(worst, std::abs(world.angular_velocity(1).norm() / exact - 1));
      ASSERT_LT((body.position.head<2>() - Vec2(0.3, 0.4)).norm(), 1e-9);
      ASSERT_NEAR(body.position.z(), l * std::cos(theta) + radius, 1e-3);
      ASSERT_LT(world.state().time, 2);
    }
    errors[round] = worst;
    std::printf("rod on its end, h = %.1e: angular velocity off by %.1e\n", scene.step, worst);
  }
  EXPECT_LT(errors[1], 3e-3);
  EXPECT_LT(errors[1], 0.4 * errors[0]);
}

}  // namespace
}  // namespace stiction
