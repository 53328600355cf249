#include "stiction/linalg/block_factor.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

namespace stiction {
namespace {

/// Random diagonally dominant matrix on a random graph, dense and in blocks.
struct Sample {
  Eigen::MatrixXd dense;
  BlockFactor blocks;
};

Sample random_matrix(std::mt19937& random, int nodes, int couplings, bool symmetric) {
  std::uniform_int_distribution<int> node(0, nodes - 1);
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < couplings; ++i) {
    const int a = node(random), b = node(random);
    if (a != b) edges.emplace_back(a, b);
  }
  Sample s{Eigen::MatrixXd::Identity(6 * nodes, 6 * nodes), BlockFactor(nodes, edges)};
  s.blocks.set_identity();
  for (const auto& [a, b] : edges) {
    const Mat6 ab = Mat6::Random(), ba = symmetric ? Mat6(ab.transpose()) : Mat6(Mat6::Random());
    const auto c = s.blocks.coupling(a, b);
    s.blocks.block_ab(c) += ab;
    s.blocks.block_ba(c) += ba;
    s.dense.block<6, 6>(6 * a, 6 * b) += ab;
    s.dense.block<6, 6>(6 * b, 6 * a) += ba;
    for (int i : {a, b}) {
      s.blocks.diagonal(i) += 8 * Mat6::Identity();
      s.dense.block<6, 6>(6 * i, 6 * i) += 8 * Mat6::Identity();
    }
  }
  return s;
}

TEST(BlockFactor, AgreesWithDenseLu) {
  std::mt19937 random(7);
  for (bool symmetric : {false, true})
    for (int nodes : {1, 2, 5, 20, 40}) {
      Sample s = random_matrix(random, nodes, 3 * nodes, symmetric);
      std::vector<Vec6> x(nodes);
      Eigen::VectorXd rhs = Eigen::VectorXd::Random(6 * nodes);
      for (int i = 0; i < nodes; ++i) x[i] = rhs.segment<6>(6 * i);
      ASSERT_TRUE(s.blocks.factor());
      s.blocks.solve(x);
      const Eigen::VectorXd expected = s.dense.lu().solve(rhs);
      for (int i = 0; i < nodes; ++i) EXPECT_LT((x[i] - expected.segment<6>(6 * i)).norm(), 1e-10);
    }
}

TEST(BlockFactor, ReportsSingularPivot) {
  BlockFactor blocks(2, {{0, 1}});
  blocks.set_identity();
  blocks.diagonal(0).setZero();
  blocks.diagonal(1).setZero();
  EXPECT_FALSE(blocks.factor());
}

TEST(MinimumDegree, ChainHasNoFill) {
  std::vector<std::pair<int, int>> chain;
  for (int i = 0; i + 1 < 50; ++i) chain.emplace_back(i, i + 1);
  EXPECT_EQ(BlockFactor(50, chain).fill(), 49);
}

TEST(MinimumDegree, StarEliminatesLeavesFirst) {
  std::vector<std::pair<int, int>> star;
  for (int i = 1; i < 20; ++i) star.emplace_back(0, i);
  EXPECT_EQ(BlockFactor(20, star).fill(), 19);
}

}  // namespace
}  // namespace stiction
