#include "stiction/linalg/row_kernel.h"

#include <cstddef>

#include "stiction/linalg/pack.h"

namespace stiction {

namespace {

using packs::all;
using packs::load;
using packs::Pack;
using packs::store;
using packs::sum;

/// Packs of a row that are summed in registers at once.
constexpr int kPanel = 6;

template <int Packs>
void add_panel(const double* rows, int count, int stride, const double* x, double* y) {
  Pack total[Packs];
  for (int p = 0; p < Packs; ++p) total[p] = load(y + 4 * p);
  for (int i = 0; i < count; ++i, rows += stride) {
    const Pack factor = all(x[i]);
    for (int p = 0; p < Packs; ++p) total[p] += load(rows + 4 * p) * factor;
  }
  for (int p = 0; p < Packs; ++p) store(y + 4 * p, total[p]);
}

/// A tile of c: `Packs` times four rows, four columns.
template <int Packs>
void outer_tile(const double* left, const double* right, int count, int stride, double* c) {
  Pack total[Packs][4];
  for (auto& row : total)
    for (Pack& t : row) t = all(0);
  for (int i = 0; i < count; ++i, left += stride, right += stride) {
    Pack l[Packs];
    for (int p = 0; p < Packs; ++p) l[p] = load(left + 4 * p);
    for (int j = 0; j < 4; ++j) {
      const Pack r = all(right[j]);
      for (int p = 0; p < Packs; ++p) total[p][j] += l[p] * r;
    }
  }
  for (int j = 0; j < 4; ++j)
    for (int p = 0; p < Packs; ++p) store(c + static_cast<std::ptrdiff_t>(j) * stride + 4 * p, total[p][j]);
}

}  // namespace

void add_rows(const double* rows, int count, int stride, const double* x, double* y) {
  int done = 0;
  for (; done + 4 * kPanel <= stride; done += 4 * kPanel) add_panel<kPanel>(rows + done, count, stride, x, y + done);
  switch ((stride - done) / 4) {
    case 1:
      return add_panel<1>(rows + done, count, stride, x, y + done);
    case 2:
      return add_panel<2>(rows + done, count, stride, x, y + done);
    case 3:
      return add_panel<3>(rows + done, count, stride, x, y + done);
    case 4:
      return add_panel<4>(rows + done, count, stride, x, y + done);
    case 5:
      return add_panel<5>(rows + done, count, stride, x, y + done);
    default:
      return;
  }
}

void row_products(const double* rows, int triples, int stride, const double* x, double* y) {
  for (int i = 0; i < triples; ++i, rows += 3 * static_cast<std::ptrdiff_t>(stride), y += 3) {
    Pack a = all(0), b = all(0), c = all(0);
    for (int p = 0; p < stride; p += 4) {
      const Pack v = load(x + p);
      a += load(rows + p) * v;
      b += load(rows + stride + p) * v;
      c += load(rows + 2 * stride + p) * v;
    }
    y[0] = sum(a);
    y[1] = sum(b);
    y[2] = sum(c);
  }
}

void outer_products(const double* left, const double* right, int count, int stride, double* c) {
  for (int j = 0; j < stride; j += 4) {
    double* column = c + static_cast<std::ptrdiff_t>(j) * stride;
    int i = 0;
    for (; i + 12 <= stride; i += 12) outer_tile<3>(left + i, right + j, count, stride, column + i);
    if (stride - i == 8) outer_tile<2>(left + i, right + j, count, stride, column + i);
    if (stride - i == 4) outer_tile<1>(left + i, right + j, count, stride, column + i);
  }
}

}  // namespace stiction
