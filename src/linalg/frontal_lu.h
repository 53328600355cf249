// LU factors of a sparse matrix whose graph is fixed while its nodes' numbers of unknowns change from one factorization
// to the next (none to a few each): what Newton's method with an active set needs.
//
// Multifrontal on one elimination order, found once. Nodes with the same neighbours are taken together, which makes the
// search for an order cheap and the fronts large. Rows are pivoted within a front's own unknowns.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "stiction/linalg/front_kernel.h"
#include "stiction/linalg/fronts.h"

namespace stiction {

/// Where a factorization takes its numbers from.
class BlockSource {
 public:
  virtual ~BlockSource() = default;
  /// Writes the block of two nodes, column-major with `stride`. `neighbour`: the column's place among the neighbours of
  /// the row in the graph, or -1 for the diagonal block.
  virtual void block(int row_node, int column_node, int neighbour, double* to, int stride) const = 0;
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
  /// One front of the last factorization.
  struct Dense {
    int pivots = 0, size = 0;
    std::size_t top = 0;    ///< its leading rows in factors_: L and U of the pivots, and U right of them
    std::size_t below = 0;  ///< L below the pivots
    std::vector<int> rows;  ///< of unknowns: index in the elimination order
    std::vector<int> swaps;
    int rest() const { return size - pivots; }
    int stride() const { return size + kFrontPadding; }  ///< of its columns while it is eliminated
  };
  void lay_out(const std::vector<int>& sizes);
  void gather(int front, const BlockSource& source);
  void add_child(const Dense& child, const double* from, int from_stride, int stride);
  void keep(const Dense& front);
  /// Neighbouring rows of a child that are neighbours in its parent.
  struct Run {
    int from, to, length;
  };

  Graph graph_;
  std::vector<int> back_;  ///< of an edge: the place of its first node among the neighbours of its second
  std::vector<std::vector<int>> members_;  ///< nodes of a group, ascending
  std::vector<int> group_of_;
  FrontTree tree_;  ///< of the groups
  std::vector<Dense> dense_;
  std::vector<int> first_unknown_;      ///< of a node, in the elimination order
  std::vector<int> node_offset_;        ///< of a node, in node order
  std::vector<int> first_of_position_;  ///< first unknown of the group at a position
  std::vector<int> local_;              ///< scratch: row in the current front of an unknown, by elimination order
  std::vector<int> sizes_;
  std::vector<double> factors_;
  std::vector<double> front_, last_front_;  ///< scratch: the front at hand, and the one before
  std::vector<Run> runs_;                   ///< scratch
  std::vector<double> stack_;  ///< scratch: what finished fronts leave to their parents, the last one on top
  double work_ = 0;
};

}  // namespace stiction
