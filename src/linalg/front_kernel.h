// Dense elimination of the leading columns of a small square matrix, with rows pivoted among the leading rows: the
// inner loop of FrontalLu. Written for fronts of ten to a few hundred rows, where general libraries spend their time on
// set-up.
#pragma once

namespace stiction {

/// Zeros below the last row of each column (stride - size) that make the kernel faster; they stay zero.
inline constexpr int kFrontPadding = 4;

/// In place, column-major with `stride`: the first `pivots` columns become L (unit diagonal, below the diagonal) and
/// the first `pivots` rows U; the rest receives its Schur complement. swaps[i]: the row that was exchanged with row i.
/// False if a pivot is zero or not finite.
bool eliminate_front(double* a, int size, int pivots, int stride, int* swaps);

}  // namespace stiction
