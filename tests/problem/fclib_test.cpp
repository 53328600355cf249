#include "stiction/problem/fclib.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>

#include "problem/fclib_samples.h"
#include "solvers/random_problems.h"
#include "stiction/common/error.h"
#include "stiction/problem/certificate.h"
#include "support/temporary_folder.h"

namespace stiction {
namespace {

using testing::TemporaryFolder;

void expect_same(const LocalProblem& a, const LocalProblem& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (int k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a.contacts[k].law, b.contacts[k].law);
    EXPECT_EQ(a.contacts[k].mu, b.contacts[k].mu);
    EXPECT_LE((a.q[k] - b.q[k]).norm(), tolerance * (1 + b.q[k].norm())) << k;
    const auto row = [&](const LocalProblem& p) {
      std::vector<Mat3> blocks(p.size(), Mat3::Zero());
      for (int e = p.W.start[k]; e < p.W.start[k + 1]; ++e) blocks[p.W.column[e]] = p.W.block[e];
      return blocks;
    };
    const auto x = row(a), y = row(b);
    for (int j = 0; j < a.size(); ++j) EXPECT_LE((x[j] - y[j]).norm(), tolerance * (1 + y[j].norm())) << k << ' ' << j;
  }
}

std::vector<Vec3> some_impulses(int n) {
  std::vector<Vec3> r(n);
  for (int k = 0; k < n; ++k) r[k] = Vec3(1 + k, 0.25 * k, -0.5 * k);
  return r;
}

TEST(Fclib, LocalProblemsSurviveARoundTripBitByBit) {
  const TemporaryFolder folder;
  std::mt19937 random(5);
  const LocalProblem problem = condense(testing::random_problem(random, {.bodies = 6, .contacts = 17}));
  const auto r = some_impulses(problem.size()), guess = std::vector<Vec3>(problem.size(), Vec3(1, 2, 3));
  write_local_problem(folder.file("p.h5"), problem, {"a title", "words", "more"}, &r, {guess, r});
  const ProblemFile file = read_problem(folder.file("p.h5"));
  expect_same(file.problem, problem, 0);
  EXPECT_EQ(file.info.title, "a title");
  EXPECT_EQ(file.info.description, "words");
  EXPECT_EQ(file.info.math_info, "more");
  EXPECT_EQ(file.contacts, 17);
  EXPECT_EQ(file.bilateral, 0);
  EXPECT_LT(file.asymmetry, 1e-14);
  ASSERT_TRUE(file.solution);
  EXPECT_EQ(file.solution->r, r);
  EXPECT_EQ(file.solution->u, relative_velocities(problem, r));
  ASSERT_EQ(file.guesses.size(), 2U);
  EXPECT_EQ(file.guesses[0].r, guess);
  EXPECT_EQ(file.guesses[1].r, r);
}

TEST(Fclib, GlobalProblemsCondenseToTheSameContacts) {
  const TemporaryFolder folder;
  std::mt19937 random(6);
  const ContactProblem problem = testing::random_problem(random, {.bodies = 5, .contacts = 12});
  const auto r = some_impulses(problem.size());
  write_global_problem(folder.file("p.h5"), problem, {}, &r);
  const ProblemFile file = read_problem(folder.file("p.h5"));
  EXPECT_TRUE(file.global);
  expect_same(file.problem, condense(problem), 1e-11);
  ASSERT_TRUE(file.solution);
  EXPECT_EQ(file.solution->r, r);
}

/// A random problem with some of its contacts turned into rows of joints.
ContactProblem with_joints(std::mt19937& random) {
  ContactProblem problem = testing::random_problem(random, {.bodies = 5, .contacts = 12});
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  for (int k : {2, 7, 8}) {
    ProblemContact& c = problem.contacts[k];
    c.law = RowLaw::bounded;
    c.bias = c.mu = 0;
    c.rows = k == 7 ? 2 : 3;
    for (int row = 0; row < 3; ++row) c.upper[row] = row < c.rows ? kInfinite : 0;
    for (int row = 0; row < 3; ++row) c.lower[row] = -c.upper[row];
    for (int j = 0; c.rows < 3 && j < 6; ++j) c.G_a(2, j) = c.G_b(2, j) = 0;
  }
  return problem;
}

TEST(Fclib, BilateralRowsGoThroughBothForms) {
  const TemporaryFolder folder;
  std::mt19937 random(7);
  const ContactProblem problem = with_joints(random);
  auto r = some_impulses(problem.size());
  r[7].z() = 0;
  const LocalProblem local = condense(problem);
  write_local_problem(folder.file("local.h5"), local, {}, &r);
  write_global_problem(folder.file("global.h5"), problem, {}, &r);
  const ProblemFile a = read_problem(folder.file("local.h5")), b = read_problem(folder.file("global.h5"));
  for (const ProblemFile* file : {&a, &b}) {
    EXPECT_EQ(file->contacts, 9);
    EXPECT_EQ(file->bilateral, 8);
    ASSERT_EQ(file->problem.size(), 12);
    EXPECT_EQ(file->problem.contacts[9].law, RowLaw::bounded);
    EXPECT_EQ(file->problem.contacts[11].rows, 2);
    EXPECT_EQ(file->problem.contacts[11].lower[1], -std::numeric_limits<double>::infinity());
    EXPECT_EQ(file->problem.contacts[11].upper[2], 0);
    // The rows are in another order, but the contacts move alike.
    const auto u = relative_velocities(local, r), v = relative_velocities(file->problem, file->solution->r);
    int at = 0;
    for (int k = 0; k < 12; ++k) {
      if (local.contacts[k].law != RowLaw::coulomb) continue;
      EXPECT_LT((u[k] - v[at++]).norm(), 1e-11 * (1 + u[k].norm())) << k;
    }
  }
  expect_same(a.problem, b.problem, 1e-11);
}

TEST(Fclib, BoundsOfJointsBecomeKnownImpulses) {
  std::mt19937 random(8);
  ContactProblem problem = with_joints(random);
  auto r = some_impulses(problem.size());
  r[7].z() = 0;
  problem.contacts[2].upper = r[2];  // all rows at a bound
  problem.contacts[2].lower = Vec3(-1, -1, -9);
  problem.contacts[8].lower[1] = r[8][1];  // one of three
  const TemporaryFolder folder;
  EXPECT_THROW(write_global_problem(folder.file("p.h5"), problem, {}), InputError);
  EXPECT_THROW(write_local_problem(folder.file("p.h5"), condense(problem), {}), InputError);
  std::vector<Vec3> without;
  const ContactProblem plain = free_of_bounds(problem, r, without);
  ASSERT_EQ(plain.size(), problem.size() - 1);
  EXPECT_EQ(plain.contacts[7].rows, 2);  // was number 8
  const auto v = velocities(problem, r), w = velocities(plain, without);
  for (int i = 0; i < problem.bodies(); ++i) EXPECT_LT((v[i] - w[i]).norm(), 1e-11 * (1 + v[i].norm()));
  write_global_problem(folder.file("p.h5"), plain, {}, &without);
  EXPECT_EQ(read_problem(folder.file("p.h5")).bilateral, 4);
}

TEST(Fclib, SolutionsJoinACopyOfTheProblem) {
  const TemporaryFolder folder;
  const std::string source = folder.file("p.h5"), target = folder.file("s.h5");
  testing::write_sample(source, testing::Form::rows);
  const ProblemFile file = read_problem(source);
  EXPECT_FALSE(file.solution);
  for (const Vec3& first : {Vec3(1, 0.5, 0.25), Vec3(2, 3, 4)}) {
    const std::vector<Vec3> r{first, Vec3(0, 0, 1)};
    write_solution(target, source, file, r);
    const ProblemFile solved = read_problem(target);
    ASSERT_TRUE(solved.solution);
    EXPECT_EQ(solved.solution->r, r);
    expect_same(solved.problem, file.problem, 0);
  }
  EXPECT_THROW(write_solution(source, source, file, {Vec3::Zero(), Vec3::Zero()}), InputError);
  EXPECT_THROW(write_solution(folder.file("no/s.h5"), source, file, {Vec3::Zero(), Vec3::Zero()}), InputError);
}

TEST(Fclib, EveryFormOfMatrixReadsTheSame) {
  const TemporaryFolder folder;
  testing::write_sample(folder.file("rows.h5"), testing::Form::rows);
  const ProblemFile rows = read_problem(folder.file("rows.h5"));
  EXPECT_EQ(rows.problem.W.block[0](0, 0), 2);
  EXPECT_EQ(rows.problem.W.block[0](1, 0), 0.5);
  EXPECT_NEAR(rows.asymmetry, 0.25 / 3, 1e-15);  // W_01 = 0.25 has no partner
  for (const auto form : {testing::Form::columns, testing::Form::triplets, testing::Form::long_triplets}) {
    testing::write_sample(folder.file("other.h5"), form);
    expect_same(read_problem(folder.file("other.h5")).problem, rows.problem, 0);
  }
}

TEST(Fclib, TripletsWithRowsInPAreRecognisedWhereTheyMustBe) {
  // H is 6×3: if the row indices lie in p, i cannot hold them.
  const TemporaryFolder folder;
  using fclib::Writer;
  for (const bool rows_in_i : {true, false}) {
    Writer w(folder.file("p.h5"));
    w.group("fclib_global");
    w.integers("fclib_global/spacedim", {3});
    fclib::Matrix M{6, 6, {}};
    for (int i = 0; i < 6; ++i) M.entries.push_back({i, i, 2.0});
    w.matrix("fclib_global/M", M);
    w.group("fclib_global/H");
    for (const char* name : {"nzmax", "nz"}) w.integers(std::string("fclib_global/H/") + name, {3});
    w.integers("fclib_global/H/m", {6});
    w.integers("fclib_global/H/n", {3});
    w.integers(rows_in_i ? "fclib_global/H/i" : "fclib_global/H/p", {5, 3, 4});
    w.integers(rows_in_i ? "fclib_global/H/p" : "fclib_global/H/i", {0, 1, 2});
    w.numbers("fclib_global/H/x", {1, 1, 4});
    w.numbers("fclib_global/f", {0, 0, 0, 6, 8, -2});
    w.numbers("fclib_global/w", {0.5, 0, 0});
    w.numbers("fclib_global/mu", {0.3});
    w.close();
    const ProblemFile file = read_problem(folder.file("p.h5"));
    EXPECT_EQ(file.problem.W.block[0].diagonal(), Vec3(0.5, 0.5, 8)) << rows_in_i;
    EXPECT_EQ(file.problem.q[0], Vec3(-0.5, 3, 16)) << rows_in_i;
  }
}

TEST(Fclib, ProblemsInThePlaneGetATangentWhereNothingHappens) {
  const TemporaryFolder folder;
  using fclib::Writer;
  Writer w(folder.file("p.h5"));
  w.group("fclib_local");
  w.integers("fclib_local/spacedim", {2});
  w.matrix("fclib_local/W", {4, 4, {{0, 0, 2}, {1, 1, 4}, {2, 2, 1}, {3, 3, 1}, {0, 3, 0.5}, {3, 0, 0.5}}});
  w.group("fclib_local/vectors");
  w.numbers("fclib_local/vectors/q", {-1, 0.5, -2, 1});
  w.numbers("fclib_local/vectors/mu", {0.5, 0.25});
  w.close();
  const ProblemFile file = read_problem(folder.file("p.h5"));
  EXPECT_EQ(file.dimension, 2);
  EXPECT_EQ(file.problem.q[1], Vec3(-2, 1, 0));
  EXPECT_EQ(file.problem.W.diagonal(0)(2, 2), 3);
  EXPECT_EQ(contact_compliance(file.problem, 0), 3);  // as that of the two rows
  write_solution(folder.file("s.h5"), folder.file("p.h5"), file, {Vec3(1, 2, 0), Vec3(3, 4, 0)});
  EXPECT_EQ(read_problem(folder.file("s.h5")).solution->r[1], Vec3(3, 4, 0));
}

TEST(Certificate, OfBothFormsAgrees) {
  std::mt19937 random(9);
  std::normal_distribution<double> normal;
  for (int round = 0; round < 20; ++round) {
    const ContactProblem problem =
        round % 2 == 0 ? testing::random_problem(random, {.bodies = 6, .contacts = 15}) : with_joints(random);
    std::vector<Vec3> r(problem.size());
    for (Vec3& x : r) x = Vec3(std::abs(normal(random)), 0.3 * normal(random), 0.3 * normal(random));
    for (int k = 0; k < problem.size(); ++k)
      for (int row = problem.contacts[k].rows; row < 3; ++row) r[k][row] = 0;
    const Certificate a = certify(problem, velocities(problem, r), r), b = certify(condense(problem), r);
    for (const auto& [x, y] :
         {std::pair{a.error, b.error}, std::pair{a.error_worst, b.error_worst}, std::pair{a.error_q, b.error_q},
          std::pair{a.normal, b.normal}, std::pair{a.cone, b.cone}, std::pair{a.complementarity, b.complementarity},
          std::pair{a.dissipation, b.dissipation}, std::pair{a.joint, b.joint}})
      EXPECT_NEAR(x, y, 1e-11 * (1 + std::abs(x)));
    EXPECT_GT(a.error, 1e-3);
  }
}

}  // namespace
}  // namespace stiction
