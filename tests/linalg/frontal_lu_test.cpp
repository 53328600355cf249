#include "stiction/linalg/frontal_lu.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "stiction/linalg/front_kernel.h"

namespace stiction {
namespace {

/// Blocks of a dense matrix on the pattern of a graph.
class DenseSource final : public BlockSource {
 public:
  DenseSource(const Graph& graph, const std::vector<int>& sizes, std::mt19937& random) : graph_(graph), sizes_(sizes) {
    std::normal_distribution<double> normal;
    first_.push_back(0);
    for (int size : sizes) first_.push_back(first_.back() + size);
    dense.setZero(first_.back(), first_.back());
    const auto fill = [&](int i, int j) {
      for (int a = first_[i]; a < first_[i + 1]; ++a)
        for (int b = first_[j]; b < first_[j + 1]; ++b) dense(a, b) = normal(random) + (a == b ? 6 : 0);
    };
    for (int i = 0; i < graph.nodes(); ++i) {
      fill(i, i);
      for (int e = graph.start[i]; e < graph.start[i + 1]; ++e) fill(i, graph.to[e]);
    }
  }
  void block(int row, int column, int neighbour, double* to, int stride) const override {
    if (neighbour >= 0) {
      EXPECT_EQ(graph_.to[graph_.start[row] + neighbour], column);
    } else {
      EXPECT_EQ(row, column);
    }
    for (int a = 0; a < sizes_[row]; ++a)
      for (int b = 0; b < sizes_[column]; ++b) to[a + b * stride] = dense(first_[row] + a, first_[column] + b);
  }
  Eigen::MatrixXd dense;

 private:
  const Graph& graph_;
  std::vector<int> sizes_, first_;
};

/// Cliques along a chain, as contacts of bodies in a row make them, and some chords.
Graph chain_of_cliques(int nodes, int clique, std::mt19937& random) {
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < nodes; ++i)
    for (int j = i + 1; j < nodes && j / clique <= i / clique + 1; ++j) edges.emplace_back(i, j);
  for (int chord = 0; chord < nodes / 10; ++chord) {
    const int a = static_cast<int>(random() % nodes), b = static_cast<int>(random() % nodes);
    if (a != b) edges.emplace_back(a, b);
  }
  return Graph(nodes, edges);
}

TEST(FrontalLu, AgreesWithDenseLuWhileSizesChange) {
  std::mt19937 random(3);
  for (int nodes : {1, 7, 40, 160}) {
    const Graph graph = chain_of_cliques(nodes, 4, random);
    FrontalLu lu(graph);
    for (int round = 0; round < 6; ++round) {
      std::vector<int> sizes(nodes);
      for (int& size : sizes) size = round == 0 ? 3 : static_cast<int>(random() % 4);
      const DenseSource source(graph, sizes, random);
      const Eigen::VectorXd rhs = Eigen::VectorXd::Random(source.dense.rows());
      ASSERT_TRUE(lu.factor(sizes, source));
      Eigen::VectorXd x = rhs;
      lu.solve(x);
      EXPECT_LE((source.dense * x - rhs).norm(), 1e-9 * rhs.norm()) << nodes << ' ' << round;
    }
  }
}

TEST(FrontalLu, SingularMatricesAreTold) {
  std::mt19937 random(4);
  const Graph graph = chain_of_cliques(20, 3, random);
  DenseSource source(graph, std::vector<int>(20, 2), random);
  source.dense.row(7).setZero();
  FrontalLu lu(graph);
  EXPECT_FALSE(lu.factor(std::vector<int>(20, 2), source));
}

TEST(FrontKernel, EliminatesLikeThePlainAlgorithm) {
  std::mt19937 random(5);
  for (int size : {1, 2, 3, 5, 16, 17, 33, 70, 101})
    for (int pivots : {1, size / 2, size}) {
      if (pivots < 1) continue;
      const Eigen::MatrixXd before = Eigen::MatrixXd::Random(size, size);
      Eigen::MatrixXd a = before, padded = Eigen::MatrixXd::Zero(size + kFrontPadding, size);
      padded.topRows(size) = before;
      std::vector<int> swaps(pivots);
      ASSERT_TRUE(eliminate_front(a.data(), size, pivots, size, swaps.data()));
      ASSERT_TRUE(eliminate_front(padded.data(), size, pivots, size + kFrontPadding, swaps.data()));
      EXPECT_LT((padded.topRows(size) - a).norm(), 1e-9 * (1 + a.norm()));
      EXPECT_EQ(padded.bottomRows(kFrontPadding).norm(), 0);
      Eigen::MatrixXd permuted = before;
      for (int i = 0; i < pivots; ++i) {
        ASSERT_LT(swaps[i], pivots);
        permuted.row(i).swap(permuted.row(swaps[i]));
      }
      Eigen::MatrixXd lower = Eigen::MatrixXd::Identity(size, size), upper = Eigen::MatrixXd::Zero(size, size);
      for (int j = 0; j < size; ++j)
        for (int i = 0; i < size; ++i) {
          if (i > j && j < pivots)
            lower(i, j) = a(i, j);
          else if (i <= j && i < pivots)
            upper(i, j) = a(i, j);
          else if (i >= pivots && j >= pivots)
            upper(i, j) = a(i, j);
        }
      EXPECT_LT((lower * upper - permuted).norm(), 1e-10 * size * (1 + upper.norm())) << size << ' ' << pivots;
    }
}

}  // namespace
}  // namespace stiction
