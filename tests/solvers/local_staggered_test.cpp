#include "stiction/solvers/staggered_projections/local_staggered.h"

#include <gtest/gtest.h>

#include "solvers/local_cases.h"
#include "solvers/random_problems.h"
#include "stiction/problem/certificate.h"
#include "stiction/solvers/friction_set.h"

namespace stiction {
namespace {

using testing::local_particle;

std::vector<Vec3> solve(const LocalProblem& problem, LocalStaggeredOptions options, LocalResult* result = nullptr) {
  std::vector<Vec3> r(problem.size(), Vec3::Zero());
  const LocalResult found = local_staggered_projections(problem, r, options);
  if (result) *result = found;
  return r;
}

TEST(LocalStaggered, HandSolvedParticles) {
  LocalStaggeredOptions options;
  options.tolerance = 1e-11;
  EXPECT_EQ(solve(local_particle(2, Vec3(1, 2, 3), 0.5), options)[0], Vec3::Zero());
  EXPECT_LT((solve(local_particle(2, Vec3(-1, 0.3, 0), 0.5), options)[0] - Vec3(2, -0.6, 0)).norm(), 1e-9);
  EXPECT_LT((solve(local_particle(2, Vec3(-1, 3, 4), 0.5), options)[0] - Vec3(2, -0.6, -0.8)).norm(), 1e-9);
  // A square with its corners on the tangents: slip along (3, 4) is answered by the corner nearest to it.
  options.samples = 4;
  EXPECT_LT((solve(local_particle(2, Vec3(-1, 3, 4), 0.5), options)[0] - Vec3(2, 0, -1)).norm(), 1e-9);
}

TEST(LocalStaggered, RandomProblemsInBothSets) {
  std::mt19937 random(2);
  for (int round = 0; round < 12; ++round) {
    const LocalProblem problem =
        condense(testing::random_problem(random, {.bodies = 6, .contacts = 10 + 3 * round, .mu_max = 0.4}));
    LocalStaggeredOptions options;
    options.tolerance = 1e-8;
    options.samples = round % 2 == 0 ? 0 : 8;
    LocalResult result;
    const auto r = solve(problem, options, &result);
    EXPECT_TRUE(result.converged) << round << ' ' << result.model_error;
    if (options.samples == 0) {
      EXPECT_LE(certify(problem, r).error, 1e-8) << round;
    }
    EXPECT_LE(certify(problem, r).normal, 1e-7) << round;
  }
}

TEST(LocalStaggered, JointsTakePart) {
  // A particle on the floor whose first tangent a joint of its own keeps still.
  LocalProblem problem = testing::two_layers(1, 1, Vec3(-1, 0.5, 3), Vec3(-1, 0.5, 3), 0.5, 0.5);
  problem.contacts[1].law = RowLaw::bounded;
  for (int row = 0; row < 3; ++row) {
    problem.contacts[1].upper[row] = std::numeric_limits<double>::infinity();
    problem.contacts[1].lower[row] = -std::numeric_limits<double>::infinity();
  }
  LocalStaggeredOptions options;
  options.tolerance = 1e-10;
  const auto r = solve(problem, options);
  EXPECT_LE(certify(problem, r).error, 1e-10);
  EXPECT_NEAR(r[0].x(), 2, 1e-8);  // one body of twice the mass
}

}  // namespace
}  // namespace stiction
