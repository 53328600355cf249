// Gauss-Seidel sweeps: single contacts by hand, and what many sweeps end with.
#include "stiction/solvers/kernels/sweeps.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solvers/random_problems.h"
#include "stiction/solvers/contact_solver.h"

namespace stiction {
namespace {

/// A unit mass that slides over a fixed plane and does not turn; x is the normal.
ContactProblem block(const Vec3& velocity, double mu) {
  ContactProblem p;
  p.mass = p.inverse_mass = {Mat6::Identity()};
  p.v_free = {Vec6::Zero()};
  p.v_free[0].head<3>() = velocity;
  ProblemContact c;
  c.body_a = 0;
  c.mu = mu;
  c.G_a.leftCols<3>().setIdentity();
  p.contacts.push_back(c);
  return p;
}

Vec3 after_one_sweep(const ContactProblem& p, const Vec3& start = Vec3::Zero()) {
  const WhitenedProblem problem(p);
  std::vector<Vec3> r{start};
  std::vector<Vec6> w = problem.w_free;
  problem.add_impulses(r, w);
  Sweeps(problem).sweep(r, w);
  return r[0];
}

TEST(Sweeps, OneContactSticksSlidesOrOpens) {
  EXPECT_LT((after_one_sweep(block({-2, 0.5, 0.5}, 0.5)) - Vec3(2, -0.5, -0.5)).norm(), 1e-14) << "sticks";
  EXPECT_LT((after_one_sweep(block({-2, 3, 4}, 0.5)) - Vec3(2, -0.6, -0.8)).norm(), 1e-14) << "slides along (3, 4)";
  EXPECT_EQ(after_one_sweep(block({1, 3, 4}, 0.5)), Vec3::Zero()) << "opens";
  EXPECT_EQ(after_one_sweep(block({1, 3, 4}, 0.5), {2, 0.1, 0}), Vec3::Zero()) << "lets go of what it held";
  EXPECT_LT((after_one_sweep(block({-2, 3, 4}, 0)) - Vec3(2, 0, 0)).norm(), 1e-14) << "without friction";
}

/// A beam that touches off its centre: normal and tangents are coupled, and sliding takes more than one guess.
TEST(Sweeps, CoupledContactEndsRight) {
  ContactProblem p = block({-1, 1.5, 0}, 0.4);
  p.contacts[0].G_a(0, 5) = 0.8;
  p.contacts[0].G_a(1, 5) = 0.6;
  const WhitenedProblem problem(p);
  std::vector<Vec3> r(1, Vec3::Zero()), u;
  std::vector<Vec6> w = problem.w_free;
  const Sweeps sweeps(problem);
  for (int i = 0; i < 30; ++i) sweeps.sweep(r, w);
  problem.relative_velocities(r, u);
  // By hand: W = ((1.64, 0.48), (0.48, 1.36)), f = -0.4 n, u_n = -1 + (1.64 - 0.4 * 0.48) n = 0.
  EXPECT_NEAR(r[0].x(), 1 / 1.448, 1e-12);
  EXPECT_NEAR(r[0].y(), -0.4 / 1.448, 1e-12);
  EXPECT_GT(u[0].y(), 0);
}

/// There is no promise that sweeps converge, and where contacts depend much on each other some do not.
TEST(Sweeps, VelocitiesStayInStepAndErrorsMostlyFade) {
  int faded = 0;
  for (int seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    const WhitenedProblem problem(testing::random_problem(random, {.bodies = 12, .contacts = 40, .mu_max = 0.5}));
    std::vector<Vec3> r(problem.contacts.size(), Vec3::Zero()), u;
    std::vector<Vec6> w = problem.w_free, again = problem.w_free;
    problem.relative_velocities(r, u);
    const double start = problem.errors(r, u).worst();
    const Sweeps sweeps(problem);
    for (int i = 0; i < 500; ++i) sweeps.sweep(r, w);
    problem.add_impulses(r, again);
    for (int i = 0; i < problem.bodies(); ++i) EXPECT_LT((w[i] - again[i]).norm(), 1e-11) << "seed " << seed;
    problem.relative_velocities(r, u);
    faded += problem.errors(r, u).worst() < 1e-2 * start ? 1 : 0;
    for (int k = 0; k < problem.size(); ++k) {
      EXPECT_GE(r[k].x(), 0);
      EXPECT_LE(r[k].tail<2>().norm(), problem.contacts[k].mu * r[k].x() * (1 + 1e-12));
    }
  }
  EXPECT_GE(faded, 18);
}

/// Contacts that depend on each other in every direction but have one solution: sweeps must find the one that `auto`
/// finds.
TEST(Sweeps, EndWhereOtherSolversEnd) {
  std::mt19937 random(7);
  const ContactProblem p = testing::random_problem(random, {.bodies = 8, .contacts = 7, .mu_max = 0.3});
  const WhitenedProblem problem(p);
  std::vector<Vec3> swept(problem.contacts.size(), Vec3::Zero()), solved = swept;
  make_solver({})->solve(p, solved, Budget{1e-12});
  std::vector<Vec6> w = problem.w_free, w_solved = problem.w_free;
  const Sweeps sweeps(problem);
  for (int i = 0; i < 2000; ++i) sweeps.sweep(swept, w);
  problem.add_impulses(solved, w_solved);
  for (int i = 0; i < problem.bodies(); ++i) EXPECT_LT((w[i] - w_solved[i]).norm(), 1e-8);
}

}  // namespace
}  // namespace stiction
