// The same products for processors with registers of eight numbers, and 32 of these.
#ifdef STICTION_WIDE_PRODUCTS

#include "stiction/linalg/product_tiles.h"

namespace stiction {

void subtract_product_wide(double* c, int c_stride, Columns a, Columns b, int rows, int columns, int inner) {
  subtract_in_tiles<EightNumbers, 3, 6>(c, c_stride, a, b, rows, columns, inner);
}

}  // namespace stiction

#endif
