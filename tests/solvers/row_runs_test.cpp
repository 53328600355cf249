// Contacts that move many bodies: whatever is computed with runs of rows agrees with dense matrices.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <random>

#include "solvers/random_problems.h"
#include "stiction/solvers/kernels/newton_system.h"
#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {
namespace {

/// Two deformable bodies of three and four parts, and a rigid one: contacts between all of them and the ground.
ContactProblem mixed_problem(std::mt19937& random) {
  testing::RandomProblemOptions options;
  options.bodies = 8;
  options.contacts = 60;
  ContactProblem p = testing::random_problem(random, options);
  for (int i = 0; i < 7; ++i) p.mass[i] = p.inverse_mass[i] = Mat6::Identity();
  for (int k = 0; k < p.size(); ++k) {
    ProblemContact& c = p.contacts[k];
    const int kind = k / 7 % 4;
    if (kind == 3) continue;  // as it was: two bodies at most
    std::vector<int> bodies;
    for (int i = 0; i < 8; ++i)
      if ((i < 3 && kind != 1) || (i >= 3 && i < 7 && kind != 0) || (i == 7 && kind == 0)) bodies.push_back(i);
    c.body_a = bodies[0];
    c.body_b = bodies[1];
    c.G_a.setRandom();
    c.G_b.setRandom();
    for (std::size_t i = 2; i < bodies.size(); ++i) c.more.push_back({bodies[i], Mat36::Random()});
  }
  return p;
}

Eigen::MatrixXd dense_rows(const WhitenedProblem& problem) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3 * problem.size(), 6 * problem.bodies());
  for (int k = 0; k < problem.size(); ++k)
    problem.contacts[k].for_each_term([&](int body, const Mat36& block) { J.block<3, 6>(3 * k, 6 * body) = block; });
  return J;
}

Eigen::VectorXd stacked(const std::vector<Vec3>& r) {
  return Eigen::Map<const Eigen::VectorXd>(r[0].data(), 3 * std::ssize(r));
}
Eigen::VectorXd stacked(const std::vector<Vec6>& w) {
  Eigen::VectorXd x(6 * std::ssize(w));
  for (std::size_t i = 0; i < w.size(); ++i) x.segment<6>(6 * Eigen::Index(i)) = w[i];
  return x;
}

void expect_products(const WhitenedProblem& problem) {
  const Eigen::MatrixXd J = dense_rows(problem);
  std::vector<Vec3> r(problem.size()), u;
  for (Vec3& impulse : r) impulse.setRandom();
  std::vector<Vec6> w = problem.w_free;
  problem.add_impulses(r, w);
  EXPECT_LT((stacked(w) - stacked(problem.w_free) - J.transpose() * stacked(r)).cwiseAbs().maxCoeff(), 1e-12);
  problem.contact_velocities(w, u);
  EXPECT_LT((stacked(u) - J * stacked(w)).cwiseAbs().maxCoeff(), 1e-12);
  for (int k = 0; k < problem.size(); ++k)
    EXPECT_LT((contact_velocity(problem.contacts[k], w) - u[k]).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(RowRuns, HoldTheRowsOfTheProblem) {
  std::mt19937 random(3);
  const ContactProblem p = mixed_problem(random);
  const WhitenedProblem problem(p);
  ASSERT_FALSE(problem.runs.empty());
  expect_products(problem);
  // Parts of unit mass are not changed, and the rigid body's rows are those of unit mass.
  for (int k = 0; k < p.size(); ++k) {
    double trace = 0;
    p.contacts[k].for_each_term(
        [&](int body, const Mat36& G) { trace += (G * p.inverse_mass[body] * G.transpose()).trace(); });
    EXPECT_NEAR(problem.contacts[k].d, trace / 3, 1e-12 * trace);
  }
}

TEST(RowRuns, FollowTheirContactsIntoParts) {
  std::mt19937 random(4);
  const WhitenedProblem whole(mixed_problem(random));
  std::vector<int> kept;
  for (int k = 0; k < whole.size(); ++k)
    if (k % 3 != 1) kept.push_back(k);
  const WhitenedProblem part = whole.with_only(kept);
  ASSERT_EQ(part.size(), std::ssize(kept));
  const Eigen::MatrixXd all = dense_rows(whole), some = dense_rows(part);
  for (std::size_t i = 0; i < kept.size(); ++i)
    EXPECT_EQ(some.middleRows<3>(3 * Eigen::Index(i)), all.middleRows<3>(3 * Eigen::Index(kept[i])));
  expect_products(part);
  expect_products(whole.copy());
  // Moved elsewhere, contacts still find their rows.
  const WhitenedProblem moved = whole.with_only(kept);
  expect_products(moved);

  std::vector<Vec3> r(whole.size(), Vec3(0.1, 0.02, -0.03));
  std::vector<Vec6> w = whole.w_free;
  whole.add_impulses(r, w);
  expect_products(whole.around(kept, r, w));
}

TEST(RowRuns, BothFormsOfTheNewtonSystemSolveIt) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(0, 1);
  const WhitenedProblem problem(mixed_problem(random));
  const Eigen::MatrixXd J = dense_rows(problem);
  std::vector<Mat3> weights(problem.size(), Mat3::Zero());
  Eigen::MatrixXd A = Eigen::MatrixXd::Identity(J.cols(), J.cols());
  for (int k = 0; k < problem.size(); ++k) {
    // Open, sticking, slipping (of rank two), as in an interior point, and anything at all.
    const Vec2 d = Vec2::Random().normalized(), t(-d.y(), d.x());
    const Vec3 slip(1, 0.3 * d.x(), 0.3 * d.y()), side(0, t.x(), t.y());
    Mat3& C = weights[k];
    if (k % 5 == 1) C = 30 * Mat3::Identity();
    if (k % 5 == 2) {
      C = 0.7 * side * side.transpose();
      C.col(0) += 30 * slip;
    }
    if (k % 5 == 3) {
      C.bottomRightCorner<2, 2>() = 4 * Eigen::Matrix2d::Identity() + 2 * d * d.transpose();
      C.col(0) = 5 * slip;
    }
    if (k % 5 == 4) C = Mat3::Identity() + 0.3 * Mat3::Random();
    A += J.middleRows<3>(3 * k).transpose() * C * J.middleRows<3>(3 * k);
  }
  std::vector<Vec6> right(problem.bodies());
  for (Vec6& x : right) x.setRandom();
  const Eigen::VectorXd expected = A.partialPivLu().solve(stacked(right));
  for (const Form form : {Form::primal, Form::dual}) {
    NewtonSystem system(problem, form);
    for (int again = 0; again < 2; ++again) {
      ASSERT_TRUE(system.factor(weights));
      std::vector<Vec6> x = right;
      system.solve(x);
      EXPECT_LT((stacked(x) - expected).cwiseAbs().maxCoeff(), 1e-9 * expected.cwiseAbs().maxCoeff());
    }
  }
}

}  // namespace
}  // namespace stiction
