// What a sparse factorization needs to know of the graph: columns with like structure joined into fronts, which are
// eliminated as small dense matrices, children before parents.
#pragma once

#include <vector>

#include "stiction/linalg/ordering.h"

namespace stiction {

struct Front {
  int first = 0, pivots = 0;  ///< eliminates positions first .. first + pivots
  std::vector<int> below;     ///< later positions that it couples, fill included, ascending
  std::vector<int> children;  ///< fronts, ascending
  double work = 0;            ///< operations of the whole branch, in blocks
  int size() const { return pivots + static_cast<int>(below.size()); }
};

struct FrontTree {
  std::vector<int> order, position;  ///< order[k] = node eliminated k-th; position is its inverse
  std::vector<Front> fronts;         ///< children before parents
  std::vector<int> roots;
  std::vector<int> front_of;  ///< of a position
  double work = 0;            ///< of all fronts
  int fill = 0;               ///< couplings below the diagonal, without the zeros that joining columns stores
};

/// Fronts of an elimination order (any order; it is rearranged so that branches lie together, with the same fill).
FrontTree front_tree(const Graph& graph, const std::vector<int>& order);

/// The better of the known orders.
FrontTree best_front_tree(const Graph& graph);

}  // namespace stiction
