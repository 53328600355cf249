#include "stiction/linalg/ordering.h"

#include <algorithm>
#include <set>

namespace stiction {

EliminationOrder minimum_degree(int nodes, const std::vector<std::pair<int, int>>& edges) {
  std::vector<std::vector<int>> neighbours(nodes);
  for (const auto& [a, b] : edges) {
    if (a == b) continue;
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  std::set<std::pair<int, int>> by_degree;
  for (int i = 0; i < nodes; ++i) {
    auto& list = neighbours[i];
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    by_degree.insert({static_cast<int>(list.size()), i});
  }

  EliminationOrder result;
  result.position.assign(nodes, -1);
  result.order.reserve(nodes);
  std::vector<std::vector<int>> eliminated(nodes);
  std::vector<int> merged;
  while (!by_degree.empty()) {
    const int pivot = by_degree.begin()->second;
    by_degree.erase(by_degree.begin());
    result.position[pivot] = static_cast<int>(result.order.size());
    result.order.push_back(pivot);
    const std::vector<int> clique = neighbours[pivot];
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
    eliminated[pivot] = clique;
  }
  result.below.resize(nodes);
  for (int k = 0; k < nodes; ++k) {
    auto& below = result.below[k];
    for (int node : eliminated[result.order[k]]) below.push_back(result.position[node]);
    std::sort(below.begin(), below.end());
  }
  return result;
}

}  // namespace stiction
