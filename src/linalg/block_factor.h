// Sparse matrix of 6×6 blocks with symmetric pattern and its LU factors, on the graph of bodies.
//
// The pattern is fixed at construction (fill included). Fill in values through add(), then factor() and solve().
// Pivots are 6×6 blocks; inside a block rows are pivoted. Values may be unsymmetric.
#pragma once

#include <utility>
#include <vector>

#include "stiction/linalg/ordering.h"
#include "stiction/linalg/types.h"

namespace stiction {

class BlockFactor {
 public:
  BlockFactor(int nodes, const std::vector<std::pair<int, int>>& edges);

  /// Sets the matrix to the identity.
  void set_identity();
  /// Diagonal block of a node, to be added to.
  Mat6& diagonal(int node) { return diagonal_[order_.position[node]]; }
  /// Handle of the two blocks that couple nodes a and b.
  struct Coupling {
    int index;
    bool a_is_later;  ///< a is eliminated after b, so block (a,b) is in the lower factor
  };
  Coupling coupling(int a, int b) const;
  /// Blocks (a,b) and (b,a) of a coupling.
  Mat6& block_ab(const Coupling& c) { return c.a_is_later ? lower_[c.index] : upper_[c.index]; }
  Mat6& block_ba(const Coupling& c) { return c.a_is_later ? upper_[c.index] : lower_[c.index]; }

  /// Factors in place. `symmetric` halves the work when block (a,b) = (b,a)ᵀ; only lower blocks are read then.
  /// Returns false if a pivot block is singular or not finite.
  bool factor(bool symmetric);
  /// Solves in place with the factors; one Vec6 for each node.
  void solve(std::vector<Vec6>& x);

  int nodes() const { return static_cast<int>(diagonal_.size()); }
  /// Off-diagonal blocks in the lower factor, fill included.
  int fill() const { return static_cast<int>(lower_.size()); }

 private:
  int find(int row, int column) const;

  EliminationOrder order_;
  std::vector<int> start_;      ///< blocks of column k are start_[k] .. start_[k+1]
  std::vector<int> rows_;       ///< row positions, ascending within a column
  std::vector<Mat6> diagonal_;  ///< after factor(): inverse of the pivot block
  std::vector<Mat6> lower_;     ///< (row, column); after factor(): L
  std::vector<Mat6> upper_;     ///< (column, row) stored with the same index
  bool symmetric_ = false;
  std::vector<Vec6> scratch_;
};

}  // namespace stiction
