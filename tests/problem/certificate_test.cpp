#include "stiction/problem/certificate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/particle.h"

namespace stiction {
namespace {

/// Unit mass, so rho = 1.
ContactProblem particle(const Vec3& u_free, double mu, double bias = 0) {
  return testing::particle(1, u_free, mu, bias);
}

Certificate judge(const ContactProblem& p, const Vec3& r) { return certify(p, velocities(p, {r}), {r}); }

TEST(Certificate, ExactAnswersHaveNoError) {
  EXPECT_EQ(judge(particle(Vec3(1, 2, 3), 0.5), Vec3::Zero()).error, 0);                // separates
  EXPECT_LT(judge(particle(Vec3(-1, 0.3, 0), 0.5), Vec3(1, -0.3, 0)).error, 1e-15);     // sticks
  EXPECT_LT(judge(particle(Vec3(-1, 3, 4), 0.5), Vec3(1, -0.3, -0.4)).error, 1e-15);    // slips against 3,4
  EXPECT_LT(judge(particle(Vec3(-1, 0, 0), 0.5, -0.4), Vec3(0.6, 0, 0)).error, 1e-15);  // closes a gap
  EXPECT_LT(judge(particle(Vec3(-1, 0, 0), 0.5, 0.2), Vec3(1.2, 0, 0)).error, 1e-15);   // bounces
}

TEST(Certificate, EntriesByHand) {
  const Certificate c = judge(particle(Vec3(-1, 3, 4), 0.5), Vec3(0.5, 0.3, 0));
  EXPECT_NEAR(c.normal, 0.5, 1e-15);            // u_n = -0.5
  EXPECT_NEAR(c.cone, 0.3 - 0.25, 1e-15);       // |r_t| - mu r_n
  EXPECT_NEAR(c.complementarity, 0.25, 1e-15);  // 0.5 * 0.5
  const double slip = std::hypot(3.3, 4);
  EXPECT_NEAR(c.dissipation, 0.3 * 3.3 + 0.25 * slip, 1e-12);  // friction pushes along the slip
  EXPECT_GT(c.error, 0.1);
  EXPECT_NEAR(c.error, c.error_worst, 1e-15);
  // With rho = 1 and b = 0 the numerator is FCLib's, the denominators are max(|r|, 1) and |q|.
  EXPECT_NEAR(c.error * std::max(std::sqrt(0.34), 1.0), c.error_q * std::sqrt(26.0), 1e-12);
}

TEST(Certificate, FrictionInTheWrongDirectionIsAnError) {
  EXPECT_GT(judge(particle(Vec3(-1, 3, 4), 0.5), Vec3(1, 0.3, 0.4)).error, 0.3);
  EXPECT_GT(judge(particle(Vec3(-1, 3, 4), 0.5), Vec3(1, -0.4, -0.3)).error, 0.05);
}

TEST(Certificate, UnitsDoNotMatter) {
  // The same problem in other mass and length units: error equal, FCLib's error not.
  ContactProblem a = particle(Vec3(-1, 3, 4), 0.5), b = a;
  const double mass = 1000, length = 0.01;
  b.mass[0] *= mass;
  b.inverse_mass[0] /= mass;
  b.v_free[0] *= length;
  const Vec3 r(0.7, -0.2, 0.1);
  EXPECT_NEAR(judge(a, r).error, judge(b, mass * length * r).error, 1e-12);
  EXPECT_GT(std::abs(judge(a, r).error_q - judge(b, mass * length * r).error_q), 0.01);
}

TEST(Certificate, RollingRowsByHand) {
  // Unit mass and inertia, contact along x with normal impulse 1; spin bound 0.5, rolling bound 0.2 of it.
  ContactProblem p = particle(Vec3(-1, 0, 0), 0.5);
  p.v_free[0].tail<3>() = Vec3(2, 3, 4);
  ProblemContact turning;
  turning.law = RowLaw::rolling;
  turning.parent = 0;
  turning.body_a = 0;
  turning.G_a.rightCols<3>() = Mat3::Identity();
  turning.upper = Vec3(0.5, 0.2, 0.2);
  turning.lower = -turning.upper;
  p.contacts.push_back(turning);
  const auto judged = [&](const Vec3& r) {
    const std::vector<Vec3> both = {Vec3(1, 0, 0), r};
    return certify(p, velocities(p, both), both);
  };
  EXPECT_LT(judged(Vec3(-0.5, -0.12, -0.16)).error, 1e-15);  // all turning is braked
  EXPECT_GT(judged(Vec3(0.5, -0.12, -0.16)).error, 0.5);     // spin pushed on
  EXPECT_GT(judged(Vec3(-0.5, 0.12, -0.16)).error, 0.1);
  const Certificate free = judged(Vec3::Zero());
  EXPECT_NEAR(free.error, std::hypot(0.5, 0.2), 1e-15);  // what is missing, relative to the normal impulse
  EXPECT_NEAR(free.dissipation, 1, 1e-15);               // max of 0.5 * 2 and 0.2 * 5
  EXPECT_NEAR(judged(Vec3(-0.8, 0, 0)).cone, 0.3, 1e-15);
  EXPECT_NEAR(judged(Vec3(0, -0.3, -0.4)).cone, 0.3, 1e-15);
  p.v_free[0].tail<3>() = Vec3(0.3, 0.1, -0.1);
  EXPECT_LT(judged(Vec3(-0.3, -0.1, 0.1)).error, 1e-15);  // held still within the bounds
}

TEST(Certificate, NanNeverPasses) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ContactProblem p = particle(Vec3(-1, 0, 0), 0.5);
  for (int i = 0; i < 3; ++i) {
    Vec3 r(1, 0, 0);
    r[i] = nan;
    EXPECT_FALSE(judge(p, r).error <= 1e300) << i;
    const Certificate good;
    EXPECT_FALSE(worst(good, judge(p, r)).error <= 1e300);
    EXPECT_FALSE(worst(judge(p, r), good).error <= 1e300);
  }
}

TEST(Certificate, ConeProjectionIsNearestPoint) {
  srand(1);
  for (int i = 0; i < 500; ++i) {
    const Vec3 x = 2 * Vec3::Random();
    const double mu = 0.7;
    const Vec3 p = project_on_cone(x, mu);
    EXPECT_LE(std::hypot(p.y(), p.z()), mu * p.x() + 1e-14);
    // Variational inequality against random members of the cone.
    for (int j = 0; j < 50; ++j) {
      Vec3 y = Vec3::Random();
      y.x() = std::abs(y.x()) + std::hypot(y.y(), y.z()) / mu;
      EXPECT_LE((x - p).dot(y - p), 1e-12);
    }
  }
}

}  // namespace
}  // namespace stiction
