#include "stiction/problem/spectrum.h"

#include <gtest/gtest.h>

#include <numeric>

#include "solvers/local_cases.h"
#include "solvers/random_problems.h"

namespace stiction {
namespace {

TEST(Spectrum, OfOneContactByHand) {
  Mat3 W = Vec3(3, 1, 2).asDiagonal();
  W(0, 1) = 0.4;  // unsymmetric: half of it counts on either side
  const auto values = eigenvalues(testing::single_contact(W, Vec3::Zero(), 0.5));
  ASSERT_EQ(values.size(), 3U);
  const double root = std::sqrt(1 + 0.2 * 0.2);
  EXPECT_NEAR(values[0], 2 - root, 1e-14);
  EXPECT_NEAR(values[1], 2, 1e-14);
  EXPECT_NEAR(values[2], 2 + root, 1e-14);
}

TEST(Spectrum, HasTheRankOfTheBodies) {
  std::mt19937 random(1);
  const LocalProblem problem = condense(testing::random_problem(random, {.bodies = 3, .contacts = 12}));
  const auto values = eigenvalues(problem);
  ASSERT_EQ(std::ssize(values), rows_in_use(problem));
  EXPECT_EQ(std::count_if(values.begin(), values.end(), [&](double v) { return v > 1e-10 * values.back(); }), 18);
  double trace = 0;
  for (int k = 0; k < problem.size(); ++k) trace += problem.W.diagonal(k).trace();
  EXPECT_NEAR(std::accumulate(values.begin(), values.end(), 0.0), trace, 1e-10 * trace);
}

}  // namespace
}  // namespace stiction
