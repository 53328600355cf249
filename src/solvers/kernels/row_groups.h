// Contacts that move the same many bodies of a problem, as those of two deformable bodies do: their part of a Newton
// system is one product of dense matrices, an order of magnitude faster than 6×6 blocks one at a time.
#pragma once

#include <vector>

#include "stiction/linalg/block_factor.h"
#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

class RowGroups {
 public:
  explicit RowGroups(const WhitenedProblem& problem);

  /// Pairs of bodies that a contact couples.
  void append_edges(std::vector<std::pair<int, int>>& edges) const;
  /// Once the pattern of the matrix is known.
  void find_blocks(const BlockFactor& matrix);
  /// Adds Jᵀ C J of all contacts in groups to the matrix.
  void add_products(const std::vector<Mat3>& weights, BlockFactor& matrix);

  /// Whether a contact is in a group; the others have two bodies at most.
  static bool holds(const WhitenedContact& c) { return !c.more.empty(); }

 private:
  struct Group {
    std::vector<int> bodies, contacts;
    Eigen::MatrixXd rows;                          ///< three for each contact, six columns for each body
    std::vector<BlockFactor::Coupling> couplings;  ///< of bodies i and j < i, in the order (1,0) (2,0) (2,1) ...
  };

  std::vector<Group> groups_;
  Eigen::MatrixXd left_, right_, product_;
};

}  // namespace stiction
