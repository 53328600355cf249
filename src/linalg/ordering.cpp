#include "stiction/linalg/ordering.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <set>

namespace stiction {

Graph::Graph(int nodes, const std::vector<std::pair<int, int>>& edges) : start(nodes + 1, 0) {
  std::vector<std::pair<int, int>> both;
  both.reserve(2 * edges.size());
  for (const auto& [a, b] : edges) {
    if (a == b) continue;
    both.emplace_back(a, b);
    both.emplace_back(b, a);
  }
  std::sort(both.begin(), both.end());
  both.erase(std::unique(both.begin(), both.end()), both.end());
  to.reserve(both.size());
  for (const auto& [a, b] : both) {
    ++start[a + 1];
    to.push_back(b);
  }
  for (int i = 0; i < nodes; ++i) start[i + 1] += start[i];
}

std::vector<int> minimum_degree(const Graph& graph) {
  const int nodes = graph.nodes();
  std::vector<std::vector<int>> neighbours(nodes);
  std::set<std::pair<int, int>> by_degree;
  for (int i = 0; i < nodes; ++i) {
    neighbours[i].assign(graph.to.begin() + graph.start[i], graph.to.begin() + graph.start[i + 1]);
    by_degree.insert({static_cast<int>(neighbours[i].size()), i});
  }
  std::vector<int> order, merged;
  order.reserve(nodes);
  while (!by_degree.empty()) {
    const int pivot = by_degree.begin()->second;
    by_degree.erase(by_degree.begin());
    order.push_back(pivot);
    const std::vector<int> clique = std::move(neighbours[pivot]);
    for (int i : clique) {
      auto& list = neighbours[i];
      by_degree.erase({static_cast<int>(list.size()), i});
      merged.clear();
      std::set_union(list.begin(), list.end(), clique.begin(), clique.end(), std::back_inserter(merged));
      merged.erase(std::remove_if(merged.begin(), merged.end(), [&](int j) { return j == i || j == pivot; }),
                   merged.end());
      list.swap(merged);
      by_degree.insert({static_cast<int>(list.size()), i});
    }
  }
  return order;
}

std::vector<int> approximate_minimum_degree(const Graph& graph) {
  const int n = graph.nodes();
  if (n == 0) return {};
  Eigen::SparseMatrix<double> pattern(n, n);
  pattern.reserve(Eigen::VectorXi::LinSpaced(n, 0, n - 1).unaryExpr([&](int i) {
    return 1 + graph.start[i + 1] - graph.start[i];
  }));
  for (int i = 0; i < n; ++i) {
    pattern.insert(i, i) = 1;
    for (int e = graph.start[i]; e < graph.start[i + 1]; ++e)
      if (graph.to[e] > i) pattern.insert(graph.to[e], i) = 1;
  }
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern.selfadjointView<Eigen::Lower>(), order);
  return {order.indices().data(), order.indices().data() + n};
}

}  // namespace stiction
