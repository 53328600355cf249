#include "stiction/linalg/tile_lu.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <limits>
#include <random>

namespace stiction {
namespace {

bool filled(const TilePattern& pattern, int i, int j) {
  return i == j || (pattern.below[std::size_t(std::min(i, j))] >> std::max(i, j) & 1);
}

Eigen::MatrixXd random_matrix(const TilePattern& pattern, std::mt19937& random) {
  std::normal_distribution<double> normal;
  const int n = kTile * pattern.tiles;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      if (filled(pattern, i / kTile, j / kTile)) a(i, j) = normal(random) + (i == j ? 12 : 0);
  return a;
}

TEST(TileLu, SolvesWithWhateverPattern) {
  std::mt19937 random(3);
  for (int tiles = 1; tiles <= 8; ++tiles)
    for (int seldom = 1; seldom <= 4; ++seldom) {
      TilePattern pattern;
      pattern.tiles = tiles;
      for (int k = 0; k < tiles; ++k)
        for (int i = k + 1; i < tiles; ++i)
          if (random() % unsigned(seldom) == 0) pattern.below[std::size_t(k)] |= 1u << i;
      const Eigen::MatrixXd a = random_matrix(pattern, random);
      pattern.fill_in();
      const Eigen::VectorXd solution = Eigen::VectorXd::LinSpaced(a.rows(), -1, 2);
      Eigen::VectorXd x = a * solution;
      Eigen::MatrixXd factors = a;
      ASSERT_TRUE(factor_tiles(factors.data(), pattern));
      solve_tiles(factors.data(), pattern, x.data());
      EXPECT_LT((x - solution).norm(), 1e-12) << tiles << " " << seldom;
    }
}

TEST(TileLu, PivotsWithinATile) {
  TilePattern pattern;
  pattern.tiles = 1;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(kTile, kTile);
  for (int i = 0; i < kTile; ++i) a((i + 5) % kTile, i) = i + 1;
  Eigen::VectorXd x = a * Eigen::VectorXd::Ones(kTile);
  ASSERT_TRUE(factor_tiles(a.data(), pattern));
  solve_tiles(a.data(), pattern, x.data());
  EXPECT_LT((x - Eigen::VectorXd::Ones(kTile)).norm(), 1e-14);
}

TEST(TileLu, SaysWhatIsSingularOrNotANumber) {
  TilePattern pattern;
  pattern.tiles = 2;
  pattern.below[0] = 2;
  Eigen::MatrixXd a = Eigen::MatrixXd::Identity(2 * kTile, 2 * kTile);
  Eigen::MatrixXd singular = a, wrong = a;
  singular.col(3).setZero();
  EXPECT_FALSE(factor_tiles(singular.data(), pattern));
  wrong(4, 4) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(factor_tiles(wrong.data(), pattern));
  EXPECT_TRUE(factor_tiles(a.data(), pattern));
}

TEST(TileLu, FillsInWhatEliminationFills) {
  // 0 touches 1 and 3, so 1 and 3 touch once it is gone.
  TilePattern pattern;
  pattern.tiles = 4;
  pattern.below = {0b1010, 0b0100, 0, 0};
  pattern.fill_in();
  EXPECT_EQ(pattern.below[0], 0b1010u);
  EXPECT_EQ(pattern.below[1], 0b1100u);
  EXPECT_EQ(pattern.below[2], 0b1000u);
}

}  // namespace
}  // namespace stiction
