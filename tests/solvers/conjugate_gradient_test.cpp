// Projected conjugate gradients: finite termination where nothing is projected, thresholds, limits and best iterates.
#include "stiction/solvers/conjugate_gradient/conjugate_gradient.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <limits>
#include <random>

#include "solvers/local_cases.h"
#include "solvers/random_problems.h"
#include "stiction/common/error.h"
#include "stiction/solvers/conjugate_gradient/scaled_rows.h"

namespace stiction {
namespace {

/// A body that rests on four feet and sticks: after the start nothing reaches a bound, so this is a linear system.
LocalProblem sticking(std::mt19937& random) {
  testing::RandomProblemOptions shape;
  shape.bodies = 1;
  shape.contacts = 2;
  ContactProblem p = testing::random_problem(random, shape);
  for (ProblemContact& c : p.contacts) c.mu = 50;
  p.v_free[0] << 0, 0, -1, 0, 0, 0;
  return condense(p);
}

TEST(ConjugateGradient, EndsAfterAsManyStepsAsUnknownsWhereNothingIsProjected) {
  std::mt19937 random(4);
  const LocalProblem p = sticking(random);
  for (const auto direction : {ConjugateDirection::fletcher_reeves, ConjugateDirection::polak_ribiere})
    for (const bool printed : {false, true}) {
      ConjugateGradientOptions options;
      options.direction = direction;
      options.printed_recurrence = printed;
      options.tolerance = 1e-10;
      // From impulses deep inside the cone.
      std::vector<Vec3> r(2, Vec3(0.5, 0, 0));
      const LocalResult result = conjugate_gradient(p, r, options);
      EXPECT_TRUE(result.converged) << result.model_error;
      EXPECT_LE(result.iterations, 3 * p.size() + 1);
    }
}

TEST(ConjugateGradient, KeepsItsLimitAndItsBestIterate) {
  std::mt19937 random(8);
  for (int i = 0; i < 10; ++i) {
    const LocalProblem p = condense(testing::random_problem(random, {.bodies = 6, .contacts = 25}));
    ConjugateGradientOptions options;
    options.tolerance = 1e-14;
    std::vector<Vec3> r(p.size(), Vec3::Zero());
    EXPECT_LE(conjugate_gradient(p, r, options).iterations, 2 * 3 * p.size());
    // Residuals go up and down, but more iterations never give back a larger one.
    const ScaledRows rows(p, options.set);
    double last = std::numeric_limits<double>::infinity();
    for (int limit = 1; limit < 40; ++limit) {
      options.max_iterations = limit;
      r.assign(p.size(), Vec3::Zero());
      conjugate_gradient(p, r, options);
      Eigen::VectorXd y;
      rows.velocities(rows.scaled(r), y);
      const double residual = rows.projected_residual(rows.scaled(r), y).norm();
      EXPECT_LE(residual, last * (1 + 1e-12)) << limit;
      last = residual;
    }
  }
}

TEST(PcgGaussSeidel, HandsOverAtItsThresholds) {
  std::mt19937 random(6);
  const LocalProblem p = condense(testing::random_problem(random, {.bodies = 6, .contacts = 12}));
  CombinedOptions options;
  options.gradient.tolerance = 1e-9;
  options.gauss_seidel = {};
  options.max_sweeps = 0;
  std::vector<Vec3> r(p.size(), Vec3::Zero());
  const LocalResult first = pcg_gauss_seidel(p, r, options);
  EXPECT_FALSE(first.converged);
  options.max_sweeps = 100000;
  r.assign(p.size(), Vec3::Zero());
  const LocalResult both = pcg_gauss_seidel(p, r, options);
  EXPECT_TRUE(both.converged) << both.model_error;
  EXPECT_GT(both.iterations, first.iterations);
  // A threshold on the changes ends the second phase early.
  options.gauss_seidel = {1e-4, 0};
  r.assign(p.size(), Vec3::Zero());
  const LocalResult early = pcg_gauss_seidel(p, r, options);
  EXPECT_LT(early.iterations, both.iterations);
  EXPECT_GT(early.model_error, both.model_error);
}

TEST(PcgGaussSeidel, RejectsBadOptions) {
  const LocalProblem p = testing::local_particle(1, Vec3(-1, 0, 0), 0.5);
  std::vector<Vec3> r(1, Vec3::Zero());
  CombinedOptions options;
  options.relaxation = 0;
  EXPECT_THROW(pcg_gauss_seidel(p, r, options), InputError);
  options = {};
  options.gradient.set = FrictionSet::polygon(4);
  EXPECT_THROW(pcg_gauss_seidel(p, r, options), InputError);
}

}  // namespace
}  // namespace stiction
