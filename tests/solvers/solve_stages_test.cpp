// Stages that the default solver goes through in large problems only, by themselves.
#include "stiction/solvers/solve_stages.h"

#include <gtest/gtest.h>

#include "solvers/random_problems.h"

namespace stiction {
namespace {

class FromTheMiddle : public ::testing::Test {
 protected:
  static WhitenedProblem make() {
    std::mt19937 random(11);
    testing::RandomProblemOptions options;
    options.bodies = 60;
    options.contacts = 150;
    return WhitenedProblem(testing::random_problem(random, options));
  }

  WhitenedProblem problem = make();
  Budget budget{1e-8};
};

TEST_F(FromTheMiddle, SolvesWhateverIsAtHand) {
  std::vector<Vec3> r(std::size_t(problem.size()), Vec3(-1e3, 1e6, 0));
  SolveStages s(problem, r, budget);
  s.judge();
  ASSERT_GT(s.error(), 1e-3);
  EXPECT_TRUE(s.from_the_middle());
  std::vector<Vec3> u;
  problem.relative_velocities(r, u);
  EXPECT_LE(problem.errors(r, u).worst(), s.target());
}

TEST_F(FromTheMiddle, KeepsWhatIsBetter) {
  std::vector<Vec3> r(std::size_t(problem.size()), Vec3::Zero());
  SolveStages first(problem, r, budget);
  first.judge();
  ASSERT_TRUE(first.from_the_middle());
  const std::vector<Vec3> solved = r;
  Budget rough = budget;
  rough.tolerance = 1e-3;
  SolveStages s(problem, r, rough);
  s.judge();
  const double error = s.error();
  EXPECT_TRUE(s.from_the_middle());
  EXPECT_EQ(s.error(), error);
  for (std::size_t k = 0; k < r.size(); ++k) EXPECT_EQ(r[k], solved[k]);
}

}  // namespace
}  // namespace stiction
