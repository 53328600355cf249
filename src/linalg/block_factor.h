// Sparse matrix of 6×6 blocks with symmetric pattern and its LU factors, on the graph of bodies.
//
// The pattern is fixed at construction. Fill in values through diagonal() and block_ab(), then factor() and solve().
// Multifrontal: columns of like structure are eliminated together as a dense front, whose remainder is added to its
// parent's front. Rows are pivoted within the pivots of a front. Values may be unsymmetric. Branches of the tree run
// in parallel; every sum has a fixed order, so the factors do not depend on the number of threads.
#pragma once

#include <utility>
#include <vector>

#include "stiction/linalg/fronts.h"
#include "stiction/linalg/types.h"

namespace stiction {

class BlockFactor {
 public:
  BlockFactor(int nodes, const std::vector<std::pair<int, int>>& edges);

  /// Sets the matrix to the identity.
  void set_identity();
  /// Diagonal block of a node, to be added to.
  Mat6& diagonal(int node) { return diagonal_[node]; }
  /// Handle of the two blocks that couple nodes a and b.
  struct Coupling {
    int index;
    bool a_is_first;  ///< a < b
  };
  Coupling coupling(int a, int b) const;
  /// Blocks (a,b) and (b,a) of a coupling.
  Mat6& block_ab(const Coupling& c) { return c.a_is_first ? upper_[c.index] : lower_[c.index]; }
  Mat6& block_ba(const Coupling& c) { return c.a_is_first ? lower_[c.index] : upper_[c.index]; }

  /// Factors; the matrix itself stays. Returns false if a pivot block is singular or not finite.
  bool factor();
  /// Solves in place with the factors; one Vec6 for each node.
  void solve(std::vector<Vec6>& x) const;

  int nodes() const { return static_cast<int>(diagonal_.size()); }
  const std::vector<std::pair<int, int>>& edges() const { return edges_; }  ///< a < b, ascending
  /// Off-diagonal blocks in the lower factor, fill included.
  int fill() const { return tree_.fill; }
  /// Operations of a factorization.
  double work() const { return 432 * tree_.work; }
  /// Memory held, bytes.
  std::size_t bytes() const;

 private:
  /// Dense numbers of one front; pivots first. After factor(): see partial_lu.
  struct Dense {
    Eigen::MatrixXd matrix;
    bool regular = true;
  };
  /// A solve half done: the unknowns in the order of elimination, and what each front hands to its parent.
  struct Halves {
    Eigen::VectorXd x;
    std::vector<Eigen::VectorXd> rows;
  };
  void eliminate_branch(int front);
  void forward_branch(int front, Halves& halves) const;
  void backward_branch(int front, Halves& halves) const;
  void eliminate(int front);
  void add_child(int front, int child);

  std::vector<std::pair<int, int>> edges_;  ///< a < b, ascending
  FrontTree tree_;
  std::vector<std::vector<int>> edges_of_;  ///< of a front: edges whose earlier end it eliminates
  std::vector<std::vector<int>> slots_;     ///< of a front: where each row below lies in its parent's front
  std::vector<Mat6> diagonal_, lower_, upper_;
  std::vector<Dense> dense_;
};

}  // namespace stiction
