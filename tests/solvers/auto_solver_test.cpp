// What the default solver does besides its kernels: contacts left out at first, and sweeps at rest.
#include <gtest/gtest.h>

#include "solvers/random_problems.h"
#include "stiction/problem/certificate.h"
#include "stiction/solvers/contact_solver.h"
#include "stiction/solvers/kernels/relax.h"

namespace stiction {
namespace {

constexpr double kStep = 0.05;  ///< of speed from one body of the row to the next that closes the gap between them

/// Unit masses in a row. The first one moves on with 1 m/s and drives as many others as it takes.
ContactProblem row_of_bodies(int count) {
  ContactProblem p;
  p.mass.assign(count, Mat6::Identity());
  p.inverse_mass = p.mass;
  p.v_free.assign(count, Vec6::Zero());
  p.v_free[0].x() = 1;
  for (int i = 0; i + 1 < count; ++i) {
    ProblemContact c;
    c.body_a = i + 1;
    c.body_b = i;
    c.mu = 0.5;
    c.bias = -kStep;
    c.G_a.leftCols<3>().setIdentity();
    c.G_b.leftCols<3>() = -Mat3::Identity();
    p.contacts.push_back(c);
  }
  return p;
}

TEST(AutoSolver, TakesInTheContactsThatBodiesAreDrivenInto) {
  const int count = 80;
  const ContactProblem p = row_of_bodies(count);
  std::vector<Vec3> r(p.size(), Vec3::Zero());
  const SolveReport report = make_solver({})->solve(p, r, Budget{1e-10});
  EXPECT_NE(report.path, SolvePath::unconverged);
  // Six bodies share the momentum, each slower than the one before by kStep; the seventh is not reached:
  // 6 v - (1 + 2 + 3 + 4 + 5) kStep = 1.
  const double fastest = (1 + 15 * kStep) / 6;
  const std::vector<Vec6> v = velocities(p, r);
  for (int i = 0; i < count; ++i) EXPECT_NEAR(v[i].x(), i < 6 ? fastest - i * kStep : 0, 1e-9) << i;
  EXPECT_LT(certify(p, v, r).error, 1e-10);
}

TEST(AutoSolver, KeepsToItsIterationsWithContactsToTakeIn) {
  const ContactProblem p = row_of_bodies(80);
  std::vector<Vec3> r(p.size(), Vec3::Zero());
  Budget budget{1e-10};
  budget.max_iterations = 1;
  EXPECT_LE(make_solver({})->solve(p, r, budget).iterations, 1);
  EXPECT_LT(certify(p, velocities(p, r), r).normal, 1e-9);  // no penetration, contacts left out included
}

TEST(AutoSolver, WhatIsNearlySolvedStaysSoWhenTheStepEndsHere) {
  // Sleds that slide on four corners, at the limit of friction, with their weight where the impulses put it: laid on
  // the corners in another way, friction would be outside of its cone.
  for (const int bodies : {10, 80}) {
    ContactProblem p;
    std::vector<Vec3> r;
    const double mu = 0.5;
    for (int i = 0; i < bodies; ++i) {
      p.mass.push_back(Mat6::Identity());
      p.inverse_mass.push_back(Mat6::Identity());
      p.v_free.push_back(Vec6::Zero());
      p.v_free.back() << 5, 0, -1, 0, 0, 0;
      for (const int k : {0, 1, 2, 3}) {
        const Vec3 arm(k % 2 == 0 ? 1 : -1, k < 2 ? 1 : -1, 0);
        ProblemContact c;
        c.body_a = i;
        c.mu = mu;
        for (const int row : {0, 1, 2}) {
          const Vec3 axis = Vec3::Unit((row + 2) % 3);
          c.G_a.row(row) << axis.transpose(), arm.cross(axis).transpose();
        }
        p.contacts.push_back(c);
        // Along both diagonals half of the weight, but not evenly: all four together do not turn the sled.
        const double push = k == 0 || k == 3 ? 0.45 : 0.05;
        r.emplace_back(push * (1 - 1e-6), -mu * push, 0);
      }
    }
    const double before = certify(p, velocities(p, r), r).error;
    ASSERT_GT(before, 1e-8);
    ASSERT_LT(before, 1e-4);
    Budget budget{1e-10};
    budget.max_iterations = 0;
    EXPECT_EQ(make_solver({})->solve(p, r, budget).path, SolvePath::unconverged);
    const Certificate after = certify(p, velocities(p, r), r);
    EXPECT_LT(after.normal, 1e-9) << bodies;  // no penetration
    EXPECT_LT(after.error, 10 * before) << bodies;
  }
}

TEST(Relax, ASweepBringsImpulsesBack) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise(0, 1e-6);
  for (int i = 0; i < 10; ++i) {
    testing::RandomProblemOptions options;
    options.bodies = 30;
    options.contacts = 40;
    const ContactProblem p = testing::random_problem(random, options);
    std::vector<Vec3> solved(p.size(), Vec3::Zero());
    make_solver({})->solve(p, solved, Budget{1e-11});
    const WhitenedProblem whitened(p);
    const auto error = [&](const std::vector<Vec3>& r) {
      std::vector<Vec3> u;
      whitened.relative_velocities(r, u);
      return whitened.errors(r, u).worst();
    };
    const auto swept = [&](std::vector<Vec3> r) {
      std::vector<Vec6> w = whitened.w_free, caused = whitened.w_free;
      whitened.add_impulses(r, w);
      relax(whitened, r, w);
      whitened.add_impulses(r, caused);
      for (int b = 0; b < p.bodies(); ++b) EXPECT_LT((w[b] - caused[b]).norm(), 1e-12 * (1 + caused[b].norm()));
      return r;
    };
    EXPECT_LT(error(swept(solved)), 1e-9);  // the solution is where sweeps stand still
    std::vector<Vec3> off = solved;
    for (Vec3& r : off)
      if (r.x() > 0) r *= 1 + noise(random);
    EXPECT_LT(error(swept(off)), 0.8 * error(off)) << i;
  }
}

}  // namespace
}  // namespace stiction
