// A rattleback: rolls without slip, spins one way, and turns round.
#include <gtest/gtest.h>

#include <cstdio>
#include <vector>

#include "evolution/rolling_paraboloid.h"
#include "evolution/test_contacts.h"
#include "stiction/evolution/contact_search.h"
#include "stiction/evolution/evolve.h"
#include "stiction/geometry/smooth/bezier_surface.h"

namespace stiction {
namespace {

// One bicubic patch, an elliptic paraboloid; its inertia is turned by `angle` (rad) about z.
SmoothContact rattleback(double angle, const SmoothContactLaw& law = test::kNoSlip) {
  SmoothBody body;
  body.surface = std::make_shared<BezierSurface>(
      std::vector<BezierNet>{paraboloid_net(0.135, 0.06, 0.12, 0.05, BodySide::kAbove)});
  body.centre_of_mass = Vec3(0, 0, 0.03);
  const Mat3 turn = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
  body.inertia = turn * Vec3(0.00125, 0.0055, 0.0062).asDiagonal() * turn.transpose();
  return SmoothContact(body, test::fixed(test::plane()), law);
}

// On the table, spinning about the vertical without slip.
SmoothContactState spun(const SmoothContact& contact, double speed) {
  SmoothContact::Bodies bodies;
  BodyMotion& body = bodies.first;
  body.rotation = Quat(1, 0.001, 0.011, 0).normalized();
  body.position = body.rotation * contact.first().centre_of_mass;
  const auto lowest = refine_contact(contact, bodies, {0, -1, Vec2(0.5, 0.5)}, {});
  if (!lowest) throw std::runtime_error("the rattleback has no lowest point");
  body.angular_velocity = Vec3(0, 0, speed);
  SmoothContactState state = contact.touch(bodies, lowest->first, lowest->second);
  state.slip.setZero();
  return state;
}

struct Spinning {
  std::vector<double> spin;       // ω_z, every 10 ms
  std::vector<double> rocking;    // tilt about y, every 10 ms
  std::vector<double> reversals;  // of the mean of ω_z over a centred 0.5 s, s
  double energy_change = 0;
  bool in_contact = true;
};

// When the mean of ω_z, given every `sample` (s), over a centred 0.5 s changes its sign, s.
std::vector<double> reversals(const std::vector<double>& spin, double sample) {
  std::vector<double> found;
  const int half = static_cast<int>(std::lround(0.25 / sample));
  double last = spin.front();
  for (int i = half; i + half < static_cast<int>(spin.size()); ++i) {
    double mean = 0;
    for (int j = i - half; j <= i + half; ++j)
      mean += (j == i - half || j == i + half ? 0.5 : 1) * spin[j] / (2 * half);
    if (mean * last < 0) found.push_back((i - 1 + std::abs(last) / (std::abs(last) + std::abs(mean))) * sample);
    last = mean;
  }
  return found;
}

Spinning spin(const SmoothContact& contact, double duration, const EvolutionOptions& options, double speed = -2.3) {
  Spinning run;
  SmoothContactState state = spun(contact, speed);
  const double before = contact.energy(state, test::kGravity), sample = std::max(0.01, options.max_step);
  run.spin.push_back(speed);
  const int count = static_cast<int>(std::lround(duration / sample));
  for (int i = 0; i < count; ++i) {
    const EvolutionOutcome outcome = evolve(contact, state, sample, test::kGravity, options);
    if (!outcome.in_contact()) {
      run.in_contact = false;
      return run;
    }
    run.spin.push_back(outcome.bodies.first.angular_velocity.z());
    run.rocking.push_back((outcome.bodies.first.rotation * Vec3::UnitX()).z());
  }
  run.energy_change = contact.energy(state, test::kGravity) / before - 1;
  run.reversals = reversals(run.spin, sample);
  return run;
}

constexpr double kTenDegrees = 10 * std::numbers::pi / 180;

TEST(Rattleback, ReversesOnceAt7Seconds78) {
  const Spinning run = spin(rattleback(kTenDegrees), 15, {});
  ASSERT_TRUE(run.in_contact);
  ASSERT_EQ(run.reversals.size(), 1u);
  EXPECT_NEAR(run.reversals[0], 7.78, 0.05);
  EXPECT_GT(run.spin.back(), 0.5);
  // Rocking before the reversal: a period of about 0.46 s.
  int crossings = 0;
  double first = 0, last = 0;
  for (std::size_t i = 550; i < 750; ++i)
    if (run.rocking[i - 1] <= 0 && run.rocking[i] > 0) {
      last = static_cast<double>(i) * 0.01;
      if (crossings++ == 0) first = last;
    }
  EXPECT_NEAR((last - first) / (crossings - 1), 0.46, 0.02);
  EXPECT_LT(std::abs(run.energy_change), 1e-6);
}

// It then feeds the slower rocking about its long axis: it goes on for almost twice as long, but reverses, too, and for
// long.
TEST(Rattleback, TurnedTheOtherWayItGoesOnForLonger) {
  const Spinning run = spin(rattleback(-kTenDegrees), 30, {});
  ASSERT_TRUE(run.in_contact);
  ASSERT_EQ(run.reversals.size(), 1u);
  EXPECT_NEAR(run.reversals[0], 14.31, 0.02);
  EXPECT_LT(run.spin[1000], -1.7);
  EXPECT_LT(std::abs(run.energy_change), 1e-6);
}

// Equations of another kind, with steps of 0.25 ms, say the same of both: ω_z at every moment, and when it reverses.
TEST(Rattleback, MovesAsIndependentEquationsSay) {
  for (const double angle : {kTenDegrees, -kTenDegrees}) {
    const SmoothContact contact = rattleback(angle);
    const SmoothBody& body = contact.first();
    const test::RollingParaboloid oracle{0.135, 0.06, 0.03, body.mass, -test::kGravity.z(), body.inertia};
    const Quat start = Quat(1, 0.001, 0.011, 0).normalized();
    test::RollingParaboloid::Motion motion{start.conjugate() * Vec3::UnitZ(), start.conjugate() * Vec3(0, 0, -2.3)};
    const double before = oracle.energy(motion);
    std::vector<double> expected = {-2.3};
    for (int i = 0; i < 3000; ++i) {
      for (int k = 0; k < 40; ++k) motion = oracle.step(motion, 2.5e-4);
      expected.push_back(motion.up.dot(motion.turn));
    }
    EXPECT_NEAR(oracle.energy(motion) / before, 1, 1e-9);
    EvolutionOptions options;
    options.tolerance = 1e-11;
    const Spinning run = spin(contact, 30, options);
    ASSERT_TRUE(run.in_contact);
    for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_NEAR(run.spin[i], expected[i], 1e-4) << i;
    const std::vector<double> turns = reversals(expected, 0.01);
    ASSERT_EQ(turns.size(), run.reversals.size());
    for (std::size_t i = 0; i < turns.size(); ++i) {
      EXPECT_NEAR(turns[i], run.reversals[i], 1e-3);
      std::printf("%+.0f degrees: reversal at %.3f s by independent equations\n", angle / kTenDegrees * 10, turns[i]);
    }
  }
}

TEST(Rattleback, EnergyIsKeptAt1Millisecond) {
  const Spinning run = spin(rattleback(kTenDegrees), 15, test::runge_kutta(1e-3));
  ASSERT_EQ(run.reversals.size(), 1u);
  EXPECT_NEAR(run.reversals[0], 7.78, 0.05);
  EXPECT_LT(std::abs(run.energy_change), 1e-8);
}

// Without losses it reverses again and again: soon from the one direction, late from the other.
TEST(Rattleback, ReversesAgainAndAgain) {
  const Spinning run = spin(rattleback(kTenDegrees), 60, {});
  ASSERT_TRUE(run.in_contact);
  ASSERT_GE(run.reversals.size(), 3u);
  EXPECT_NEAR(run.reversals[0], 7.78, 0.05);
  EXPECT_LT(std::abs(run.energy_change), 1e-6);
  for (const double time : run.reversals) std::printf("reversal at %.2f s\n", time);
}

// With finite friction it slips while it rocks: energy falls, and the motion does not depend on the integrator.
TEST(Rattleback, SlidingVersion) {
  const SmoothContactLaw law{.mu_static = 0.06, .mu_dynamic = 0.05};
  EvolutionOptions fine;
  fine.tolerance = 1e-11;
  const Spinning run = spin(rattleback(kTenDegrees, law), 15, {}), finer = spin(rattleback(kTenDegrees, law), 15, fine);
  ASSERT_TRUE(run.in_contact);
  EXPECT_LT(run.energy_change, -1e-4);
  EXPECT_NEAR(run.energy_change, finer.energy_change, 1e-6);
  ASSERT_EQ(run.reversals.size(), finer.reversals.size());
  for (std::size_t i = 0; i < run.spin.size(); i += 50) EXPECT_NEAR(run.spin[i], finer.spin[i], 1e-4) << i;
  std::printf("sliding: %zu reversals (first at %.2f s), final spin %+.3f rad/s, energy %+.2e\n", run.reversals.size(),
              run.reversals.empty() ? 0 : run.reversals[0], run.spin.back(), run.energy_change);
}

// The paper's study of steps, with its way of integrating q̇ and with ours: 10 ms reverses well, 50 ms late and with a
// loss of energy, 100 ms not at all.
TEST(Rattleback, StepStudy) {
  for (const bool coordinates : {true, false})
    for (const double step : {0.01, 0.05, 0.1}) {
      EvolutionOptions options = test::runge_kutta(step);
      options.coordinate_velocities = coordinates;
      const Spinning run = spin(rattleback(kTenDegrees), 15, options);
      std::printf("%s, %3.0f ms: %zu reversals (first at %.2f s), final spin %+.3f rad/s, energy %+.2e%s\n",
                  coordinates ? "coordinates" : "velocities ", step * 1e3, run.reversals.size(),
                  run.reversals.empty() ? 0 : run.reversals[0], run.spin.back(), run.energy_change,
                  run.in_contact ? "" : " (left contact)");
      if (step == 0.01) {
        ASSERT_EQ(run.reversals.size(), 1u);
        EXPECT_NEAR(run.reversals[0], 7.78, 0.1);
        EXPECT_LT(std::abs(run.energy_change), 1e-5);
      } else if (step == 0.05) {
        ASSERT_EQ(run.reversals.size(), 1u);
        EXPECT_NEAR(run.reversals[0], 8.2, 0.1);
        EXPECT_LT(run.energy_change, -0.003);
        EXPECT_GT(run.energy_change, -0.02);
      } else {
        EXPECT_TRUE(run.reversals.empty());
        EXPECT_LT(run.spin.back(), -2);
      }
    }
}

}  // namespace
}  // namespace stiction
