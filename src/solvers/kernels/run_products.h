// What runs of contacts (see row_runs.h) add to a Newton system: one product of dense matrices for each, an order of
// magnitude faster than 6×6 blocks one at a time.
#pragma once

#include <utility>
#include <vector>

#include "stiction/linalg/block_factor.h"
#include "stiction/solvers/kernels/row_runs.h"

namespace stiction {

class RunProducts {
 public:
  explicit RunProducts(const RowRuns& runs) : runs_(runs) {}

  /// Pairs of bodies that a contact couples.
  void append_edges(std::vector<std::pair<int, int>>& edges) const;
  /// Once the pattern of the matrix is known.
  void find_blocks(const BlockFactor& matrix);
  /// Adds Jᵀ C J of all contacts in runs to the matrix; a weight for every contact of the problem.
  void add(const std::vector<Mat3>& weights, BlockFactor& matrix);

 private:
  /// Appends rows l, r with Σ l rᵀ = Jᵀ C J, as few as C allows.
  void append_rows(const RowRun& run, int place, const Mat3& C);
  double* next(std::vector<double>& rows, int stride) { return rows.data() + std::ptrdiff_t(count_) * stride; }

  const RowRuns& runs_;
  std::vector<BlockFactor::Coupling> couplings_;  ///< of bodies i and j < i of each run, as (1,0) (2,0) (2,1) ...
  std::vector<double> left_, right_, product_;
  int count_ = 0;  ///< rows in left_ and right_
};

}  // namespace stiction
