#include "stiction/solvers/lemke/lemke_tableau.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stiction {

namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Pivots smaller than this, relative to the largest entry of their column, are rounding.
constexpr double kSmallestPivot = 1e-10;
/// Rows tie that are all at 0 within this, relative to the size of q, when the first of them is (Harris' ratio test).
constexpr double kTie = 1e-11;
/// Residuals of a solution are at most this, relative to the size of q.
constexpr double kAccurate = 1e-6;
/// The artificial variable is nothing but rounding below this, relative to the size of q.
constexpr double kGone = 1e-11, kGoneAtRay = 1e-8;

/// Variables are numbered: w_i is i, z_i is n + i, the artificial z_0 is 2n.
/// The dictionary: basic variables = constant + entries * nonbasic variables.
class Dictionary {
 public:
  Dictionary(const Eigen::MatrixXd& M, const Eigen::VectorXd& q)
      : n_(static_cast<int>(q.size())), constant_(q), entries_(n_, n_ + 1), place_(2 * n_ + 1), basic_(2 * n_ + 1) {
    entries_.leftCols(n_) = M;
    entries_.col(n_).setOnes();
    for (int i = 0; i < n_; ++i) {
      rows_.push_back(i);
      columns_.push_back(n_ + i);
    }
    columns_.push_back(2 * n_);
    for (int i = 0; i < n_; ++i) {
      place_[rows_[i]] = i;
      basic_[rows_[i]] = true;
    }
    for (int j = 0; j <= n_; ++j) place_[columns_[j]] = j;
    scale_ = std::max(q.lpNorm<Eigen::Infinity>(), std::numeric_limits<double>::min());
  }

  int artificial() const { return 2 * n_; }
  int complement(int variable) const { return variable < n_ ? variable + n_ : variable - n_; }
  /// z_0 is down to rounding. Degenerate problems may then pivot on for ever without its leaving.
  bool artificial_is_gone(double part = kGone) const { return value(artificial()) <= part * scale_; }
  double value(int variable) const { return basic_[variable] ? constant_[place_[variable]] : 0; }

  /// Row that blocks z_0 last when it grows from the start: the lexicographically least one. -1: q >= 0 already.
  int first_row() const {
    int row = -1;
    for (int i = 0; i < n_; ++i)
      if (constant_[i] < 0 && (row < 0 || constant_[i] <= constant_[row])) row = i;  // of equal ones the last
    return row;
  }

  /// Row of the variable that first reaches 0 as the nonbasic `entering` grows; -1 if none does.
  int blocking_row(int entering, double safe_pivot) const {
    const Eigen::VectorXd column = entries_.col(place_[entering]);
    const double least = -kSmallestPivot * std::max(1.0, column.lpNorm<Eigen::Infinity>());
    double ratio = std::numeric_limits<double>::infinity();
    for (int i = 0; i < n_; ++i)
      if (column[i] < least) ratio = std::min(ratio, (std::max(0.0, constant_[i]) + kTie * scale_) / -column[i]);
    if (std::isinf(ratio)) return -1;
    std::vector<int> ties;
    for (int i = 0; i < n_; ++i)
      if (column[i] < least && std::max(0.0, constant_[i]) / -column[i] <= ratio) ties.push_back(i);
    for (const int i : ties)
      if (rows_[i] == artificial()) return i;  // the end, whenever it can be had
    // Small pivots ruin the dictionary, and among ties there is a choice.
    double largest = 0;
    for (const int i : ties) largest = std::max(largest, -column[i]);
    std::erase_if(ties, [&](int i) { return -column[i] < safe_pivot * largest; });
    break_ties(column, ties);
    // What no perturbation tells apart differs by rounding only: the largest pivot is the safest.
    return *std::min_element(ties.begin(), ties.end(), [&](int a, int b) { return column[a] < column[b]; });
  }

  /// Exchanges the basic variable of `row` with the nonbasic `entering`; returns the one that left.
  int exchange(int row, int entering) {
    const int j = place_[entering];
    const double pivot = entries_(row, j);
    const Eigen::VectorXd column = entries_.col(j) / pivot;
    Eigen::RowVectorXd source = entries_.row(row);
    source[j] = -1;
    const double constant = constant_[row];
    for (int i = 0; i < n_; ++i) {
      const double factor = column[i];
      if (i == row) continue;
      constant_[i] -= factor * constant;
      if (factor == 0) continue;
      entries_(i, j) = 0;
      entries_.row(i) -= factor * source;
    }
    constant_[row] = -constant / pivot;
    entries_.row(row) = source / -pivot;
    const int leaving = rows_[row];
    rows_[row] = entering;
    columns_[j] = leaving;
    place_[entering] = row;
    place_[leaving] = j;
    basic_[entering] = true;
    basic_[leaving] = false;
    return leaving;
  }

 private:
  /// Entry (row, j) of the inverse of the basis: what the j-th perturbation of q does to a row.
  double inverse_entry(int row, int j) const {
    return basic_[j] ? (place_[j] == row ? 1 : 0) : -entries_(row, place_[j]);
  }

  void break_ties(const Eigen::VectorXd& column, std::vector<int>& ties) const {
    std::vector<double> ratio;
    for (int j = 0; j < n_ && ties.size() > 1; ++j) {
      ratio.clear();
      for (const int i : ties) ratio.push_back(inverse_entry(i, j) / -column[i]);
      const double least = *std::min_element(ratio.begin(), ratio.end());
      std::size_t kept = 0;
      for (std::size_t k = 0; k < ties.size(); ++k)
        if (ratio[k] <= least + 1e-10 * (1 + std::abs(least))) ties[kept++] = ties[k];
      ties.resize(kept);
    }
  }

  int n_;
  Eigen::VectorXd constant_;
  RowMatrix entries_;
  std::vector<int> rows_, columns_;  ///< variables
  std::vector<int> place_;           ///< row or column of a variable
  std::vector<char> basic_;
  double scale_;
};

}  // namespace

LemkeSolution lemke(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, int max_pivots,
                    const std::function<bool()>& out_of_time, double safe_pivot) {
  const int n = static_cast<int>(q.size());
  LemkeSolution solution;
  solution.z.setZero(n);
  Dictionary dictionary(M, q);
  int row = dictionary.first_row();
  if (row < 0) return solution;
  int entering = dictionary.artificial();
  for (;;) {
    const int leaving = dictionary.exchange(row, entering);
    ++solution.pivots;
    if (leaving == dictionary.artificial() || dictionary.artificial_is_gone()) break;
    entering = dictionary.complement(leaving);
    row = dictionary.blocking_row(entering, safe_pivot);
    if (row < 0 && dictionary.artificial_is_gone(kGoneAtRay)) break;  // pivots ran out by rounding
    if (row < 0) solution.status = LemkeStatus::ray;
    if (solution.pivots >= max_pivots || (out_of_time && out_of_time())) solution.status = LemkeStatus::pivot_limit;
    if (solution.status != LemkeStatus::solved) break;
  }
  for (int i = 0; i < n; ++i) solution.z[i] = std::max(0.0, dictionary.value(n + i));
  const double error = solution.z.cwiseMin(Eigen::VectorXd(M * solution.z + q)).lpNorm<Eigen::Infinity>();
  if (solution.status == LemkeStatus::solved && !(error <= kAccurate * q.lpNorm<Eigen::Infinity>()))
    solution.status = LemkeStatus::inaccurate;
  return solution;
}

}  // namespace stiction
