#include "stiction/linalg/tile_lu.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "stiction/linalg/pack.h"

namespace stiction {

namespace {

using packs::all;
using packs::load;
using packs::Pack;
using packs::store;

constexpr int kPacks = kTile / 4, kColumns = 4;

/// c = a b or c -= a b of tiles, each with its own stride.
template <bool kSubtract>
void multiply(double* c, int c_stride, const double* a, int a_stride, const double* b, int b_stride) {
  for (int j = 0; j < kTile;
       j += kColumns, c += kColumns * std::ptrdiff_t(c_stride), b += kColumns * std::ptrdiff_t(b_stride)) {
    Pack sum[kPacks][kColumns];
    for (int column = 0; column < kColumns; ++column)
      for (int i = 0; i < kPacks; ++i)
        sum[i][column] = kSubtract ? load(c + column * std::ptrdiff_t(c_stride) + 4 * i) : all(0);
    for (int p = 0; p < kTile; ++p) {
      Pack left[kPacks];
      for (int i = 0; i < kPacks; ++i) left[i] = load(a + p * std::ptrdiff_t(a_stride) + 4 * i);
      for (int column = 0; column < kColumns; ++column) {
        const Pack right = all(b[column * std::ptrdiff_t(b_stride) + p]);
        for (int i = 0; i < kPacks; ++i)
          sum[i][column] = kSubtract ? sum[i][column] - left[i] * right : sum[i][column] + left[i] * right;
      }
    }
    for (int column = 0; column < kColumns; ++column)
      for (int i = 0; i < kPacks; ++i) store(c + column * std::ptrdiff_t(c_stride) + 4 * i, sum[i][column]);
  }
}

/// Inverse in place by Gauss and Jordan, rows pivoted.
bool invert(double* tile, int stride) {
  double a[kTile * kTile];
  for (int j = 0; j < kTile; ++j)
    for (int i = 0; i < kTile; ++i) a[kTile * j + i] = tile[std::ptrdiff_t(stride) * j + i];
  int swaps[kTile];
  for (int k = 0; k < kTile; ++k) {
    double* pivots = a + kTile * k;
    int best = k;
    for (int i = k + 1; i < kTile; ++i)
      if (std::abs(pivots[i]) > std::abs(pivots[best])) best = i;
    if (!(std::abs(pivots[best]) > 0) || !std::isfinite(pivots[best])) return false;
    swaps[k] = best;
    if (best != k)
      for (int j = 0; j < kTile; ++j) std::swap(a[kTile * j + k], a[kTile * j + best]);
    const double inverse = 1 / pivots[k];
    pivots[k] = 0;  // so that the products below leave row k alone
    Pack column[kPacks];
    for (int i = 0; i < kPacks; ++i) column[i] = load(pivots + 4 * i);
    for (int j = 0; j < kTile; ++j) {
      if (j == k) continue;
      double* other = a + kTile * j;
      const double factor = other[k] * inverse;
      const Pack factors = all(factor);
      for (int i = 0; i < kPacks; ++i) store(other + 4 * i, load(other + 4 * i) - column[i] * factors);
      other[k] = factor;
    }
    const Pack factors = all(-inverse);
    for (int i = 0; i < kPacks; ++i) store(pivots + 4 * i, column[i] * factors);
    pivots[k] = inverse;
  }
  for (int k = kTile - 1; k >= 0; --k)
    if (swaps[k] != k)
      for (int i = 0; i < kTile; ++i) std::swap(a[kTile * k + i], a[kTile * swaps[k] + i]);
  for (int j = 0; j < kTile; ++j)
    for (int i = 0; i < kTile; ++i) tile[std::ptrdiff_t(stride) * j + i] = a[kTile * j + i];
  return true;
}

/// y -= A x for a tile, twelve numbers each.
void subtract_product(const double* a, int stride, const double* x, double* y) {
  Pack sum[kPacks], odd[kPacks];
  for (int i = 0; i < kPacks; ++i) {
    sum[i] = load(y + 4 * i);
    odd[i] = all(0);
  }
  for (int p = 0; p < kTile; p += 2, a += 2 * std::ptrdiff_t(stride)) {
    const Pack factor = all(x[p]), next = all(x[p + 1]);
    for (int i = 0; i < kPacks; ++i) {
      sum[i] -= load(a + 4 * i) * factor;
      odd[i] -= load(a + stride + 4 * i) * next;
    }
  }
  for (int i = 0; i < kPacks; ++i) store(y + 4 * i, sum[i] + odd[i]);
}

}  // namespace

void TilePattern::fill_in() {
  for (int k = 0; k < tiles; ++k)
    for (int i = k + 1; i < tiles; ++i)
      if (below[std::size_t(k)] >> i & 1) below[std::size_t(i)] |= below[std::size_t(k)] & (~std::uint32_t{1} << i);
}

bool factor_tiles(double* a, const TilePattern& pattern) {
  const int n = pattern.tiles, stride = kTile * n;
  const auto tile = [&](int i, int j) { return a + kTile * (std::ptrdiff_t(j) * stride + i); };
  double left[kTile * kTile];
  for (int k = 0; k < n; ++k) {
    if (!invert(tile(k, k), stride)) return false;
    const std::uint32_t filled = pattern.below[std::size_t(k)];
    for (int i = k + 1; i < n; ++i) {
      if (!(filled >> i & 1)) continue;
      multiply<false>(left, kTile, tile(i, k), stride, tile(k, k), stride);
      for (int column = 0; column < kTile; ++column)
        std::copy_n(left + kTile * column, kTile, tile(i, k) + std::ptrdiff_t(column) * stride);
      for (int j = k + 1; j < n; ++j)
        if (filled >> j & 1) multiply<true>(tile(i, j), stride, left, kTile, tile(k, j), stride);
    }
  }
  return true;
}

void solve_tiles(const double* a, const TilePattern& pattern, double* x) {
  const int n = pattern.tiles, stride = kTile * n;
  const auto tile = [&](int i, int j) { return a + kTile * (std::ptrdiff_t(j) * stride + i); };
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i)
      if (pattern.below[std::size_t(k)] >> i & 1) subtract_product(tile(i, k), stride, x + kTile * k, x + kTile * i);
  for (int k = n - 1; k >= 0; --k) {
    double rest[kTile];
    std::copy_n(x + kTile * k, kTile, rest);
    for (int j = k + 1; j < n; ++j)
      if (pattern.below[std::size_t(k)] >> j & 1) subtract_product(tile(k, j), stride, x + kTile * j, rest);
    for (double& number : rest) number = -number;
    std::fill_n(x + kTile * k, kTile, 0.0);
    subtract_product(tile(k, k), stride, rest, x + kTile * k);
  }
}

}  // namespace stiction
