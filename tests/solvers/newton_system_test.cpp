// The system of many bodies, whose graph holds only pairs with weight and grows and shrinks with them.
#include "stiction/solvers/kernels/newton_system.h"

#include <gtest/gtest.h>

#include <random>

#include "solvers/random_problems.h"

namespace stiction {
namespace {

class ManyPairs : public ::testing::Test {
 protected:
  explicit ManyPairs(int bodies = 200, int contacts = 900) : random(7), problem(make(random, bodies, contacts)) {}

  static WhitenedProblem make(std::mt19937& random, int bodies, int contacts) {
    testing::RandomProblemOptions options;
    options.bodies = bodies;
    options.contacts = contacts;
    ContactProblem p = testing::random_problem(random, options);
    // A net instead of a ring.
    std::uniform_int_distribution<int> stride(1, 9);
    for (ProblemContact& c : p.contacts)
      if (c.body_b >= 0) c.body_b = (c.body_a + stride(random)) % options.bodies;
    return WhitenedProblem(p);
  }

  /// Weights of about this part of the contacts, not symmetric; the same contacts for the same seed.
  std::vector<Mat3> weights(double part, unsigned seed) {
    std::mt19937 choice(seed);
    std::uniform_real_distribution<double> unit(0, 1);
    std::vector<Mat3> all(problem.size(), Mat3::Zero());
    for (Mat3& C : all)
      if (unit(choice) < part) {
        C = 20 * Mat3::Identity();
        C(1, 0) = 9 * unit(choice);
      }
    return all;
  }

  /// What (I + Σ Jᵀ C J) x = b leaves, relative to b.
  double residual(NewtonSystem& system, const std::vector<Mat3>& C) {
    std::vector<Vec6> b(problem.bodies());
    std::normal_distribution<double> normal;
    for (Vec6& v : b)
      for (double& x : v) x = normal(random);
    std::vector<Vec6> x = b;
    if (!system.factor(C)) return std::numeric_limits<double>::infinity();
    system.solve(x);
    std::vector<Vec3> u;
    problem.contact_velocities(x, u);
    for (int k = 0; k < problem.size(); ++k) u[k] = C[k] * u[k];
    std::vector<Vec6> product = x;
    problem.add_impulses(u, product);
    double wrong = 0, whole = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
      wrong += (product[i] - b[i]).squaredNorm();
      whole += b[i].squaredNorm();
    }
    return std::sqrt(wrong / whole);
  }

  std::mt19937 random;
  WhitenedProblem problem;
};

TEST_F(ManyPairs, PairsThatGainWeightEnterTheGraph) {
  NewtonSystem system(problem, Form::primal);
  for (unsigned round = 0; round < 40; ++round)
    EXPECT_LT(residual(system, weights(0.02 * round, round)), 1e-9) << "round " << round;
}

TEST_F(ManyPairs, PairsThatLoseWeightLeaveIt) {
  std::shared_ptr<BlockFactor> factor;
  NewtonSystem system(problem, Form::primal, &factor);
  EXPECT_LT(residual(system, weights(1, 1)), 1e-9);
  const int all = factor->fill();
  EXPECT_LT(residual(system, weights(0.2, 2)), 1e-9);
  EXPECT_EQ(factor->fill(), all) << "within one method the graph only grows";
  system.begin();
  EXPECT_LT(residual(system, weights(0.2, 2)), 1e-9);
  EXPECT_LT(factor->fill(), all / 2);
  EXPECT_LT(residual(system, weights(1, 1)), 1e-9);
  EXPECT_EQ(factor->fill(), all);
}

/// Enough contacts to be put together in parallel.
class ManyContacts : public ManyPairs {
 protected:
  ManyContacts() : ManyPairs(300, 6000) {}
};

TEST_F(ManyContacts, AllCount) {
  ASSERT_TRUE(problem.lists_pushes());
  NewtonSystem system(problem, Form::primal);
  for (const double part : {0.1, 1.0, 0.5}) EXPECT_LT(residual(system, weights(part, 3)), 1e-9) << part;
}

TEST_F(ManyPairs, NoWeightAtAll) {
  NewtonSystem system(problem, Form::primal);
  EXPECT_LT(residual(system, weights(0, 1)), 1e-15);
}

}  // namespace
}  // namespace stiction
