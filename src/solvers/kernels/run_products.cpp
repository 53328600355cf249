#include "stiction/solvers/kernels/run_products.h"

#include <algorithm>
#include <cmath>

namespace stiction {

namespace {

/// A symmetric 2×2 matrix whose determinant is this small beside its squared trace is of rank one but for rounding.
constexpr double kRankOne = 1e-14;

/// y = a x + b y + c z of three rows.
void combine(const double* rows, int stride, double a, double b, double c, double* y) {
  const double *first = rows, *second = rows + stride, *third = rows + 2 * std::ptrdiff_t(stride);
  for (int i = 0; i < stride; ++i) y[i] = a * first[i] + b * second[i] + c * third[i];
}

}  // namespace

void RunProducts::append_edges(std::vector<std::pair<int, int>>& edges) const {
  for (const RowRun& run : runs_)
    for (int i = 0; i < run.terms; ++i)
      for (int j = 0; j < i; ++j) edges.emplace_back(std::minmax(run.bodies[i], run.bodies[j]));
}

void RunProducts::find_blocks(const BlockFactor& matrix) {
  for (const RowRun& run : runs_)
    for (int i = 0; i < run.terms; ++i)
      for (int j = 0; j < i; ++j) couplings_.push_back(matrix.coupling(run.bodies[i], run.bodies[j]));
}

void RunProducts::append_rows(const RowRun& run, int place, const Mat3& C) {
  const double* J = run.row(place, 0);
  const int stride = run.stride;
  const auto append = [&](double l0, double l1, double l2, double r0, double r1, double r2) {
    combine(J, stride, l0, l1, l2, next(left_, stride));
    combine(J, stride, r0, r1, r2, next(right_, stride));
    ++count_;
  };
  if (C(0, 1) != 0 || C(0, 2) != 0) {
    for (int axis = 0; axis < 3; ++axis) append(axis == 0, axis == 1, axis == 2, C(axis, 0), C(axis, 1), C(axis, 2));
    return;
  }
  // The normal velocity moves all three impulses, tangents move tangents.
  if (C(0, 0) != 0 || C(1, 0) != 0 || C(2, 0) != 0) append(C(0, 0), C(1, 0), C(2, 0), 1, 0, 0);
  const double trace = C(1, 1) + C(2, 2), determinant = C(1, 1) * C(2, 2) - C(1, 2) * C(2, 1);
  if (trace == 0 && C(1, 2) == 0 && C(2, 1) == 0) return;
  if (C(1, 2) == C(2, 1) && std::abs(determinant) <= kRankOne * trace * trace) {
    // Slip: only what goes across it is free.
    const int i = C(1, 1) > C(2, 2) ? 1 : 2;
    append(0, C(1, i) / C(i, i), C(2, i) / C(i, i), 0, C(1, i), C(2, i));
    return;
  }
  append(0, 1, 0, 0, C(1, 1), C(1, 2));
  append(0, 0, 1, 0, C(2, 1), C(2, 2));
}

void RunProducts::add(const std::vector<Mat3>& weights, BlockFactor& matrix) {
  auto coupling = couplings_.begin();
  for (const RowRun& run : runs_) {
    const std::size_t room = 3 * std::size_t(run.count) * std::size_t(run.stride);
    left_.resize(std::max(left_.size(), room));
    right_.resize(std::max(right_.size(), room));
    product_.resize(std::max(product_.size(), std::size_t(run.stride) * std::size_t(run.stride)));
    count_ = 0;
    for (int i = 0; i < run.count; ++i) append_rows(run, i, weights[std::size_t(run.first + i)]);
    if (count_ == 0) {
      coupling += std::ptrdiff_t(run.terms) * (run.terms - 1) / 2;
      continue;
    }
    outer_products(left_.data(), right_.data(), count_, run.stride, product_.data());
    const Eigen::Map<const Eigen::MatrixXd> product(product_.data(), run.stride, run.stride);
    for (int i = 0; i < run.terms; ++i) {
      matrix.diagonal(run.bodies[i]) += product.block<6, 6>(6 * i, 6 * i);
      for (int j = 0; j < i; ++j, ++coupling) {
        matrix.block_ab(*coupling) += product.block<6, 6>(6 * i, 6 * j);
        matrix.block_ba(*coupling) += product.block<6, 6>(6 * j, 6 * i);
      }
    }
  }
}

}  // namespace stiction
