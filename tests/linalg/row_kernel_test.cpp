#include "stiction/linalg/row_kernel.h"

#include <gtest/gtest.h>

#include <Eigen/Core>

namespace stiction {
namespace {

/// Rows one behind the other, as columns of a matrix, with zeros behind the end of each.
Eigen::MatrixXd random_rows(int width, int count) {
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(row_stride(width), count);
  rows.topRows(width).setRandom();
  return rows;
}

TEST(RowKernel, AgreesWithProductsOfMatrices) {
  for (const int terms : {1, 3, 4, 5, 7, 8, 11})
    for (const int triples : {1, 2, 13}) {
      const int width = 6 * terms, stride = row_stride(width), count = 3 * triples;
      ASSERT_EQ(stride % 4, 0);
      const Eigen::MatrixXd left = random_rows(width, count), right = random_rows(width, count);
      const Eigen::VectorXd x = Eigen::VectorXd::Random(count), w = random_rows(width, 1);

      Eigen::VectorXd sum = w;
      add_rows(left.data(), count, stride, x.data(), sum.data());
      EXPECT_LT((sum - (w + left * x)).cwiseAbs().maxCoeff(), 1e-13) << terms << " " << triples;

      Eigen::VectorXd dots(count);
      row_products(left.data(), triples, stride, w.data(), dots.data());
      EXPECT_LT((dots - left.transpose() * w).cwiseAbs().maxCoeff(), 1e-13) << terms << " " << triples;

      Eigen::MatrixXd product = Eigen::MatrixXd::Constant(stride, stride, 1e9);
      outer_products(left.data(), right.data(), count, stride, product.data());
      EXPECT_LT((product - left * right.transpose()).cwiseAbs().maxCoeff(), 1e-12) << terms << " " << triples;
    }
}

}  // namespace
}  // namespace stiction
