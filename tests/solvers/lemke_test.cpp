// Lemke's pivoting against enumeration of all complementary bases, and its limits.
#include "stiction/solvers/lemke/lemke.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "solvers/local_cases.h"
#include "solvers/random_problems.h"
#include "stiction/common/error.h"
#include "stiction/solvers/friction_set.h"

namespace stiction {
namespace {

/// The solution of an LCP with a positive definite matrix, by trying every complementary basis.
Eigen::VectorXd lcp_by_enumeration(const Eigen::MatrixXd& M, const Eigen::VectorXd& q) {
  const int n = static_cast<int>(q.size());
  for (int subset = 0; subset < (1 << n); ++subset) {
    Eigen::MatrixXd A = Eigen::MatrixXd::Identity(n, n);
    for (int j = 0; j < n; ++j)
      if ((subset >> j & 1) != 0) A.col(j) = -M.col(j);
    const Eigen::VectorXd x = A.partialPivLu().solve(q);
    if (x.minCoeff() < -1e-12) continue;
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
    for (int j = 0; j < n; ++j)
      if ((subset >> j & 1) != 0) z[j] = x[j];
    return z;
  }
  return Eigen::VectorXd::Constant(n, NAN);
}

TEST(LemkeTableau, AgreesWithEnumeration) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> sign(-1, 1);
  for (int i = 0; i < 50; ++i) {
    const int n = 1 + i % 7;
    const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return sign(random); });
    const Eigen::MatrixXd M = A * A.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n) + 0.5 * (A - A.transpose());
    const Eigen::VectorXd q = Eigen::VectorXd::NullaryExpr(n, [&] { return sign(random); });
    const LemkeSolution solution = lemke(M, q, 1000);
    EXPECT_EQ(solution.status, LemkeStatus::solved);
    EXPECT_LT((solution.z - lcp_by_enumeration(M, q)).norm(), 1e-9) << i;
    for (const double safe_pivot : {0.0, 1.0})
      EXPECT_LT((lemke(M, q, 1000, {}, safe_pivot).z - solution.z).norm(), 1e-9) << i;
  }
}

TEST(LemkeTableau, EndsInARayWhereNoSolutionExists) {
  const Eigen::MatrixXd M = Eigen::MatrixXd::Constant(1, 1, -1);
  EXPECT_EQ(lemke(M, Eigen::VectorXd::Constant(1, -1), 100).status, LemkeStatus::ray);
}

TEST(LemkeTableau, CountsItsPivots) {
  const Eigen::MatrixXd M = Eigen::MatrixXd::Identity(6, 6);
  const Eigen::VectorXd q = -Eigen::VectorXd::LinSpaced(6, 1, 2);
  EXPECT_EQ(lemke(M, q, 2).status, LemkeStatus::pivot_limit);
  EXPECT_EQ(lemke(M, q, 2).pivots, 2);
  EXPECT_EQ(lemke(M, Eigen::VectorXd::Ones(6), 2).pivots, 0);
}

TEST(Lemke, SolvesRandomProblems) {
  std::mt19937 random(13);
  for (int i = 0; i < 12; ++i)
    for (const int directions : {4, 5, 8}) {
      testing::RandomProblemOptions shape;
      shape.bodies = 2 + i % 5;
      shape.contacts = 4 + i;
      shape.mass_decades = i % 3;
      const LocalProblem p = condense(testing::random_problem(random, shape));
      LemkeOptions options;
      options.directions = directions;
      std::vector<Vec3> r(p.size(), Vec3::Zero());
      const LemkeResult result = lemke(p, r, options);
      EXPECT_EQ(result.status, LemkeStatus::solved);
      EXPECT_LE(result.model_error, 1e-7) << i;
      EXPECT_EQ(result.unknowns, p.size() * (2 + directions));
    }
}

TEST(Lemke, RefusesWhatItCannotDo) {
  std::vector<Vec3> r(1, Vec3::Zero());
  EXPECT_THROW(lemke(testing::joint_rows(Vec3(1, 1, 0), 1), r, {}), InputError);
  const LocalProblem p = testing::local_particle(1, Vec3(-1, 0, 0), 0.5);
  EXPECT_THROW(lemke(p, r, {.directions = 2}), InputError);
  EXPECT_THROW(lemke(p, r, {.max_unknowns = 5}), InputError);
}

}  // namespace
}  // namespace stiction
