#include "stiction/linalg/partial_lu.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "stiction/linalg/subtract_product.h"

namespace stiction {

namespace {

constexpr int kPanel = 48;    ///< pivots eliminated together; inverses of this size are cheap beside the products
constexpr int kPiece = 192;   ///< columns of a parallel piece of a product
constexpr int kSerial = 300;  ///< up to this size a product is not cut

/// Inverse in place by Gauss and Jordan, rows pivoted: faster than a factorization for blocks this small.
template <class Square>
bool invert(Square& a) {
  const int n = static_cast<int>(a.rows());
  int swaps[kPanel];
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a(i, k)) > std::abs(a(best, k))) best = i;
    if (!(std::abs(a(best, k)) > 0)) return false;
    swaps[k] = best;
    if (best != k) a.row(k).swap(a.row(best));
    const double inverse = 1 / a(k, k);
    a.row(k) *= inverse;
    a(k, k) = 0;  // so that the products below leave row k alone
    for (int j = 0; j < n; ++j)
      if (j != k) a.col(j) -= a(k, j) * a.col(k);
    a.col(k) *= -inverse;
    a(k, k) = inverse;
  }
  for (int k = n - 1; k >= 0; --k)
    if (swaps[k] != k) a.col(k).swap(a.col(swaps[k]));
  return a.allFinite();
}

/// One step of Gauss and Jordan for N columns at once. Pivots are chosen within the N rows.
template <int N, class Square>
bool invert_columns(Square& a, int first) {
  const int n = static_cast<int>(a.rows());
  Eigen::Matrix<double, N, N> inverse = a.template block<N, N>(first, first);
  if (!invert(inverse)) return false;
  Eigen::Matrix<double, Eigen::Dynamic, N, 0, kPanel, N> left = a.template middleCols<N>(first);
  left.template middleRows<N>(first).setZero();
  a.template middleCols<N>(first).setZero();
  Eigen::Matrix<double, N, Eigen::Dynamic, 0, N, kPanel> right(N, n);
  right.noalias() = inverse.lazyProduct(a.template middleRows<N>(first));
  right.template middleCols<N>(first) = inverse;
  a.template middleRows<N>(first).setZero();
  a.noalias() -= left.lazyProduct(right);
  a.template middleRows<N>(first) = right;
  return true;
}

template <int N>
bool invert_fixed(Eigen::MatrixXd& a, int first) {
  Eigen::Matrix<double, N, N> copy = a.block<N, N>(first, first);
  const bool regular = invert(copy);
  a.block<N, N>(first, first) = copy;
  return regular;
}

bool invert_block(Eigen::MatrixXd& a, int first, int width) {
  if (width == 6) return invert_fixed<6>(a, first);
  if (width == 12) return invert_fixed<12>(a, first);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kPanel, kPanel> copy = a.block(first, first, width, width);
  for (int k = 0; k < width; k += 12)
    if (!(width - k >= 12 ? invert_columns<12>(copy, k) : invert_columns<6>(copy, k))) return false;
  a.block(first, first, width, width) = copy;
  return copy.allFinite();
}

}  // namespace

bool partial_lu(Eigen::MatrixXd& a, int pivots) {
  const int n = static_cast<int>(a.cols());
  Eigen::MatrixXd below_by_inverse;
  for (int first = 0; first < pivots; first += kPanel) {
    const int last = std::min(pivots, first + kPanel), width = last - first, rest = n - last;
    if (!invert_block(a, first, width)) return false;
    if (rest == 0) continue;
    const Columns below{&a(last, first), n};
    below_by_inverse.setZero(rest, width);
    subtract_product(below_by_inverse.data(), rest, below, {&a(first, first), n}, rest, width, width);
    a.block(last, first, rest, width) = -below_by_inverse;
    const auto columns = [&](int from, int count) {
      subtract_product(&a(last, from), n, below, {&a(first, from), n}, rest, count, width);
    };
    if (rest <= kSerial) {
      columns(last, rest);
    } else {
      tbb::parallel_for(0, (rest + kPiece - 1) / kPiece, [&](int i) {
        const int from = last + i * kPiece;
        columns(from, std::min(kPiece, n - from));
      });
    }
  }
  return true;
}

void forward(const Eigen::MatrixXd& a, Eigen::Ref<Eigen::VectorXd> x, Eigen::VectorXd& y) {
  const int pivots = static_cast<int>(x.size());
  for (int first = 0; first < pivots; first += kPanel) {
    const int last = std::min(pivots, first + kPanel), width = last - first, rest = pivots - last;
    if (rest > 0) x.tail(rest).noalias() -= a.block(last, first, rest, width) * x.segment(first, width);
  }
  if (y.size() > 0) y.noalias() -= a.bottomLeftCorner(y.size(), pivots) * x;
}

void backward(const Eigen::MatrixXd& a, Eigen::Ref<Eigen::VectorXd> x, const Eigen::VectorXd& y) {
  const int pivots = static_cast<int>(x.size());
  if (y.size() > 0) x.noalias() -= a.topRightCorner(pivots, y.size()) * y;
  for (int first = (pivots - 1) / kPanel * kPanel; first >= 0; first -= kPanel) {
    const int last = std::min(pivots, first + kPanel), width = last - first, rest = pivots - last;
    auto own = x.segment(first, width);
    if (rest > 0) own.noalias() -= a.block(first, last, width, rest) * x.tail(rest);
    own = (a.block(first, first, width, width) * own).eval();
  }
}

}  // namespace stiction
