#include "stiction/linalg/subtract_product.h"

#include "stiction/linalg/product_tiles.h"

namespace stiction {

#ifdef STICTION_WIDE_PRODUCTS
/// In subtract_product_wide.cpp.
void subtract_product_wide(double* c, int c_stride, Columns a, Columns b, int rows, int columns, int inner);
#endif

void subtract_product(double* c, int c_stride, Columns a, Columns b, int rows, int columns, int inner) {
#ifdef STICTION_WIDE_PRODUCTS
  static const bool wide = __builtin_cpu_supports("avx512f");
  if (wide) return subtract_product_wide(c, c_stride, a, b, rows, columns, inner);
#endif
  subtract_in_tiles<FourNumbers, 2, 6>(c, c_stride, a, b, rows, columns, inner);
}

}  // namespace stiction
