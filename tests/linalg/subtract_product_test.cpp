#include "stiction/linalg/subtract_product.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <random>

#include "stiction/linalg/product_tiles.h"

namespace stiction {
namespace {

/// A matrix of random numbers with more rows above and below than asked for, to see that these stay.
struct Framed {
  Framed(int height, int width, std::mt19937& random) : rows(height), all(height + 5, width) {
    std::normal_distribution<double> normal;
    for (double& x : all.reshaped()) x = normal(random);
  }
  double* data() { return &all(2, 0); }
  int stride() const { return int(all.rows()); }
  Columns view() { return {data(), stride()}; }
  auto inside() { return all.middleRows(2, rows); }

  int rows;
  Eigen::MatrixXd all;
};

// Heights and widths around every size of a tile.
TEST(SubtractProduct, IsTheProductToTheLastBitWhateverTheRegisters) {
  std::mt19937 random(5);
  for (int rows = 0; rows <= 60; ++rows)
    for (const int columns : {0, 1, 2, 3, 6, 8, 9, 15, 18, 31})
      for (const int inner : {0, 1, 6, 48}) {
        Framed a(rows, std::max(inner, 1), random), b(std::max(inner, 1), std::max(columns, 1), random),
            c(rows, std::max(columns, 1), random);
        Eigen::MatrixXd exact = c.all;
        for (int i = 0; i < rows; ++i)
          for (int j = 0; j < columns; ++j)
            for (int p = 0; p < inner; ++p)
              exact(2 + i, j) = std::fma(-a.inside()(i, p), b.inside()(p, j), exact(2 + i, j));
        Framed narrow = c, four = c;
        subtract_product(c.data(), c.stride(), a.view(), b.view(), rows, columns, inner);
        ASSERT_LT((c.all - exact).cwiseAbs().sum(), 1e-11) << rows << " x " << columns << " by " << inner;
        subtract_in_tiles<TwoNumbers, 1, 2>(narrow.data(), c.stride(), a.view(), b.view(), rows, columns, inner);
        subtract_in_tiles<FourNumbers, 2, 6>(four.data(), c.stride(), a.view(), b.view(), rows, columns, inner);
        ASSERT_EQ(c.all, narrow.all) << rows << " x " << columns << " by " << inner;
        ASSERT_EQ(c.all, four.all) << rows << " x " << columns << " by " << inner;
#ifdef __FMA__
        ASSERT_EQ(c.all, exact) << rows << " x " << columns << " by " << inner;
#endif
      }
}

}  // namespace
}  // namespace stiction
