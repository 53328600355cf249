// c -= a b for the dense fronts of a factorization: some ten to a few hundred rows, inner dimension up to a panel's
// width. Nothing is packed or allocated: general libraries spend a good part of their time on that at this size.
#pragma once

namespace stiction {

/// A column-major matrix inside a larger one.
struct Columns {
  const double* data;
  int stride;
};

/// c (rows × columns) -= a (rows × inner) b (inner × columns). With the widest registers that the processor has; every
/// entry takes its products one after the other, each with one rounding, so that the result is the same for any width.
void subtract_product(double* c, int c_stride, Columns a, Columns b, int rows, int columns, int inner);

}  // namespace stiction
