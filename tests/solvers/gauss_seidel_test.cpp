// Projected Gauss-Seidel: options, traces, shock propagation.
#include "stiction/solvers/gauss_seidel/gauss_seidel.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "solvers/local_cases.h"
#include "solvers/random_problems.h"
#include "stiction/common/error.h"
#include "stiction/problem/certificate.h"

namespace stiction {
namespace {

/// A column of `count` point masses of `mass` kg under `speed` m/s of gravity's work.
ContactProblem column(int count, double mass, double speed) {
  ContactProblem p;
  for (int i = 0; i < count; ++i) {
    const ContactProblem one = testing::particle(mass, Vec3(-speed, 0, 0), 0.5);
    p.mass.push_back(one.mass[0]);
    p.inverse_mass.push_back(one.inverse_mass[0]);
    p.v_free.push_back(one.v_free[0]);
    ProblemContact c = one.contacts[0];
    c.body_a = i;
    c.body_b = i - 1;
    if (i > 0) c.G_b = -c.G_a;
    p.contacts.push_back(c);
  }
  return p;
}

TEST(GaussSeidel, ConeFixedPointsObeyCoulomb) {
  std::mt19937 random(7);
  for (int i = 0; i < 6; ++i) {
    const ContactProblem p = testing::random_problem(random, {.bodies = 4, .contacts = 8});
    std::vector<Vec3> r(p.size(), Vec3::Zero());
    GaussSeidelOptions options;
    options.set = FrictionSet::cone();
    options.max_iterations = 50000;
    options.tolerance = 1e-9;
    const LocalResult result = gauss_seidel(condense(p), r, options);
    EXPECT_TRUE(result.converged);
    EXPECT_LE(certify(p, velocities(p, r), r).error, 2e-9);
  }
}

TEST(GaussSeidel, OrderChangesTheWayNotTheEnd) {
  const LocalProblem p = testing::two_layers(1, 30, Vec3(-1, 0, 0), Vec3(-1, 5, 0), 0.5, 0.5);
  GaussSeidelOptions options;
  options.tolerance = 1e-10;
  options.max_iterations = 10000;
  std::vector<Vec3> up(2, Vec3::Zero()), down = up;
  const int from_below = gauss_seidel(p, up, options).iterations;
  options.order = {1, 0};
  const int from_above = gauss_seidel(p, down, options).iterations;
  EXPECT_NE(from_below, from_above);
  for (int k : {0, 1}) EXPECT_LT((up[k] - down[k]).norm(), 1e-7);
  options.order = {1, 1};
  EXPECT_THROW(gauss_seidel(p, up, options), InputError);
  options.order.clear();
  options.relaxation = 2;
  EXPECT_THROW(gauss_seidel(p, up, options), InputError);
}

TEST(GaussSeidel, TraceFallsAndCountsSweeps) {
  const LocalProblem p = testing::two_layers(1, 3, Vec3(-1, 0, 0), Vec3(-1, 5, 0), 0.5, 0.5);
  GaussSeidelOptions options;
  options.tolerance = 1e-12;
  std::vector<double> merit;
  std::vector<Vec3> r(2, Vec3::Zero());
  gauss_seidel(p, r, options, [&](int iteration, double cost, double normal, double friction) {
    EXPECT_EQ(cost, iteration);
    merit.push_back(normal + friction);
  });
  ASSERT_GT(merit.size(), 5u);
  EXPECT_LT(merit.back(), 1e-12 * merit.front());
}

TEST(GaussSeidel, ShockPropagationCarriesAColumnAtOnce) {
  // Twenty equal masses: the lowest contact carries all. Sweeps from below know that only after hundreds of rounds.
  const ContactProblem p = column(20, 2, 0.1);
  const LocalProblem local = condense(p);
  GaussSeidelOptions options;
  options.max_iterations = 5;
  options.tolerance = 1e-10;
  std::vector<Vec3> plain(p.size(), Vec3::Zero()), shocked = plain;
  EXPECT_GT(gauss_seidel(local, plain, options).model_error, 1e-2);
  const ShockLevels levels = shock_levels(p);
  for (int k = 0; k < p.size(); ++k) EXPECT_EQ(levels.level[k], k + 1);
  options.shock = &levels;
  EXPECT_LE(gauss_seidel(local, shocked, options).model_error, 1e-10);
  for (int k = 0; k < p.size(); ++k) EXPECT_NEAR(shocked[k].x(), 2 * 0.1 * (20 - k), 1e-9);
}

}  // namespace
}  // namespace stiction
