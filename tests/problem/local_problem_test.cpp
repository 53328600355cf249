#include "stiction/problem/local_problem.h"

#include <gtest/gtest.h>

#include "solvers/random_problems.h"

namespace stiction {
namespace {

TEST(LocalProblem, HasTheVelocitiesOfTheProblemItCameFrom) {
  std::mt19937 random(3);
  const ContactProblem problem = testing::random_problem(random, {.bodies = 8, .contacts = 20});
  const LocalProblem local = condense(problem);
  std::vector<Vec3> r(problem.size());
  for (int k = 0; k < problem.size(); ++k) r[k] = Vec3(1 + k, 0.3 * k, -0.1 * k);
  const auto v = velocities(problem, r);
  const auto u = relative_velocities(local, r);
  for (int k = 0; k < problem.size(); ++k) {
    const Vec3 expected = contact_velocity(problem.contacts[k], v) - Vec3(problem.contacts[k].bias, 0, 0);
    EXPECT_LT((u[k] - expected).norm(), 1e-11 * (1 + expected.norm())) << k;
  }
}

TEST(LocalProblem, KeepsTheLawOfRollingRows) {
  std::mt19937 random(4);
  ContactProblem problem = testing::random_problem(random, {.bodies = 2, .contacts = 3});
  ProblemContact turning = problem.contacts[1];
  turning.law = RowLaw::rolling;
  turning.parent = 1;
  turning.upper = Vec3(0.5, 1, 1);
  problem.contacts.push_back(turning);
  const LocalProblem local = condense(problem);
  EXPECT_EQ(local.contacts[3].law, RowLaw::rolling);
  EXPECT_EQ(local.contacts[3].parent, 1);
  EXPECT_EQ(local.contacts[3].upper, turning.upper);
  EXPECT_EQ(local.contacts[1].parent, -1);
}

}  // namespace
}  // namespace stiction
