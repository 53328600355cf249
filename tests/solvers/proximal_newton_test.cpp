#include "stiction/solvers/kernels/proximal_newton.h"

#include <gtest/gtest.h>

#include "solvers/random_problems.h"

namespace stiction {
namespace {

/// Factorizations for twenty problems from nothing; all must be solved.
int factorizations(int max_firmings) {
  int sum = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    testing::RandomProblemOptions chain;
    chain.bodies = 120;
    chain.contacts = 360;
    const WhitenedProblem problem(testing::random_problem(random, chain));
    NewtonSystem system(problem, choose_form(problem));
    ProximalNewtonOptions options;
    options.max_firmings = max_firmings;
    std::vector<Vec3> r(std::size_t(problem.size()), Vec3::Zero()), u;
    sum += proximal_newton(problem, CoulombLaw(problem), problem.w_free, system, options, r).factorizations;
    problem.relative_velocities(r, u);
    EXPECT_LE(problem.errors(r, u).worst(), options.target) << "seed " << seed;
  }
  return sum;
}

// 1138 in place of 1451.
TEST(ProximalNewton, ContactsThatBlockARoundAreHeldAndTheOthersGoOn) {
  EXPECT_LT(factorizations(ProximalNewtonOptions().max_firmings), 0.9 * factorizations(0));
}

// No error is below nothing, so it ends when it is content, and not before it is good enough.
TEST(ProximalNewton, LeavesWhatIsGoodEnoughWhenNoMoreComes) {
  std::mt19937 random(5);
  const WhitenedProblem problem(testing::random_problem(random, {.bodies = 20, .contacts = 60}));
  NewtonSystem system(problem, choose_form(problem));
  ProximalNewtonOptions options;
  options.target = -1;
  options.patience = 40;
  const auto solve = [&](double good_enough) {
    options.good_enough = good_enough;
    std::vector<Vec3> r(std::size_t(problem.size()), Vec3::Zero());
    return proximal_newton(problem, CoulombLaw(problem), problem.w_free, system, options, r);
  };
  const ProximalNewtonResult stubborn = solve(-2), content = solve(1e-6);
  EXPECT_FALSE(stubborn.content);
  EXPECT_TRUE(content.content);
  EXPECT_LE(content.error, 1e-6);
  EXPECT_LT(content.rounds, stubborn.rounds);
}

}  // namespace
}  // namespace stiction
