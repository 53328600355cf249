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

}  // namespace
}  // namespace stiction
