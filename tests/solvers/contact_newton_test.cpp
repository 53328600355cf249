#include "stiction/solvers/contact_newton/contact_newton.h"

#include <gtest/gtest.h>

#include "solvers/local_cases.h"
#include "solvers/random_problems.h"
#include "stiction/problem/certificate.h"
#include "stiction/solvers/contact_newton/one_contact.h"
#include "stiction/solvers/contact_solver.h"

namespace stiction {
namespace {

using testing::local_particle;
using testing::random_problem;
using testing::single_contact;

Mat3 random_compliance(std::mt19937& random) {
  std::normal_distribution<double> normal;
  Mat3 A;
  for (int i = 0; i < 9; ++i) A(i / 3, i % 3) = normal(random);
  return A * A.transpose() + 0.05 * Mat3::Identity();
}

TEST(OneContact, IsSolvedExactly) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  int stick = 0, slip = 0, open = 0;
  for (int round = 0; round < 5000; ++round) {
    const Mat3 D = random_compliance(random);
    const Vec3 q(normal(random), normal(random), normal(random));
    LocalContact c;
    c.mu = round % 10 == 0 ? 0 : std::abs(normal(random));
    double drag = round % 3 == 0 ? std::abs(normal(random)) : 0;
    const Vec3 r = solve_one_contact(c, D, q, Vec3::Zero(), drag);
    const LocalProblem problem = single_contact(D, q, c.mu);
    EXPECT_LT(certify(problem, {r}).error, 1e-10) << round << " mu " << c.mu;
    (r.x() == 0 ? open : drag == 0 ? stick : slip) += 1;
  }
  EXPECT_GT(std::min({stick, slip, open}), 500);
}

TEST(OneContact, RowsOfJointsStayWithinTheirBounds) {
  LocalContact c;
  c.law = RowLaw::bounded;
  c.rows = 2;
  c.lower = Vec3(-1, 0, 0);
  c.upper = Vec3(1, 5, 0);
  double drag = 0;
  const Vec3 r = solve_one_contact(c, Vec3(2, 4, 0).asDiagonal(), Vec3(-8, -8, 0), Vec3::Zero(), drag);
  EXPECT_EQ(r, Vec3(1, 2, 0));
}

std::vector<Vec3> solve(const LocalProblem& problem, double target, ContactNewtonResult* result = nullptr) {
  std::vector<Vec3> r(problem.size(), Vec3::Zero());
  ContactNewtonOptions options;
  options.target = target;
  const ContactNewtonResult found = contact_newton(problem, r, options);
  if (result) *result = found;
  return r;
}

TEST(ContactNewton, HandSolvedParticles) {
  EXPECT_EQ(solve(local_particle(2, Vec3(1, 2, 3), 0.5), 1e-12)[0], Vec3::Zero());
  EXPECT_LT((solve(local_particle(2, Vec3(-1, 0.3, 0), 0.5), 1e-12)[0] - Vec3(2, -0.6, 0)).norm(), 1e-11);
  EXPECT_LT((solve(local_particle(2, Vec3(-1, 3, 4), 0.5), 1e-12)[0] - Vec3(2, -0.6, -0.8)).norm(), 1e-11);
}

TEST(ContactNewton, RandomProblemsToTightTolerance) {
  std::mt19937 random(2);
  for (int round = 0; round < 40; ++round) {
    const ContactProblem problem = random_problem(
        random, {.bodies = 4 + round % 9, .contacts = 10 + 3 * round, .mass_decades = round % 4 * 1.0, .mu_max = 0.8});
    const LocalProblem local = condense(problem);
    const auto r = solve(local, 1e-10);
    const Certificate c = certify(local, r);
    EXPECT_LE(c.error, 1e-10) << round;
    EXPECT_LE(c.error_q, 1e-10) << round;
    double largest = 0;
    for (const Vec3& x : r) largest = std::max(largest, x.norm());
    EXPECT_LE(c.cone, 1e-9 * largest) << round;
    // The same velocities as the solver on bodies finds: impulses may differ, motion hardly ever does.
    EXPECT_LE(certify(problem, velocities(problem, r), r).error, 1e-9) << round;
  }
}

TEST(ContactNewton, JointsAndContactsTogether) {
  std::mt19937 random(3);
  for (int round = 0; round < 10; ++round) {
    ContactProblem problem = random_problem(random, {.bodies = 8, .contacts = 30});
    for (int k = round % 3; k < problem.size(); k += 7) {
      ProblemContact& c = problem.contacts[k];
      c.law = RowLaw::bounded;
      c.mu = c.bias = 0;
      c.rows = 1 + k % 3;
      for (int row = 0; row < 3; ++row) {
        c.upper[row] = row >= c.rows ? 0 : k % 2 == 0 ? std::numeric_limits<double>::infinity() : 0.1;
        c.lower[row] = -c.upper[row];
        for (int j = 0; row >= c.rows && j < 6; ++j) c.G_a(row, j) = c.G_b(row, j) = 0;
      }
    }
    const LocalProblem local = condense(problem);
    EXPECT_LE(certify(local, solve(local, 1e-9)).error, 1e-9) << round;
  }
}

TEST(ContactNewton, UnsymmetricAndIndefiniteCompliancesAreTaken) {
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  LocalProblem problem = condense(random_problem(random, {.bodies = 5, .contacts = 40, .mu_max = 0.6}));
  for (Mat3& block : problem.W.block)
    for (int i = 0; i < 9; ++i) block(i / 3, i % 3) *= 1 + 1e-5 * normal(random);
  for (int k = 0; k < problem.size(); ++k)
    for (int e = problem.W.start[k]; e < problem.W.start[k + 1]; ++e)
      if (problem.W.column[e] == k) problem.W.block[e] -= 1e-8 * Mat3::Identity();
  const Certificate c = certify(problem, solve(problem, 1e-8));
  EXPECT_LE(std::max(c.error, c.error_q), 1e-8);
}

TEST(ContactNewton, TellsWhatItDoes) {
  std::mt19937 random(5);
  const LocalProblem problem = condense(random_problem(random, {.bodies = 6, .contacts = 60}));
  std::vector<Vec3> r(problem.size(), Vec3::Zero());
  ContactNewtonOptions options;
  std::vector<double> costs, merits;
  options.trace = [&](int iteration, double cost, double normal, double friction) {
    EXPECT_EQ(iteration, std::ssize(costs) + 1);
    costs.push_back(cost);
    merits.push_back(normal + friction);
  };
  const auto result = contact_newton(problem, r, options);
  ASSERT_EQ(std::ssize(costs), result.iterations());
  EXPECT_TRUE(std::is_sorted(costs.begin(), costs.end()));
  EXPECT_LT(merits.back(), 1e-9 * merits.front());
}

TEST(SolverNames, EverySolverFindsSlipAlongATangent) {
  // There all friction sets meet: r = (2, -1, 0).
  const ContactProblem problem = testing::particle(2, Vec3(-1, 3, 0), 0.5, 0);
  EXPECT_EQ(solver_names().front(), "auto");
  for (const std::string& name : solver_names()) {
    SolverSettings settings;
    settings.type = name;
    std::vector<Vec3> r(1, Vec3::Zero());
    const SolveReport report = make_solver(settings)->solve(problem, r, Budget{});
    EXPECT_NE(report.path, SolvePath::unconverged) << name;
    EXPECT_LT((r[0] - Vec3(2, -1, 0)).norm(), 1e-5) << name << ' ' << r[0].transpose();
  }
}

TEST(ContactNewton, SameBitsTwice) {
  std::mt19937 random(7);
  const LocalProblem problem = condense(random_problem(random, {.bodies = 20, .contacts = 120}));
  EXPECT_EQ(solve(problem, 1e-9), solve(problem, 1e-9));
}

}  // namespace
}  // namespace stiction
