// The solvers of the papers on the same small problems in contact space, each with an answer known by hand.
#include "stiction/solvers/local_solvers.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <functional>
#include <random>
#include <string>

#include "solvers/local_cases.h"
#include "solvers/random_problems.h"
#include "stiction/common/error.h"
#include "stiction/problem/certificate.h"
#include "stiction/solvers/conjugate_gradient/conjugate_gradient.h"
#include "stiction/solvers/fischer_newton/fischer_newton.h"
#include "stiction/solvers/friction_set.h"
#include "stiction/solvers/gauss_seidel/gauss_seidel.h"
#include "stiction/solvers/lemke/lemke.h"

namespace stiction {
namespace {

using Solver = std::function<LocalResult(const LocalProblem&, std::vector<Vec3>&)>;

struct Named {
  std::string name;
  Solver solve;
  FrictionSet set;
};

constexpr double kTolerance = 1e-11;

Named gauss_seidel_with(const std::string& name, FrictionSet set, double relaxation = 1) {
  return {name,
          [=](const LocalProblem& p, std::vector<Vec3>& r) {
            GaussSeidelOptions options;
            options.set = set;
            options.relaxation = relaxation;
            options.tolerance = kTolerance;
            options.max_iterations = 200000;
            return gauss_seidel(p, r, options);
          },
          set};
}

Named fischer_newton_with(const std::string& name, FischerNewtonOptions options) {
  options.tolerance = kTolerance;
  return {name, [=](const LocalProblem& p, std::vector<Vec3>& r) { return fischer_newton(p, r, options); },
          FrictionSet::pyramid()};
}

Named combined_with(const std::string& name, FrictionSet set, ConjugateDirection direction) {
  CombinedOptions options;
  options.gradient.set = set;
  options.gradient.direction = direction;
  options.gradient.tolerance = kTolerance;
  options.gauss_seidel = {};
  options.max_sweeps = 200000;
  return {name, [=](const LocalProblem& p, std::vector<Vec3>& r) { return pcg_gauss_seidel(p, r, options); }, set};
}

Named conjugate_gradient_with(const std::string& name, FrictionSet set, ConjugateDirection direction) {
  ConjugateGradientOptions options;
  options.set = set;
  options.direction = direction;
  options.tolerance = kTolerance;
  options.max_iterations = 20000;
  return {name, [=](const LocalProblem& p, std::vector<Vec3>& r) { return conjugate_gradient(p, r, options); }, set};
}

Named lemke_with(const std::string& name, int directions) {
  LemkeOptions options;
  options.directions = directions;
  options.tolerance = kTolerance;
  return {name, [=](const LocalProblem& p, std::vector<Vec3>& r) { return lemke(p, r, options); },
          FrictionSet::polygon(directions)};
}

std::vector<Named> solvers() {
  FischerNewtonOptions quasi_ncg, plain_start;
  quasi_ncg.subsystem = FischerNewtonOptions::Subsystem::quasi_ncg;
  quasi_ncg.max_newton = 200;
  plain_start.semi_staggered = false;
  return {gauss_seidel_with("gauss_seidel_pyramid", FrictionSet::pyramid()),
          gauss_seidel_with("gauss_seidel_cone", FrictionSet::cone()),
          gauss_seidel_with("gauss_seidel_over_relaxed", FrictionSet::pyramid(), 1.3),
          conjugate_gradient_with("conjugate_gradient_pyramid", FrictionSet::pyramid(),
                                  ConjugateDirection::fletcher_reeves),
          conjugate_gradient_with("conjugate_gradient_cone", FrictionSet::cone(), ConjugateDirection::polak_ribiere),
          combined_with("combined_pyramid", FrictionSet::pyramid(), ConjugateDirection::fletcher_reeves),
          combined_with("combined_cone", FrictionSet::cone(), ConjugateDirection::polak_ribiere),
          lemke_with("lemke_4", 4),
          lemke_with("lemke_8", 8),
          fischer_newton_with("fischer_newton", {}),
          fischer_newton_with("fischer_newton_plain_start", plain_start),
          fischer_newton_with("fischer_newton_quasi_ncg", quasi_ncg)};
}

class LocalSolvers : public ::testing::TestWithParam<Named> {
 protected:
  std::vector<Vec3> solve(const LocalProblem& p) {
    std::vector<Vec3> r(p.size(), Vec3::Zero());
    const LocalResult result = GetParam().solve(p, r);
    EXPECT_TRUE(result.converged) << result.model_error;
    // The solver's own word, checked from outside.
    EXPECT_LE(model_error(p, compliances(p), r, relative_velocities(p, r), GetParam().set), kTolerance);
    return r;
  }
};

void expect_near(const Vec3& a, const Vec3& b, double tolerance = 1e-9) {
  EXPECT_LT((a - b).norm(), tolerance) << a.transpose() << " instead of " << b.transpose();
}

TEST_P(LocalSolvers, Separates) {
  expect_near(solve(testing::local_particle(2, Vec3(1, 3, -2), 0.5))[0], Vec3::Zero());
}

TEST_P(LocalSolvers, Sticks) {
  expect_near(solve(testing::local_particle(2, Vec3(-1, 0.3, -0.2), 0.5))[0], Vec3(2, -0.6, 0.4));
}

TEST_P(LocalSolvers, SlipsAlongEitherTangentInEitherSense) {
  expect_near(solve(testing::local_particle(2, Vec3(-1, 3, 0), 0.5))[0], Vec3(2, -1, 0));
  expect_near(solve(testing::local_particle(2, Vec3(-1, -3, 0), 0.5))[0], Vec3(2, 1, 0));
  expect_near(solve(testing::local_particle(2, Vec3(-1, 0, 3), 0.5))[0], Vec3(2, 0, -1));
  expect_near(solve(testing::local_particle(2, Vec3(-1, 0, -3), 0.5))[0], Vec3(2, 0, 1));
}

TEST_P(LocalSolvers, SlipsObliquelyByItsOwnFrictionSet) {
  const Vec3 r = solve(testing::local_particle(2, Vec3(-1, 3, -4), 0.5))[0];
  if (GetParam().set.kind == FrictionSet::Kind::cone) {
    expect_near(r, Vec3(2, -0.6, 0.8));
  } else if (GetParam().set.kind == FrictionSet::Kind::pyramid) {
    expect_near(r, Vec3(2, -1, 1));  // both tangents at their bound: the corner of the pyramid
  } else {
    EXPECT_NEAR(r.x(), 2, 1e-9);
    EXPECT_LE(r.tail<2>().norm(), 1 + 1e-9);
    EXPECT_GT(r.tail<2>().dot(Vec2(-0.6, 0.8)), std::cos(M_PI / GetParam().set.samples) - 1e-9);
  }
}

TEST_P(LocalSolvers, ClosesAGapAndBounces) {
  EXPECT_NEAR(solve(testing::local_particle(2, Vec3(-1, 0, 0), 0.5, -0.25))[0].x(), 1.5, 1e-9);
  EXPECT_NEAR(solve(testing::local_particle(2, Vec3(-1, 0, 0), 0.5, 0.6))[0].x(), 3.2, 1e-9);
  expect_near(solve(testing::local_particle(2, Vec3(-0.2, 0, 0), 0.5, -0.25))[0], Vec3::Zero());
}

TEST_P(LocalSolvers, NoFrictionWithoutCoefficient) {
  expect_near(solve(testing::local_particle(1, Vec3(-1, 3, 4), 0))[0], Vec3(1, 0, 0));
}

TEST_P(LocalSolvers, TwoLayersOneSlides) {
  // The upper mass, 3 kg, slides with 5 m/s and drags the lower one, 1 kg, which sticks to the floor.
  const auto r = solve(testing::two_layers(1, 3, Vec3(-1, 0, 0), Vec3(-1, 5, 0), 0.5, 0.5));
  expect_near(r[0], Vec3(4, -1.5, 0));
  expect_near(r[1], Vec3(3, -1.5, 0));
}

TEST_P(LocalSolvers, TwoLayersBothSlide) {
  // With mu 0.2 at the floor the lower mass is dragged along: it gains 1.5 - 0.2 * 4 = 0.7 m/s.
  const LocalProblem p = testing::two_layers(1, 3, Vec3(-1, 0, 0), Vec3(-1, 5, 0), 0.2, 0.5);
  const auto r = solve(p);
  expect_near(r[0], Vec3(4, -0.8, 0));
  expect_near(r[1], Vec3(3, -1.5, 0));
  const auto u = relative_velocities(p, r);
  EXPECT_NEAR(u[0].y(), 0.7, 1e-9);
  EXPECT_NEAR(u[1].y(), 4.5 - 0.7, 1e-9);
}

TEST_P(LocalSolvers, PainleveSlidesBelowTheThreshold) {
  for (const double theta : {0.8, std::atan(2.0), 1.2}) {
    const testing::PainleveTip tip{theta};
    const double mu = 0.9 * tip.critical_mu();
    const Vec3 r = solve(tip.problem(mu))[0];
    const double expected = tip.approach / (tip.w_nn() - mu * tip.w_nt());
    EXPECT_NEAR(r.x(), expected, 1e-7 * expected) << theta;
    EXPECT_NEAR(r.y(), -mu * expected, 1e-7 * expected) << theta;
  }
}

TEST_P(LocalSolvers, PainleveJamsAboveTheThreshold) {
  for (const double theta : {0.8, std::atan(2.0), 1.2}) {
    const testing::PainleveTip tip{theta};
    const LocalProblem p = tip.problem(1.1 * tip.critical_mu());
    const Vec3 stick = -p.W.block[0].inverse() * p.q[0];
    expect_near(solve(p)[0], stick, 1e-7);
  }
}

TEST_P(LocalSolvers, RedundantContactsShareTheLoad) {
  // Three contacts at one and the same point of one mass: W is singular, the sum of the impulses is not.
  ContactProblem p = testing::particle(6, Vec3(-1, 0.4, 0.1), 0.5);
  p.contacts.resize(3, p.contacts[0]);
  const auto r = solve(condense(p));
  expect_near(r[0] + r[1] + r[2], Vec3(6, -2.4, -0.6), 1e-8);
}

TEST_P(LocalSolvers, AgreesWithTheExactSolutionWhereFrictionHolds) {
  // Friction so strong that every contact sticks well inside its set: all sets have the same solution.
  std::mt19937 random(29);
  std::uniform_real_distribution<double> sign(-1, 1);
  for (int i = 0; i < 5; ++i) {
    LocalProblem p;
    Eigen::Matrix<double, 12, 14> J = Eigen::Matrix<double, 12, 14>::NullaryExpr([&] { return sign(random); });
    const Eigen::Matrix<double, 12, 12> W = J * J.transpose();
    Eigen::Matrix<double, 12, 1> r_known, q;
    for (int k = 0; k < 4; ++k)
      r_known.segment<3>(3 * k) << 1 + 0.5 * sign(random), 0.3 * sign(random), 0.3 * sign(random);
    q.noalias() = -W * r_known;
    p.W.start = {0};
    for (int k = 0; k < 4; ++k) {
      for (int j = 0; j < 4; ++j) {
        p.W.column.push_back(j);
        p.W.block.push_back(W.block<3, 3>(3 * k, 3 * j));
      }
      p.W.start.push_back(4 * (k + 1));
      p.q.push_back(q.segment<3>(3 * k));
      p.contacts.push_back({});
      p.contacts.back().mu = 2;
    }
    const auto u = relative_velocities(p, solve(p));
    for (const Vec3& v : u) EXPECT_LT(v.norm(), 1e-7);
  }
}

INSTANTIATE_TEST_SUITE_P(All, LocalSolvers, ::testing::ValuesIn(solvers()),
                         [](const auto& test) { return test.param.name; });

/// Solvers that take the rows of joints.
class BoundedRows : public LocalSolvers {};

TEST_P(BoundedRows, HoldWithinTheirBounds) {
  expect_near(solve(testing::joint_rows(Vec3(2, 1, 0), 10))[0], Vec3(-4, -4, 0));
  expect_near(solve(testing::joint_rows(Vec3(-2, 1, 0), 3))[0], Vec3(4, -3, 0));
}

std::vector<Named> solvers_with_joints() {
  std::vector<Named> all;
  for (const Named& solver : solvers())
    if (solver.name.find("lemke") == std::string::npos) all.push_back(solver);
  return all;
}

TEST(SolveLocal, SolvesByNameAndTraces) {
  const LocalProblem p = testing::two_layers(1, 3, Vec3(-1, 0, 0), Vec3(-1, 5, 0), 0.5, 0.5);
  for (const std::string& type : local_solver_types()) {
    SolverSettings settings;
    settings.type = type;
    std::vector<Vec3> r(2, Vec3::Zero());
    int calls = 0;
    double last_cost = 0;
    const LocalResult result =
        solve_local(settings, p, r, {1e-8, 1000}, [&](int, double cost, double normal, double friction) {
          ++calls;
          EXPECT_GE(cost, last_cost);
          last_cost = cost;
          EXPECT_GE(normal, 0);
          EXPECT_GE(friction, 0);
        });
    EXPECT_TRUE(result.converged) << type;
    EXPECT_GT(calls, 0) << type;
    EXPECT_LE(last_cost, result.cost + 1) << type;
    expect_near(r[0], Vec3(4, -1.5, 0), 1e-5);
  }
  std::vector<Vec3> r(2, Vec3::Zero());
  EXPECT_THROW(solve_local({}, p, r, {}), InputError);  // auto is not one of them
  SolverSettings shock;
  shock.type = "gauss_seidel";
  shock.shock_propagation = true;
  EXPECT_THROW(solve_local(shock, p, r, {}), InputError);
}

INSTANTIATE_TEST_SUITE_P(All, BoundedRows, ::testing::ValuesIn(solvers_with_joints()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace stiction
