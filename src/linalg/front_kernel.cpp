#include "stiction/linalg/front_kernel.h"

#include <algorithm>
#include <cmath>

#include "stiction/linalg/pack.h"

namespace stiction {

namespace {

constexpr int kPanel = 16, kStrip = 4;  ///< pivots whose effect on the rest is computed together; within a panel
/// A diagonal entry this large beside the largest of its column is taken as the pivot: exchanging rows costs time.
constexpr double kThreshold = 0.1;

using packs::all;
using packs::load;
using packs::Pack;
using packs::store;

/// c -= a b for `Packs` times four rows and `Columns` columns, inner dimension k.
template <int Packs, int Columns>
inline void update_tile(double* c, const double* a, const double* b, int k, int stride) {
  Pack sum[Packs][Columns];
  for (int j = 0; j < Columns; ++j)
    for (int i = 0; i < Packs; ++i) sum[i][j] = load(c + j * stride + 4 * i);
  for (int p = 0; p < k; ++p) {
    Pack left[Packs];
    for (int i = 0; i < Packs; ++i) left[i] = load(a + p * stride + 4 * i);
    for (int j = 0; j < Columns; ++j) {
      const Pack right = all(b[j * stride + p]);
      for (int i = 0; i < Packs; ++i) sum[i][j] -= left[i] * right;
    }
  }
  for (int j = 0; j < Columns; ++j)
    for (int i = 0; i < Packs; ++i) store(c + j * stride + 4 * i, sum[i][j]);
}

template <int Columns>
void update_columns(double* c, const double* a, const double* b, int rows, int k, int stride) {
  int i = 0;
  for (; i + 8 <= rows; i += 8) update_tile<2, Columns>(c + i, a + i, b, k, stride);
  if (i + 4 <= rows) {
    update_tile<1, Columns>(c + i, a + i, b, k, stride);
    i += 4;
  }
  for (; i < rows; ++i)
    for (int j = 0; j < Columns; ++j) {
      double sum = c[j * stride + i];
      for (int p = 0; p < k; ++p) sum -= a[p * stride + i] * b[j * stride + p];
      c[j * stride + i] = sum;
    }
}

/// c (rows × columns) -= a (rows × k) b (k × columns).
void update(double* c, const double* a, const double* b, int rows, int columns, int k, int stride) {
  int j = 0;
  for (; j + 4 <= columns; j += 4) update_columns<4>(c + j * stride, a, b + j * stride, rows, k, stride);
  c += j * stride;
  b += j * stride;
  if (columns - j == 3) update_columns<3>(c, a, b, rows, k, stride);
  if (columns - j == 2) update_columns<2>(c, a, b, rows, k, stride);
  if (columns - j == 1) update_columns<1>(c, a, b, rows, k, stride);
}

/// The front and the rules of its elimination.
struct Elimination {
  double* a;
  int size, pivots, stride;
  int* swaps;

  /// Rows from `first` to the end of the front, or a few more where zeros follow: full registers are faster.
  int rows_from(int first) const {
    const int rows = size - first, full = (rows + 3) / 4 * 4;
    return stride >= size + kFrontPadding ? full : rows;
  }

  double* at(int row, int column) const { return a + row + static_cast<std::ptrdiff_t>(stride) * column; }

  /// Columns first .. last one by one, for all rows; their effect on other columns is left out.
  bool factor_strip(int first, int last) const {
    for (int k = first; k < last; ++k) {
      double* column = at(0, k);
      for (int p = first; p < k; ++p) {  // catch up with the strip's earlier pivots
        const double x = column[p];
        const double* left = at(0, p);
        for (int i = p + 1; i < size; ++i) column[i] -= left[i] * x;
      }
      int best = k;
      double largest = std::abs(column[k]);
      for (int i = k + 1; i < pivots; ++i)
        if (std::abs(column[i]) > largest) {
          largest = std::abs(column[i]);
          best = i;
        }
      if (std::abs(column[k]) >= kThreshold * largest) best = k;
      swaps[k] = best;
      const double pivot = column[best];
      if (!(std::abs(pivot) > 0) || !std::isfinite(pivot)) return false;
      if (best != k)
        for (int j = 0; j < size; ++j) std::swap(*at(k, j), *at(best, j));
      const double inverse = 1 / pivot;
      for (int i = k + 1; i < size; ++i) column[i] *= inverse;
    }
    return true;
  }

  /// Effect of the pivots first .. last, a strip, on some columns: their own rows and the `rows` below them.
  void apply_strip(int first, int last, int rows, int from, int to) const {
    for (int j = from; j < to; ++j) {
      double* column = at(0, j);
      for (int p = first; p + 1 < last; ++p)
        for (int i = p + 1; i < last; ++i) column[i] -= *at(i, p) * column[p];
    }
    update(at(last, from), at(last, first), at(first, from), rows, to - from, last - first, stride);
  }

  bool run() const {
    for (int first = 0; first < pivots; first += kPanel) {
      const int last = std::min(pivots, first + kPanel);
      for (int strip = first; strip < last; strip += kStrip) {
        const int end = std::min(last, strip + kStrip);
        if (!factor_strip(strip, end)) return false;
        apply_strip(strip, end, rows_from(end), end, last);
      }
      for (int strip = first; strip < last; strip += kStrip) {
        const int end = std::min(last, strip + kStrip);
        apply_strip(strip, end, last - end, last, size);
      }
      update(at(last, last), at(last, first), at(first, last), rows_from(last), size - last, last - first, stride);
    }
    return true;
  }
};

}  // namespace

bool eliminate_front(double* a, int size, int pivots, int stride, int* swaps) {
  return Elimination{a, size, pivots, stride, swaps}.run();
}

}  // namespace stiction
