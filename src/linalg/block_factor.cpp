#include "stiction/linalg/block_factor.h"

#include <Eigen/LU>
#include <algorithm>

namespace stiction {

BlockFactor::BlockFactor(int nodes, const std::vector<std::pair<int, int>>& edges)
    : order_(minimum_degree(nodes, edges)), start_(nodes + 1, 0), diagonal_(nodes), scratch_(nodes) {
  for (int k = 0; k < nodes; ++k) start_[k + 1] = start_[k] + static_cast<int>(order_.below[k].size());
  rows_.reserve(start_[nodes]);
  for (int k = 0; k < nodes; ++k) rows_.insert(rows_.end(), order_.below[k].begin(), order_.below[k].end());
  lower_.resize(rows_.size());
  upper_.resize(rows_.size());
}

void BlockFactor::set_identity() {
  for (auto& d : diagonal_) d.setIdentity();
  for (auto& m : lower_) m.setZero();
  for (auto& m : upper_) m.setZero();
}

int BlockFactor::find(int row, int column) const {
  const auto first = rows_.begin() + start_[column], last = rows_.begin() + start_[column + 1];
  return static_cast<int>(std::lower_bound(first, last, row) - rows_.begin());
}

BlockFactor::Coupling BlockFactor::coupling(int a, int b) const {
  const int pa = order_.position[a], pb = order_.position[b];
  return pa > pb ? Coupling{find(pa, pb), true} : Coupling{find(pb, pa), false};
}

bool BlockFactor::factor(bool symmetric) {
  symmetric_ = symmetric;
  Mat6 scaled, scaled_lower;
  for (int k = 0; k < nodes(); ++k) {
    diagonal_[k] = Mat6(diagonal_[k].partialPivLu().inverse());
    if (!diagonal_[k].allFinite()) return false;
    const int first = start_[k], last = start_[k + 1];
    for (int c = first; c < last; ++c) {
      // Schur complement of column j = rows_[c]; its rows are a subset of those of column j, so one walk finds them.
      const int j = rows_[c];
      if (symmetric) {
        scaled.noalias() = diagonal_[k] * lower_[c].transpose();
      } else {
        scaled.noalias() = diagonal_[k] * upper_[c];
        scaled_lower.noalias() = lower_[c] * diagonal_[k];
      }
      diagonal_[j].noalias() -= lower_[c] * scaled;
      int target = start_[j];
      for (int r = c + 1; r < last; ++r) {
        while (rows_[target] < rows_[r]) ++target;
        lower_[target].noalias() -= lower_[r] * scaled;
        if (!symmetric) upper_[target].noalias() -= scaled_lower * upper_[r];
      }
    }
  }
  return true;
}

void BlockFactor::solve(std::vector<Vec6>& x) {
  const int n = nodes();
  auto& y = scratch_;
  for (int k = 0; k < n; ++k) y[k] = x[order_.order[k]];
  for (int k = 0; k < n; ++k) {
    y[k] = diagonal_[k] * y[k];
    for (int c = start_[k]; c < start_[k + 1]; ++c) y[rows_[c]].noalias() -= lower_[c] * y[k];
  }
  for (int k = n - 1; k >= 0; --k) {
    Vec6 sum = Vec6::Zero();
    for (int c = start_[k]; c < start_[k + 1]; ++c) {
      if (symmetric_) {
        sum.noalias() += lower_[c].transpose() * y[rows_[c]];
      } else {
        sum.noalias() += upper_[c] * y[rows_[c]];
      }
    }
    y[k].noalias() -= diagonal_[k] * sum;
  }
  for (int k = 0; k < n; ++k) x[order_.order[k]] = y[k];
}

}  // namespace stiction
