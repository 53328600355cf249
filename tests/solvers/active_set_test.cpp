// The exact contact projection: complementarity holds, whatever the start, with redundant contacts and joints.
#include "stiction/solvers/kernels/active_set.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "solvers/random_problems.h"
#include "stiction/solvers/kernels/local_law.h"
#include "stiction/solvers/kernels/proximal_newton.h"

namespace stiction {
namespace {

/// Impulses are admissible, velocities fulfil all rows, and only rows that are just fulfilled push.
void expect_projection(const WhitenedProblem& problem, const std::vector<Vec3>& r, double accuracy) {
  std::vector<Vec3> u;
  problem.relative_velocities(r, u);
  for (int k = 0; k < problem.size(); ++k) {
    const WhitenedContact& c = problem.contacts[k];
    if (c.law == RowLaw::bounded) {
      for (int row = 0; row < 3; ++row) {
        if (c.lower[row] == 0 && c.upper[row] == 0) continue;
        EXPECT_GE(r[k][row], c.lower[row]);
        EXPECT_LE(r[k][row], c.upper[row]);
        if (c.upper[row] > 0) {
          EXPECT_GT(u[k][row], -accuracy);
        }
        if (c.lower[row] < 0) {
          EXPECT_LT(u[k][row], accuracy);
        }
      }
      continue;
    }
    EXPECT_EQ(r[k].y(), 0);
    EXPECT_EQ(r[k].z(), 0);
    EXPECT_GE(r[k].x(), 0);
    EXPECT_GT(u[k].x(), -accuracy) << k;
    if (r[k].x() > 0) {
      EXPECT_LT(u[k].x(), accuracy) << k;
    }
  }
}

ContactProblem redundant_problem(std::mt19937& random, int bodies, int contacts) {
  testing::RandomProblemOptions options;
  options.bodies = bodies;
  options.contacts = contacts;
  options.mass_decades = 3;
  ContactProblem problem = testing::random_problem(random, options);
  // Every third contact once more, as where corners of two shapes meet.
  for (int k = 0; k < contacts; k += 3) problem.contacts.push_back(problem.contacts[std::size_t(k)]);
  return problem;
}

TEST(ActiveSet, FulfilsComplementarityWhateverTheGuess) {
  std::mt19937 random(5);
  for (int i = 0; i < 60; ++i) {
    const WhitenedProblem problem(redundant_problem(random, 1 + i % 9, 5 + 2 * i));
    std::vector<Vec3> cold(problem.size(), Vec3::Zero()), all(problem.size(), Vec3::UnitX());
    std::vector<Vec3> some = cold;
    for (std::size_t k = 0; k < some.size(); k += 2) some[k].x() = 1;
    double speed = 0;
    for (const Vec6& w : problem.w_free) speed += w.squaredNorm();
    const double accuracy = 1e-10 * std::sqrt(speed);
    for (std::vector<Vec3>* r : {&cold, &all, &some}) {
      ASSERT_TRUE(project_on_contacts(problem, *r)) << i;
      expect_projection(problem, *r, accuracy);
    }
    // The velocities are unique, though the impulses are not.
    std::vector<Vec6> from_cold = problem.w_free, from_all = problem.w_free;
    problem.add_impulses(cold, from_cold);
    problem.add_impulses(all, from_all);
    for (std::size_t b = 0; b < from_cold.size(); ++b)
      EXPECT_LT((from_cold[b] - from_all[b]).norm(), 1e-9 * std::sqrt(speed));
  }
}

TEST(ActiveSet, AgreesWithTheProximalMethod) {
  std::mt19937 random(6);
  for (int i = 0; i < 10; ++i) {
    const WhitenedProblem problem(redundant_problem(random, 6, 30));
    std::vector<Vec3> exact(problem.size(), Vec3::Zero()), iterated = exact;
    ASSERT_TRUE(project_on_contacts(problem, exact));
    NewtonSystem system(problem, Form::primal);
    ProximalNewtonOptions options;
    options.target = 1e-11;
    EXPECT_LE(proximal_newton(problem, NormalLaw(problem), problem.w_free, system, options, iterated).error, 1e-11);
    std::vector<Vec3> u, v;
    problem.relative_velocities(exact, u);
    problem.relative_velocities(iterated, v);
    for (int k = 0; k < problem.size(); ++k) EXPECT_NEAR(u[k].x(), v[k].x(), 1e-7);
  }
}

TEST(ActiveSet, ClosesJointsAndRespectsLimits) {
  const double infinity = std::numeric_limits<double>::infinity();
  std::mt19937 random(7);
  for (int i = 0; i < 20; ++i) {
    ContactProblem rows = redundant_problem(random, 6, 12);
    for (std::size_t k = 0; k < rows.contacts.size(); k += 4) {
      rows.contacts[k].law = RowLaw::bounded;
      rows.contacts[k].lower = Vec3(-infinity, 0, -infinity);
      rows.contacts[k].upper = Vec3(infinity, infinity, 0);
    }
    const WhitenedProblem problem(rows);
    std::vector<Vec3> r(problem.size(), Vec3::Zero());
    ASSERT_TRUE(project_on_contacts(problem, r));
    expect_projection(problem, r, 1e-9);
  }
}

TEST(ActiveSet, LeavesOtherRowsToOthers) {
  std::mt19937 random(8);
  ContactProblem bounded = redundant_problem(random, 3, 6);
  bounded.contacts[1].law = RowLaw::bounded;
  bounded.contacts[1].lower = Vec3(-1, 0, 0);
  bounded.contacts[1].upper = Vec3(1, 0, 0);
  std::vector<Vec3> r(bounded.contacts.size(), Vec3::Ones());
  EXPECT_FALSE(project_on_contacts(WhitenedProblem(bounded), r));
  for (const Vec3& impulse : r) EXPECT_EQ(impulse, Vec3::Ones());
}

TEST(ActiveSet, SaysThatNothingFulfilsARowThatContradictsAnother) {
  std::mt19937 random(9);
  testing::RandomProblemOptions options;
  options.bodies = 1;
  options.contacts = 1;
  ContactProblem squeezed = testing::random_problem(random, options);
  ProblemContact opposite = squeezed.contacts[0];
  opposite.G_a = -opposite.G_a;
  squeezed.contacts[0].bias = 1;
  opposite.bias = 1;
  squeezed.contacts.push_back(opposite);
  std::vector<Vec3> r(2, Vec3::Zero());
  EXPECT_FALSE(project_on_contacts(WhitenedProblem(squeezed), r));
}

}  // namespace
}  // namespace stiction
