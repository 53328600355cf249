// Products with the rows of contacts that move many velocities. Each row is a run of numbers whose stride is a multiple
// of four, zeros behind its end, so that full registers do all of it. Sums have a fixed order.
#pragma once

namespace stiction {

/// Stride of rows of `width` numbers.
constexpr int row_stride(int width) { return (width + 3) / 4 * 4; }

/// y (one row's length) += Σ x_i row_i over `count` rows.
void add_rows(const double* rows, int count, int stride, const double* x, double* y);
/// y_i = row_i · x, for `triples` triples of rows.
void row_products(const double* rows, int triples, int stride, const double* x, double* y);
/// c (stride × stride, columns one after the other) = Σ left_i right_iᵀ over `count` rows of both.
void outer_products(const double* left, const double* right, int count, int stride, double* c);

}  // namespace stiction
