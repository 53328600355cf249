// The loops of subtract_product for registers of some width. To be included by files that are compiled for one
// processor each: everything is local to them, so that no linker mixes their code.
#pragma once

#ifdef __FMA__
#include <immintrin.h>
#endif

#include <cstring>

#include "stiction/linalg/subtract_product.h"

namespace stiction {
namespace {

// Types of their own, as the compiler makes poor code of vectors whose size depends on a template's argument. Each
// takes a b from x with one rounding where the processor can: by name, as compilers join a product and a difference
// only when they optimise much.
struct TwoNumbers {
  using Pack = double __attribute__((vector_size(16)));
  static void subtract_product(Pack& x, const Pack& a, double b) {
#ifdef __FMA__
    x = _mm_fnmadd_pd(a, _mm_set1_pd(b), x);
#else
    x -= a * b;
#endif
  }
};
struct FourNumbers {
  using Pack = double __attribute__((vector_size(32)));
  static void subtract_product(Pack& x, const Pack& a, double b) {
#ifdef __FMA__
    x = _mm256_fnmadd_pd(a, _mm256_set1_pd(b), x);
#else
    x -= a * b;
#endif
  }
};
struct EightNumbers {
  using Pack = double __attribute__((vector_size(64)));
  static void subtract_product(Pack& x, const Pack& a, double b) {
#ifdef __AVX512F__
    x = _mm512_fnmadd_pd(a, _mm512_set1_pd(b), x);
#else
    x -= a * b;
#endif
  }
};

/// x - a b with one rounding, as in the tiles, where the processor can.
double less_product(double x, double a, double b) {
#ifdef __FMA__
  return __builtin_fma(-a, b, x);
#else
  return x - a * b;
#endif
}

template <class Numbers>
struct Tiles {
  using Pack = typename Numbers::Pack;
  static constexpr int Width = sizeof(Pack) / sizeof(double);
  static void load(Pack& x, const double* p) { std::memcpy(&x, p, sizeof x); }
  static void store(double* p, const Pack& x) { std::memcpy(p, &x, sizeof x); }

  /// A tile of c that stays in registers.
  template <int Packs, int Count>
  static void tile(double* c, int c_stride, Columns a, Columns b, int inner) {
    Pack sum[Count][Packs];
    for (int j = 0; j < Count; ++j)
      for (int i = 0; i < Packs; ++i) load(sum[j][i], c + j * c_stride + Width * i);
    for (int p = 0; p < inner; ++p) {
      Pack left[Packs];
      for (int i = 0; i < Packs; ++i) load(left[i], a.data + p * a.stride + Width * i);
      for (int j = 0; j < Count; ++j)
        for (int i = 0; i < Packs; ++i) Numbers::subtract_product(sum[j][i], left[i], b.data[j * b.stride + p]);
    }
    for (int j = 0; j < Count; ++j)
      for (int i = 0; i < Packs; ++i) store(c + j * c_stride + Width * i, sum[j][i]);
  }

  /// From row `i` on, as many tiles of this height as fit; returns where they end.
  template <int Packs, int Count>
  static int tiles(double* c, int c_stride, Columns a, Columns b, int i, int rows, int inner) {
    for (; i + Packs * Width <= rows; i += Packs * Width)
      tile<Packs, Count>(c + i, c_stride, {a.data + i, a.stride}, b, inner);
    return i;
  }
};

/// `Most` registers for the rows of a tile of so many columns, and narrower ones for the rows that are left.
template <class Numbers, int Most, int Count>
void subtract_from_columns(double* c, int c_stride, Columns a, Columns b, int rows, int inner) {
  int i = 0;
  if constexpr (Most >= 3) i = Tiles<Numbers>::template tiles<3, Count>(c, c_stride, a, b, i, rows, inner);
  if constexpr (Most >= 2) i = Tiles<Numbers>::template tiles<2, Count>(c, c_stride, a, b, i, rows, inner);
  i = Tiles<Numbers>::template tiles<1, Count>(c, c_stride, a, b, i, rows, inner);
  if constexpr (Tiles<Numbers>::Width > 4) i = Tiles<FourNumbers>::tiles<1, Count>(c, c_stride, a, b, i, rows, inner);
  if constexpr (Tiles<Numbers>::Width > 2) i = Tiles<TwoNumbers>::tiles<1, Count>(c, c_stride, a, b, i, rows, inner);
  for (; i < rows; ++i)
    for (int j = 0; j < Count; ++j) {
      double sum = c[j * c_stride + i];
      for (int p = 0; p < inner; ++p) sum = less_product(sum, a.data[p * a.stride + i], b.data[j * b.stride + p]);
      c[j * c_stride + i] = sum;
    }
}

template <class Numbers, int Most, int Wide>
void subtract_in_tiles(double* c, int c_stride, Columns a, Columns b, int rows, int columns, int inner) {
  const auto from = [&](int j) { return Columns{b.data + j * b.stride, b.stride}; };
  int j = 0;
  for (; j + Wide <= columns; j += Wide)
    subtract_from_columns<Numbers, Most, Wide>(c + j * c_stride, c_stride, a, from(j), rows, inner);
  for (; j + 2 <= columns; j += 2)
    subtract_from_columns<Numbers, Most, 2>(c + j * c_stride, c_stride, a, from(j), rows, inner);
  for (; j < columns; ++j) subtract_from_columns<Numbers, Most, 1>(c + j * c_stride, c_stride, a, from(j), rows, inner);
}

}  // namespace
}  // namespace stiction
