// Fill-reducing elimination orders of an undirected graph. Pure functions of the graph, ties broken by index, so
// results depend neither on history nor on threads.
#pragma once

#include <utility>
#include <vector>

namespace stiction {

/// An undirected graph: neighbours of node i are to[start[i]] .. to[start[i + 1]], ascending, without i itself.
struct Graph {
  Graph(int nodes, const std::vector<std::pair<int, int>>& edges);
  int nodes() const { return static_cast<int>(start.size()) - 1; }
  std::vector<int> start, to;
};

/// order[k] = node eliminated k-th. Always the node with fewest neighbours at the time.
std::vector<int> minimum_degree(const Graph& graph);

/// The same with bounds of the numbers of neighbours in their place (Amestoy, Davis and Duff): a tenth of the time in
/// large graphs, and no more fill.
std::vector<int> approximate_minimum_degree(const Graph& graph);

/// Halves the graph again and again by small separators, which are eliminated last; small parts by minimum degree.
/// Less fill than minimum degree in dense heaps of thousands of bodies.
std::vector<int> nested_dissection(const Graph& graph);

}  // namespace stiction
