// Coins: turning flat, turning on edge, and wobbling at a constant inclination, against exact motion.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/run_scene.h"

namespace stiction {
namespace {

constexpr double kGravity = 9.81, kRadius = 0.05, kThickness = 0.004, kMu = 0.3;

Scene coin(const Quat& rotation, double height, double h) {
  Scene scene;
  scene.step = h;
  scene.solver.tolerance = 1e-10;
  scene.materials["metal"] = {kMu, 0, 8000};
  scene.bodies.resize(2);
  scene.bodies[0].name = "floor";
  scene.bodies[0].fixed = true;
  scene.bodies[0].shape = HalfSpaceDescription{};
  scene.bodies[1].name = "coin";
  scene.bodies[1].shape = CylinderDescription{kRadius, kThickness};
  scene.bodies[1].position = Vec3(0, 0, height);
  scene.bodies[1].rotation = rotation;
  for (BodyDescription& body : scene.bodies) body.material = "metal";
  return scene;
}

Quat about(const Vec3& axis, double angle) { return Quat(Eigen::AngleAxisd(angle, axis)); }

/// Turns a coin at `omega` about the vertical until it stands, and compares with a loss of `loss` in each step.
void expect_even_braking(const char* name, Scene scene, double omega, double loss) {
  scene.bodies[1].angular_velocity = Vec3(0, 0, omega);
  const Vec3 start = scene.bodies[1].position;
  World world = build_world(scene);
  double expected = omega, worst = 0, drift = 0;
  for (int i = 0; i < static_cast<int>(omega / loss) + 20; ++i) {
    EXPECT_TRUE(world.step().converged) << name << " step " << i;
    expected = std::max(0.0, expected - loss);
    worst = std::max(worst, (world.angular_velocity(1) - Vec3(0, 0, expected)).norm());
    drift = std::max(drift, (world.state().bodies[1].position - start).norm());
  }
  std::printf("%s: omega off by at most %.1e rad/s, centre by %.1e m; stops after %.3f s\n", name, worst, drift,
              std::ceil(omega / loss) * scene.step);
  EXPECT_LT(worst, 1e-6) << name;
  EXPECT_LT(drift, 1e-7) << name;
}

// A cap that lies flat touches with 16 corners, all of them on the rim, so friction has the arm R whatever the loads:
// ½ m R² dω = -mu m g R h. A continuum with even pressure has the mean arm 2R/3 and would slow down by 4 mu g/(3 R)
// instead of 2 mu g/R: rigid bodies leave the pressure open, and this manifold carries it at the rim.
TEST(Coin, TurningFlatBrakesAtItsRim) {
  const double h = 0.002;
  expect_even_braking("flat coin", coin(Quat::Identity(), kThickness / 2, h), 20, 2 * kMu * kGravity / kRadius * h);
}

// On edge it touches with a line as long as it is thick, by the two ends: (m R²/4 + m t²/12) dω = -(mu t/2 + c) m g h,
// with spin friction of length c in each of them.
TEST(Coin, TurningOnEdgeBrakesByTheEndsOfItsLineAndBySpinFriction) {
  const double h = 0.002, inertia = kRadius * kRadius / 4 + kThickness * kThickness / 12;
  for (const double c : {0.0, 1e-3}) {
    Scene scene = coin(about(Vec3::UnitX(), std::numbers::pi / 2), kRadius, h);
    scene.materials["metal"].spin = c;
    expect_even_braking("coin on edge", scene, 12, (kMu * kThickness / 2 + c) * kGravity / inertia * h);
  }
}

struct Wobble {
  double tilt, centre, phase;  ///< largest deviations: rad, m, rad
};

/// A coin inclined by alpha whose centre rests while its lowest point runs around on the floor: with rho from the
/// centre to the point of contact, which is at rest, omega is along rho, and dL/dt = Omega × L = rho × m g gives
///   Omega² = g a (a cos - t/2 sin) / (sin (i_1 a cos - i_3 t/2 sin)),   i the moments of inertia over the mass;
/// for a thin coin 4 g/(a sin alpha), as in Euler's disk.
Wobble wobble(double alpha, double h, double duration) {
  const double a = kRadius, half = kThickness / 2, s = std::sin(alpha), c = std::cos(alpha);
  const double i_1 = a * a / 4 + half * half / 3, i_3 = a * a / 2;
  const double rate = std::sqrt(kGravity * a * (a * c - half * s) / (s * (i_1 * a * c - i_3 * half * s)));
  Scene scene = coin(about(Vec3::UnitY(), alpha), a * s + half * c, h);
  scene.materials["metal"].mu = 1;
  const Vec3 rho = a * Vec3(c, 0, -s) - half * Vec3(s, 0, c);
  scene.bodies[1].angular_velocity = -rate * s / a * rho;
  World world = build_world(scene);
  const Vec3 start = world.state().bodies[1].position;
  Wobble worst{};
  for (int i = 0; i < static_cast<int>(std::lround(duration / h)); ++i) {
    EXPECT_TRUE(world.step().converged) << i;
    const BodyState& body = world.state().bodies[1];
    const Vec3 axis = body.rotation * Vec3::UnitZ();
    worst.tilt = std::max(worst.tilt, std::abs(std::acos(axis.z()) - alpha));
    worst.centre = std::max(worst.centre, (body.position - start).norm());
    const double phase =
        std::remainder(std::atan2(axis.y(), axis.x()) - rate * world.state().time, 2 * std::numbers::pi);
    worst.phase = std::max(worst.phase, std::abs(phase));
  }
  std::printf(
      "coin at %.0f deg, h = %.0e: %.1f rad/s; tilt off by %.1e rad, centre by %.1e m, phase by %.1e of %.1f rad\n",
      alpha * 180 / std::numbers::pi, h, rate, worst.tilt, worst.centre, worst.phase, rate * duration);
  return worst;
}

TEST(Coin, WobblesAtAConstantInclination) {
  for (const double alpha : {0.3, 0.6, 1.0}) {
    const Wobble coarse = wobble(alpha, 1e-4, 0.15), fine = wobble(alpha, 2.5e-5, 0.15);
    EXPECT_LT(fine.tilt, 1e-3) << alpha;
    EXPECT_LT(fine.centre, 5e-5) << alpha;
    EXPECT_LT(fine.phase, 5e-3) << alpha;
    // First order in h.
    EXPECT_LT(fine.tilt, 0.4 * coarse.tilt);
    EXPECT_LT(fine.phase, 0.4 * coarse.phase);
  }
}

}  // namespace
}  // namespace stiction
