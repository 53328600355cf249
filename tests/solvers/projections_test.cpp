// The two projections of Staggered Projections against a slow, obvious oracle: Gauss-Seidel on the dual problem.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "solvers/random_problems.h"
#include "stiction/solvers/kernels/proximal_newton.h"
#include "stiction/solvers/staggered_projections/staggered_projections.h"

namespace stiction {
namespace {

/// Minimizes the dual by projected block gradient steps, one contact at a time.
std::vector<Vec3> gauss_seidel(const WhitenedProblem& problem, const LocalLaw& law, const std::vector<Vec6>& p,
                               int sweeps) {
  std::vector<Vec3> r(problem.size(), Vec3::Zero());
  std::vector<Vec6> w = p;
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (int k = 0; k < problem.size(); ++k) {
      const auto& c = problem.contacts[k];
      Vec3 u = contact_velocity(c, w);
      u -= c.bias;
      const Vec3 next = law.image(k, r[k] - u / (3 * c.d), push_on(c, r));  // 3 d bounds the block's largest eigenvalue
      const Vec3 change = next - r[k];
      if (c.a >= 0) w[c.a] += c.J_a.transpose() * change;
      if (c.b >= 0) w[c.b] += c.J_b.transpose() * change;
      r[k] = next;
    }
  return r;
}

double velocity_difference(const WhitenedProblem& problem, const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  std::vector<Vec3> d(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) d[k] = a[k] - b[k];
  std::vector<Vec6> w(problem.bodies(), Vec6::Zero());
  problem.add_impulses(d, w);
  double worst = 0;
  for (const auto& x : w) worst = std::max(worst, x.norm());
  return worst;
}

class Projections : public ::testing::TestWithParam<Form> {};

TEST_P(Projections, AgreeWithGaussSeidel) {
  std::mt19937 random(17);
  for (int i = 0; i < 6; ++i) {
    testing::RandomProblemOptions options;
    options.bodies = 4;
    options.contacts = 14;
    const WhitenedProblem problem(testing::random_problem(random, options));
    NewtonSystem system(problem, GetParam());
    ProximalNewtonOptions newton;
    newton.target = 1e-12;

    const NormalLaw contact(problem);
    std::vector<Vec3> normal(problem.size(), Vec3::Zero());
    EXPECT_LE(proximal_newton(problem, contact, problem.w_free, system, newton, normal).error, 1e-12);
    EXPECT_LT(velocity_difference(problem, normal, gauss_seidel(problem, contact, problem.w_free, 20000)), 1e-6);

    std::vector<double> radii;
    for (int k = 0; k < problem.size(); ++k) radii.push_back(problem.contacts[k].mu * normal[k].x());
    std::vector<Vec6> p = problem.w_free;
    problem.add_impulses(normal, p);
    for (int samples : {0, 4, 8, 13}) {
      const FrictionLaw friction(problem, radii, samples);
      std::vector<Vec3> f(problem.size(), Vec3::Zero());
      EXPECT_LE(proximal_newton(problem, friction, p, system, newton, f).error, 1e-12) << samples;
      EXPECT_LT(velocity_difference(problem, f, gauss_seidel(problem, friction, p, 20000)), 1e-6) << samples;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, Projections, ::testing::Values(Form::primal, Form::dual),
                         [](const auto& test) { return test.param == Form::primal ? "primal" : "dual"; });

TEST(StaggeredProjections, TraceShowsBothErrorsFalling) {
  std::mt19937 random(2);
  testing::RandomProblemOptions options;
  options.bodies = 3;
  options.contacts = 9;
  const WhitenedProblem problem(testing::random_problem(random, options));
  std::vector<Vec3> r(problem.size(), Vec3::Zero());
  StaggeredOptions staggered;
  staggered.target = 1e-9;
  const StaggeredResult result = staggered_projections(problem, r, staggered);
  ASSERT_GE(result.trace.size(), 2u);
  EXPECT_LE(result.error, 1e-8);
  EXPECT_LT(result.trace.back().relative_error, 1e-6 * result.trace[1].relative_error + 1e-16);
  EXPECT_LT(result.trace.back().residual, 1e-6 * result.trace.front().residual + 1e-12);
}

}  // namespace
}  // namespace stiction
