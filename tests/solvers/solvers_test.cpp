// Every solver on the same problems: hand-solved ones first, then random ones judged by the certificate.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "solvers/random_problems.h"
#include "stiction/common/error.h"
#include "stiction/problem/certificate.h"
#include "stiction/solvers/contact_solver.h"
#include "support/particle.h"

namespace stiction {
namespace {

using testing::particle;

class EverySolver : public ::testing::TestWithParam<std::string> {
 protected:
  std::vector<Vec3> solve(const ContactProblem& p, double tolerance = 1e-10) {
    SolverSettings settings;
    settings.type = GetParam();
    std::vector<Vec3> r(p.size(), Vec3::Zero());
    report_ = make_solver(settings)->solve(p, r, {tolerance, 500});
    certificate_ = certify(p, velocities(p, r), r);
    return r;
  }
  SolveReport report_;
  Certificate certificate_;
};

TEST_P(EverySolver, Separates) { EXPECT_EQ(solve(particle(2, Vec3(1, 3, 0), 0.5))[0], Vec3::Zero()); }

TEST_P(EverySolver, Sticks) {
  EXPECT_LT((solve(particle(2, Vec3(-1, 0.3, -0.2), 0.5))[0] - Vec3(2, -0.6, 0.4)).norm(), 1e-8);
}

TEST_P(EverySolver, SlipsAgainstTheMotion) {
  EXPECT_LT((solve(particle(2, Vec3(-1, 3, -4), 0.5))[0] - Vec3(2, -0.6, 0.8)).norm(), 1e-8);
}

TEST_P(EverySolver, ClosesAGapAndBounces) {
  EXPECT_NEAR(solve(particle(2, Vec3(-1, 0, 0), 0.5, -0.25))[0].x(), 1.5, 1e-8);
  EXPECT_NEAR(solve(particle(2, Vec3(-1, 0, 0), 0.5, 0.25))[0].x(), 2.5, 1e-8);
}

TEST_P(EverySolver, FrictionlessContactHasNoTangentialImpulse) {
  EXPECT_LT((solve(particle(1, Vec3(-1, 3, 4), 0))[0] - Vec3(1, 0, 0)).norm(), 1e-9);
}

TEST_P(EverySolver, RodThatFrictionPressesDown) {
  // A contact whose friction also presses it down (the coupling of SP section 4): rod at 45 degrees, mass 1,
  // inertia 1/12, contact at (1, 0, -1)/(2 sqrt 2) from the centre, sliding in +tangent. By hand from W.
  ContactProblem p;
  Mat6 M = Mat6::Identity();
  M.bottomRightCorner<3, 3>() /= 12;
  p.mass = {M};
  p.inverse_mass = {M.inverse()};
  Vec6 v = Vec6::Zero();
  v << 1, 0, -0.1, 0, 0, 0;
  p.v_free = {v};
  ProblemContact c;
  c.body_a = 0;
  c.mu = 0.2;
  const Vec3 arm = Vec3(1, 0, -1) / (2 * std::sqrt(2.0));
  int row = 0;
  for (const Vec3& axis : {Vec3(Vec3::UnitZ()), Vec3(Vec3::UnitX()), Vec3(Vec3::UnitY())}) {
    c.G_a.block<1, 3>(row, 0) = axis.transpose();
    c.G_a.block<1, 3>(row, 3) = arm.cross(axis).transpose();
    ++row;
  }
  p.contacts = {c};
  // W_nn = 1 + 12/8, W_nt = 12/8: slipping with r_t = -mu r_n gives r_n (W_nn - mu W_nt) = 0.1.
  const double w_nn = 2.5, w_nt = (arm.cross(Vec3::UnitZ()) * 12).dot(arm.cross(Vec3::UnitX()));
  const double expected = 0.1 / (w_nn - 0.2 * w_nt);
  const Vec3 r = solve(p)[0];
  EXPECT_NEAR(r.x(), expected, 1e-8);
  EXPECT_NEAR(r.y(), -0.2 * expected, 1e-8);
}

TEST_P(EverySolver, RandomProblemsReachTheirTolerance) {
  std::mt19937 random(11);
  for (auto [bodies, contacts, decades] :
       std::vector<std::tuple<int, int, double>>{{1, 4, 0}, {3, 12, 1}, {8, 12, 1}, {10, 60, 1}, {10, 40, 4}})
    for (int i = 0; i < 5; ++i) {
      testing::RandomProblemOptions options;
      options.bodies = bodies;
      options.contacts = contacts;
      options.mass_decades = decades;
      const ContactProblem p = testing::random_problem(random, options);
      solve(p, 1e-8);
      EXPECT_LE(certificate_.error, 1e-8) << bodies << " bodies, " << contacts << " contacts";
      EXPECT_NE(report_.path, SolvePath::unconverged);
    }
}

TEST_P(EverySolver, CarriedSolutionCostsNothing) {
  std::mt19937 random(5);
  const ContactProblem p = testing::random_problem(random, {});
  SolverSettings settings;
  settings.type = GetParam();
  std::vector<Vec3> r(p.size(), Vec3::Zero());
  const auto solver = make_solver(settings);
  solver->solve(p, r, {1e-9, 500});
  const std::vector<Vec3> first = r;
  const SolveReport again = solver->solve(p, r, {1e-6, 500});
  EXPECT_EQ(again.path, SolvePath::carried);
  EXPECT_EQ(again.factorizations, 0);
  EXPECT_EQ(r, first);
}

TEST_P(EverySolver, EveryExitIsFreeOfPenetration) {
  std::mt19937 random(23);
  for (int i = 0; i < 10; ++i) {
    testing::RandomProblemOptions options;
    options.bodies = 10;
    options.contacts = 60;
    const ContactProblem p = testing::random_problem(random, options);
    SolverSettings settings;
    settings.type = GetParam();
    for (const Budget& budget : {Budget{1e-10, 1}, Budget{1e-10, 3}, Budget{1e-10, 500, 1e-9}}) {
      std::vector<Vec3> r(p.size(), Vec3::Zero());
      make_solver(settings)->solve(p, r, budget);
      EXPECT_LT(certify(p, velocities(p, r), r).normal, 1e-8);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EverySolver, ::testing::Values("auto", "staggered_projections", "proximal_newton"),
                         [](const auto& test) { return test.param; });

TEST(StaggeredSolver, PrimalAndDualFormsAgree) {
  std::mt19937 random(3);
  for (auto [bodies, contacts] : {std::pair{3, 20}, std::pair{12, 10}}) {
    testing::RandomProblemOptions options;
    options.bodies = bodies;
    options.contacts = contacts;
    const ContactProblem p = testing::random_problem(random, options);
    std::vector<Vec6> v[2];
    int i = 0;
    for (const char* form : {"primal", "dual"}) {
      SolverSettings settings;
      settings.type = "staggered_projections";
      settings.form = form;
      std::vector<Vec3> r(p.size(), Vec3::Zero());
      make_solver(settings)->solve(p, r, {1e-9, 500});
      v[i++] = velocities(p, r);
    }
    for (int b = 0; b < bodies; ++b) EXPECT_LT((v[0][b] - v[1][b]).norm(), 1e-6);
  }
}

TEST(StaggeredSolver, PolygonsTendToTheDisk) {
  // Slip midway between two samples: the inscribed polygon gives up to 1 - cos(pi/n) too little friction.
  const double angle = 0.3;
  const ContactProblem p = particle(1, Vec3(-1, 5 * std::cos(angle), 5 * std::sin(angle)), 0.5);
  double last = 1;
  for (int samples : {4, 8, 16, 64, 256}) {
    SolverSettings settings;
    settings.type = "staggered_projections";
    settings.friction_samples = samples;
    std::vector<Vec3> r{Vec3::Zero()};
    make_solver(settings)->solve(p, r, {1e-8, 500});
    const double error = (r[0] + Vec3(-1, 0.5 * std::cos(angle), 0.5 * std::sin(angle))).norm();
    EXPECT_LT(error, 2 * std::sin(M_PI / samples)) << samples;
    EXPECT_LE(error, last + 1e-12);
    last = error;
  }
  EXPECT_LT(last, 0.02);
}

TEST(MakeSolver, RejectsWhatItDoesNotKnow) {
  SolverSettings bad;
  bad.type = "magic";
  EXPECT_THROW(make_solver(bad), InputError);
  bad = {};
  bad.tolerance = 0;
  EXPECT_THROW(make_solver(bad), InputError);
  bad = {};
  bad.tolerance = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(make_solver(bad), InputError);
  bad = {};
  bad.friction_samples = 2;
  EXPECT_THROW(make_solver(bad), InputError);
  bad = {};
  bad.form = "triangular";
  EXPECT_THROW(make_solver(bad), InputError);
  bad = {};
  bad.relaxation = 1.2;  // not an option of auto
  EXPECT_THROW(make_solver(bad), InputError);
  bad.type = "gauss_seidel";
  EXPECT_NO_THROW(make_solver(bad));
  bad.relaxation = 2;
  EXPECT_THROW(make_solver(bad), InputError);
  bad = {};
  bad.type = "fischer_newton";
  bad.subsystem = "approximate";
  EXPECT_THROW(make_solver(bad), InputError);
}

}  // namespace
}  // namespace stiction
