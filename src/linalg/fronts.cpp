#include "stiction/linalg/fronts.h"

#include <algorithm>

namespace stiction {

namespace {

/// Up to this many nodes exact degrees are cheap.
constexpr int kSmall = 150;
/// Work per node, in products of blocks, from which on it pays to look for another order.
constexpr double kDear = 2000;

/// Rows of each column below the diagonal, fill included, by merging children into parents.
std::vector<std::vector<int>> column_structure(const Graph& graph, const std::vector<int>& order,
                                               const std::vector<int>& position) {
  const int n = graph.nodes();
  std::vector<std::vector<int>> below(n), children(n);
  std::vector<int> mark(n, -1);
  for (int k = 0; k < n; ++k) {
    auto& rows = below[k];
    mark[k] = k;
    const auto add = [&](int row) {
      if (row <= k || mark[row] == k) return;
      mark[row] = k;
      rows.push_back(row);
    };
    for (int e = graph.start[order[k]]; e < graph.start[order[k] + 1]; ++e) add(position[graph.to[e]]);
    for (int c : children[k])
      for (int row : below[c]) add(row);
    std::sort(rows.begin(), rows.end());
    if (!rows.empty()) children[rows.front()].push_back(k);
  }
  return below;
}

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> position(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) position[order[k]] = static_cast<int>(k);
  return position;
}

/// Order of a walk through the elimination tree that visits children before parents and branches whole.
std::vector<int> postorder(const std::vector<std::vector<int>>& below) {
  const int n = static_cast<int>(below.size());
  std::vector<std::vector<int>> children(n);
  std::vector<int> roots;
  for (int k = 0; k < n; ++k) (below[k].empty() ? roots : children[below[k].front()]).push_back(k);
  std::vector<int> result, stack, next(n, 0);
  result.reserve(n);
  for (int root : roots) {
    stack.push_back(root);
    while (!stack.empty()) {
      const int k = stack.back();
      if (next[k] < static_cast<int>(children[k].size())) {
        stack.push_back(children[k][next[k]++]);
      } else {
        result.push_back(k);
        stack.pop_back();
      }
    }
  }
  return result;
}

double front_work(double pivots, double size) {
  // Sum of the squares of the sizes left while pivots are eliminated.
  const auto squares = [](double m) { return m * (m + 1) * (2 * m + 1) / 6; };
  return squares(size) - squares(size - pivots);
}

/// Whether a column joins the front of its parent: few zeros are stored then, against fewer and larger products.
bool worth_joining(const Front& column, const Front& parent) {
  const int joined = 1 + parent.size();
  return joined - column.size() <= std::max(2.0, 0.15 * joined);
}

}  // namespace

FrontTree front_tree(const Graph& graph, const std::vector<int>& given) {
  FrontTree tree;
  const int n = graph.nodes();
  const auto structure = column_structure(graph, given, inverse(given));
  const std::vector<int> walk = postorder(structure);
  const std::vector<int> renamed = inverse(walk);
  for (int k : walk) tree.order.push_back(given[k]);
  tree.position = inverse(tree.order);

  // From the last column to the first: a column joins the front that begins right after it if that is its parent.
  std::vector<Front> reversed;
  for (int k = n - 1; k >= 0; --k) {
    Front column{k, 1, {}, {}, 0};
    for (int row : structure[walk[k]]) column.below.push_back(renamed[row]);
    std::sort(column.below.begin(), column.below.end());
    tree.fill += static_cast<int>(column.below.size());
    if (!reversed.empty() && !column.below.empty() && column.below.front() == k + 1 && reversed.back().first == k + 1 &&
        worth_joining(column, reversed.back())) {
      --reversed.back().first;
      ++reversed.back().pivots;
    } else {
      reversed.push_back(std::move(column));
    }
  }
  tree.fronts.assign(std::make_move_iterator(reversed.rbegin()), std::make_move_iterator(reversed.rend()));
  tree.front_of.resize(n);
  for (std::size_t f = 0; f < tree.fronts.size(); ++f)
    for (int p = 0; p < tree.fronts[f].pivots; ++p) tree.front_of[tree.fronts[f].first + p] = static_cast<int>(f);
  for (std::size_t f = 0; f < tree.fronts.size(); ++f) {
    Front& front = tree.fronts[f];
    const double own = front_work(front.pivots, front.size());
    tree.work += own;
    front.work += own;
    if (front.below.empty()) {
      tree.roots.push_back(static_cast<int>(f));
    } else {
      Front& parent = tree.fronts[tree.front_of[front.below.front()]];
      parent.children.push_back(static_cast<int>(f));
      parent.work += front.work;
    }
  }
  return tree;
}

FrontTree best_front_tree(const Graph& graph) {
  if (graph.nodes() <= kSmall) return front_tree(graph, minimum_degree(graph));
  FrontTree tree = front_tree(graph, approximate_minimum_degree(graph));
  if (tree.work < kDear * graph.nodes()) return tree;
  FrontTree other = front_tree(graph, nested_dissection(graph));
  return other.work < tree.work ? other : tree;
}

}  // namespace stiction
