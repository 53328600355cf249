// What is wrong in a few places of a large problem is solved there alone.
#include "stiction/solvers/kernels/neighbourhoods.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>

#include "solvers/random_problems.h"
#include "stiction/problem/certificate.h"
#include "stiction/solvers/contact_solver.h"

namespace stiction {
namespace {

/// Unit masses in a row, each in contact with the next.
ContactProblem chain(int bodies) {
  ContactProblem p;
  p.mass.assign(bodies, Mat6::Identity());
  p.inverse_mass = p.mass;
  p.v_free.assign(bodies, Vec6::Zero());
  for (int i = 0; i + 1 < bodies; ++i) {
    ProblemContact c;
    c.body_a = i + 1;
    c.body_b = i;
    c.mu = 0.5;
    c.G_a.leftCols<3>().setIdentity();
    c.G_b.leftCols<3>() = -Mat3::Identity();
    p.contacts.push_back(c);
  }
  return p;
}

std::vector<double> shares_of_chain(int contacts, const std::vector<std::pair<int, double>>& errors) {
  std::vector<double> shares(contacts, 0);
  for (const auto& [k, error] : errors) shares[k] = error * error;
  return shares;
}

TEST(Neighbourhoods, GrowRingByRingAndMeet) {
  const WhitenedProblem p(chain(31));
  const Neighbourhoods places(p);
  const auto shares = shares_of_chain(30, {{5, 1}, {10, 2}, {20, 1e-3}});
  // The third is below what may stay.
  EXPECT_EQ(places.around(shares, 0.01, 1), (std::vector<std::vector<int>>{{4, 5, 6}, {9, 10, 11}}));
  EXPECT_EQ(places.around(shares, 0.01, 2), (std::vector<std::vector<int>>{{3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}));
  EXPECT_EQ(places.around(shares, 0.0005, 1), (std::vector<std::vector<int>>{{4, 5, 6}, {9, 10, 11}, {19, 20, 21}}));
  // Together what is left out must be below the limit.
  EXPECT_EQ(places.around(shares, 1.1, 1), (std::vector<std::vector<int>>{{9, 10, 11}}));
  EXPECT_TRUE(places.around(shares, 3, 1).empty());
}

std::vector<Vec3> solved(const ContactProblem& p, double tolerance) {
  std::vector<Vec3> r(p.size(), Vec3::Zero());
  make_solver({})->solve(p, r, Budget{tolerance});
  return r;
}

ContactProblem some_problem(int seed, int bodies, int contacts) {
  std::mt19937 random(seed);
  testing::RandomProblemOptions options;
  options.bodies = bodies;
  options.contacts = contacts;
  return testing::random_problem(random, options);
}

TEST(WhitenedPart, IsSolvedByTheImpulsesOfTheWhole) {
  const ContactProblem p = some_problem(3, 30, 60);
  const WhitenedProblem whole(p);
  const std::vector<Vec3> r = solved(p, 1e-11);
  std::vector<Vec6> w = whole.w_free;
  whole.add_impulses(r, w);
  const std::vector<int> kept = {1, 2, 3, 17, 40};
  const WhitenedProblem part = whole.around(kept, r, w);
  ASSERT_EQ(part.size(), 5);
  EXPECT_LE(part.bodies(), 10);
  std::vector<Vec3> r_part, u_part, u;
  for (const int k : kept) r_part.push_back(r[k]);
  part.relative_velocities(r_part, u_part);
  whole.relative_velocities(r, u);
  for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_LT((u_part[i] - u[kept[i]]).norm(), 1e-10);
  EXPECT_LT(part.errors(r_part, u_part).worst(), 1e-9);
}

TEST(WhitenedProblem, SharesAddUpToTheError) {
  const ContactProblem p = some_problem(4, 30, 60);
  const WhitenedProblem whole(p);
  std::vector<Vec3> r = solved(p, 1e-3), u;
  whole.relative_velocities(r, u);
  double sum = 0;
  for (const double share : whole.shares(r, u)) sum += share;
  const Errors errors = whole.errors(r, u);
  EXPECT_GE(std::sqrt(sum), (1 - 1e-12) * errors.worst());
  EXPECT_LE(sum, (1 + 1e-12) * (errors.impulse * errors.impulse + errors.velocity * errors.velocity));
}

TEST(AutoSolver, MendsADisturbanceOfALargeProblem) {
  const ContactProblem p = some_problem(5, 400, 700);
  const std::vector<Vec3> exact = solved(p, 1e-9);
  std::vector<Vec3> r = exact;
  for (const int k : {50, 51, 300}) r[k] = 2 * r[k] + Vec3(0.1, 0, 0);
  Budget budget{1e-8};
  budget.start_is_solved = true;
  const SolveReport report = make_solver({})->solve(p, r, budget);
  EXPECT_NE(report.path, SolvePath::unconverged);
  EXPECT_LE(certify(p, velocities(p, r), r).error, 1e-8);
}

TEST(AutoSolver, ADraftIsRoughAndLeadsToTheSolution) {
  const ContactProblem p = some_problem(6, 300, 700);
  std::vector<Vec3> r(p.size(), Vec3::Zero());
  Budget budget{1e-10};
  budget.draft = true;
  const SolveReport draft = make_solver({})->solve(p, r, budget);
  EXPECT_TRUE(draft.draft);
  const double rough = certify(p, velocities(p, r), r).error;
  EXPECT_LE(rough, 1e-2);
  EXPECT_GT(rough, 1e-9);  // else nothing was saved
  budget.draft = false;
  budget.start_is_solved = true;
  const SolveReport report = make_solver({})->solve(p, r, budget);
  EXPECT_FALSE(report.draft);
  EXPECT_LE(certify(p, velocities(p, r), r).error, 1e-10);
}

TEST(AutoSolver, WhatIsSolvedInMotionStandsForTheRestOfTheStep) {
  const ContactProblem p = some_problem(8, 300, 700);
  std::vector<Vec3> r(p.size(), Vec3::Zero());
  Budget budget{1e-6};
  const SolveReport first = make_solver({})->solve(p, r, budget);
  EXPECT_TRUE(first.in_motion);  // a start without impulses is far off
  EXPECT_LE(certify(p, velocities(p, r), r).error, 1e-6);
  budget.start_is_solved = budget.in_motion = true;
  const std::vector<Vec3> before = r;
  const SolveReport again = make_solver({})->solve(p, r, budget);
  EXPECT_TRUE(again.in_motion);
  EXPECT_EQ(again.factorizations, 0);
  EXPECT_EQ(r, before);
}

// Large enough that passes over its contacts are split up among threads.
TEST(AutoSolver, ALargeProblemIsSolvedToTheSameBitsByAnyNumberOfThreads) {
  const ContactProblem p = some_problem(9, 2500, 5000);
  std::vector<Vec3> first;
  for (const std::size_t threads : {1, 2, 4}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    std::vector<Vec3> r(p.size(), Vec3::Zero());
    make_solver({})->solve(p, r, Budget{1e-5});
    EXPECT_LE(certify(p, velocities(p, r), r).error, 1e-5);
    if (first.empty()) first = r;
    EXPECT_EQ(r, first);
  }
}

TEST(AutoSolver, ASmallProblemNeedsNoDraft) {
  const ContactProblem p = some_problem(7, 30, 60);
  std::vector<Vec3> r(p.size(), Vec3::Zero());
  Budget budget{1e-10};
  budget.draft = true;
  EXPECT_FALSE(make_solver({})->solve(p, r, budget).draft);
  EXPECT_LE(certify(p, velocities(p, r), r).error, 1e-10);
}

}  // namespace
}  // namespace stiction
