// LU factors of a sparse matrix whose graph is fixed while its nodes' numbers of unknowns change from one factorization
// to the next (none to a few each): what Newton's method with an active set needs.
//
// Multifrontal on one elimination order, found once. Nodes with the same neighbours are taken together, which makes the
// search for an order cheap and the fronts large. Rows are pivoted within a front's own unknowns.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "stiction/linalg/fronts.h"

namespace stiction {

/// Where a factorization takes its numbers from.
class BlockSource {
 public:
  using Target = Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
  virtual ~BlockSource() = default;
  /// Writes the block of two nodes over what `to` holds. `neighbour`: the column's place among the neighbours of the
  /// row in the graph, or -1 for the diagonal block.
  virtual void block(int row_node, int column_node, int neighbour, Target to) const = 0;
};

class FrontalLu {
 public:
  explicit FrontalLu(Graph graph);

  /// Factors the matrix with sizes[i] unknowns at node i. False if a pivot is zero or not finite.
  bool factor(const std::vector<int>& sizes, const BlockSource& source);
  /// Solves in place; unknowns in the order of the nodes.
  void solve(Eigen::VectorXd& x) const;
  /// Operations of the last factorization.
  double work() const { return work_; }

 private:
  /// One front's numbers of the last factorization.
  struct Dense {
    int pivots = 0, size = 0;
    std::size_t offset = 0;      ///< of its matrix in storage_
    std::vector<int> rows;       ///< of unknowns: index in the elimination order
    std::vector<int> swaps;      ///< rows of the pivots exchanged, in turn
    std::vector<int> in_parent;  ///< of rows behind the pivots: row in the parent's front
  };
  Eigen::Map<Eigen::MatrixXd> matrix(const Dense& d) { return {storage_.data() + d.offset, d.size, d.size}; }
  Eigen::Map<const Eigen::MatrixXd> matrix(const Dense& d) const {
    return {storage_.data() + d.offset, d.size, d.size};
  }
  void lay_out(const std::vector<int>& sizes);
  void gather(int front, const BlockSource& source, const std::vector<int>& sizes);
  bool eliminate(Dense& d);

  Graph graph_;
  std::vector<int> back_;  ///< of an edge: the place of its first node among the neighbours of its second
  std::vector<std::vector<int>> members_;  ///< nodes of a group, ascending
  std::vector<int> group_of_;
  FrontTree tree_;  ///< of the groups
  std::vector<Dense> dense_;
  std::vector<int> first_unknown_;  ///< of a node, in the elimination order
  std::vector<int> node_offset_;    ///< of a node, in node order
  std::vector<int> position_size_;  ///< unknowns of the group at a position
  std::vector<int> local_;          ///< scratch: row in the current front of an unknown, by elimination order
  std::vector<double> storage_;
  std::vector<int> sizes_;
  double work_ = 0;
};

}  // namespace stiction
