// Fill-reducing elimination order of an undirected graph.
#pragma once

#include <utility>
#include <vector>

namespace stiction {

/// Elimination order and the fill it causes.
struct EliminationOrder {
  std::vector<int> order;     ///< order[k] = node eliminated k-th
  std::vector<int> position;  ///< inverse of order
  /// below[k]: positions greater than k coupled to the k-th pivot, fill included, ascending.
  std::vector<std::vector<int>> below;
};

/// Minimum degree with ties broken by index: a pure function of the graph, so results do not depend on history.
EliminationOrder minimum_degree(int nodes, const std::vector<std::pair<int, int>>& edges);

}  // namespace stiction
