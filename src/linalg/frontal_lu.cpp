#include "stiction/linalg/frontal_lu.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiction {

namespace {

/// Nodes with the same neighbours, themselves included, one group each; ordered by their first node.
std::vector<std::vector<int>> like_nodes(const Graph& graph) {
  const int n = graph.nodes();
  std::vector<std::vector<int>> closed(n), groups;
  for (int i = 0; i < n; ++i) {
    closed[i].assign(graph.to.begin() + graph.start[i], graph.to.begin() + graph.start[i + 1]);
    closed[i].insert(std::lower_bound(closed[i].begin(), closed[i].end(), i), i);
  }
  std::vector<char> taken(n, 0);
  for (int i = 0; i < n; ++i) {
    if (taken[i]) continue;
    groups.push_back({i});
    for (int e = graph.start[i]; e < graph.start[i + 1]; ++e) {
      const int j = graph.to[e];
      if (j < i || taken[j] || closed[j] != closed[i]) continue;
      taken[j] = 1;
      groups.back().push_back(j);
    }
  }
  return groups;
}

std::vector<int> groups_of_nodes(int nodes, const std::vector<std::vector<int>>& members) {
  std::vector<int> group_of(nodes);
  for (std::size_t g = 0; g < members.size(); ++g)
    for (int i : members[g]) group_of[i] = static_cast<int>(g);
  return group_of;
}

Graph group_graph(const Graph& graph, const std::vector<std::vector<int>>& members, const std::vector<int>& group_of) {
  std::vector<std::pair<int, int>> edges;
  for (std::size_t g = 0; g < members.size(); ++g) {
    const int i = members[g].front();
    for (int e = graph.start[i]; e < graph.start[i + 1]; ++e)
      if (group_of[graph.to[e]] > static_cast<int>(g)) edges.emplace_back(static_cast<int>(g), group_of[graph.to[e]]);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return Graph(static_cast<int>(members.size()), edges);
}

std::vector<int> places_back(const Graph& graph) {
  std::vector<int> back(graph.to.size()), next(graph.nodes(), 0);
  // Rows are ascending, so the nodes that have j as a neighbour come in the order of j's own neighbours.
  for (int i = 0; i < graph.nodes(); ++i)
    for (int e = graph.start[i]; e < graph.start[i + 1]; ++e) back[e] = next[graph.to[e]]++;
  return back;
}

}  // namespace

FrontalLu::FrontalLu(Graph graph)
    : graph_(std::move(graph)),
      back_(places_back(graph_)),
      members_(like_nodes(graph_)),
      group_of_(groups_of_nodes(graph_.nodes(), members_)),
      tree_(best_front_tree(group_graph(graph_, members_, group_of_))),
      dense_(tree_.fronts.size()),
      first_unknown_(graph_.nodes()),
      node_offset_(graph_.nodes() + 1),
      position_size_(members_.size()) {}

void FrontalLu::lay_out(const std::vector<int>& sizes) {
  sizes_ = sizes;
  const int n = graph_.nodes();
  node_offset_[0] = 0;
  for (int i = 0; i < n; ++i) node_offset_[i + 1] = node_offset_[i] + sizes[i];
  int next = 0;
  std::vector<int> first(members_.size() + 1);
  for (std::size_t p = 0; p < members_.size(); ++p) {
    first[p] = next;
    for (int node : members_[tree_.order[p]]) {
      first_unknown_[node] = next;
      next += sizes[node];
    }
    position_size_[p] = next - first[p];
  }
  local_.resize(next);
  std::size_t total = 0;
  work_ = 0;
  for (std::size_t f = 0; f < tree_.fronts.size(); ++f) {
    const Front& front = tree_.fronts[f];
    Dense& d = dense_[f];
    d.rows.clear();
    const auto add = [&](int position) {
      for (int i = 0; i < position_size_[position]; ++i) d.rows.push_back(first[position] + i);
    };
    for (int p = 0; p < front.pivots; ++p) add(front.first + p);
    d.pivots = static_cast<int>(d.rows.size());
    // A front that neither eliminates nor passes on anything holds nothing.
    const bool idle = d.pivots == 0 && std::all_of(front.children.begin(), front.children.end(), [&](int child) {
                        return dense_[child].size == dense_[child].pivots;
                      });
    if (!idle)
      for (int position : front.below) add(position);
    d.size = static_cast<int>(d.rows.size());
    d.offset = total;
    total += static_cast<std::size_t>(d.size) * d.size;
    const double p = d.pivots, s = d.size;
    work_ += 2 * (p * p * p / 3 + p * p * (s - p) + p * (s - p) * (s - p));
  }
  if (storage_.size() < total) storage_.resize(total);
}

void FrontalLu::gather(int f, const BlockSource& source, const std::vector<int>& sizes) {
  const Front& front = tree_.fronts[f];
  Dense& d = dense_[f];
  auto a = matrix(d);
  a.setZero();
  for (int i = 0; i < d.size; ++i) local_[d.rows[i]] = i;
  const auto put = [&](int row, int column, int neighbour) {
    BlockSource::Target to(&a(local_[first_unknown_[row]], local_[first_unknown_[column]]), sizes[row], sizes[column],
                           Eigen::OuterStride<>(d.size));
    source.block(row, column, neighbour, to);
  };
  for (int p = 0; p < front.pivots; ++p)
    for (int node : members_[tree_.order[front.first + p]]) {
      if (sizes[node] == 0) continue;
      put(node, node, -1);
      for (int e = graph_.start[node]; e < graph_.start[node + 1]; ++e) {
        const int other = graph_.to[e], position = tree_.position[group_of_[other]];
        if (sizes[other] == 0 || position < front.first) continue;
        put(node, other, e - graph_.start[node]);
        if (position >= front.first + front.pivots) put(other, node, back_[e]);
      }
    }
  for (int child : front.children) {
    Dense& c = dense_[child];
    const int n = c.size - c.pivots;
    if (n == 0) continue;
    c.in_parent.resize(n);
    for (int i = 0; i < n; ++i) c.in_parent[i] = local_[c.rows[c.pivots + i]];
    const auto from = matrix(c).bottomRightCorner(n, n);
    for (int j = 0; j < n; ++j) {
      double* column = &a(0, c.in_parent[j]);
      for (int i = 0; i < n; ++i) column[c.in_parent[i]] += from(i, j);
    }
  }
}

bool FrontalLu::eliminate(Dense& d) {
  const int p = d.pivots, rest = d.size - p;
  if (p == 0) return true;
  auto a = matrix(d);
  Eigen::Ref<Eigen::MatrixXd> own = a.topLeftCorner(p, p);
  Eigen::PartialPivLU<Eigen::Ref<Eigen::MatrixXd>> lu(own);
  const auto& order = lu.permutationP().indices();
  d.swaps.assign(order.data(), order.data() + p);
  for (int i = 0; i < p; ++i)
    if (!(std::abs(own(i, i)) > 0) || !std::isfinite(own(i, i))) return false;
  if (rest == 0) return true;
  auto right = a.topRightCorner(p, rest);
  auto below = a.bottomLeftCorner(rest, p);
  right = lu.permutationP() * right;
  own.triangularView<Eigen::UnitLower>().solveInPlace(right);
  own.triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(below);
  a.bottomRightCorner(rest, rest).noalias() -= below * right;
  return true;
}

bool FrontalLu::factor(const std::vector<int>& sizes, const BlockSource& source) {
  lay_out(sizes);
  for (std::size_t f = 0; f < tree_.fronts.size(); ++f) {
    if (dense_[f].size == 0) continue;
    gather(static_cast<int>(f), source, sizes);
    if (!eliminate(dense_[f])) return false;
  }
  return true;
}

void FrontalLu::solve(Eigen::VectorXd& x) const {
  Eigen::VectorXd y(x.size()), own, rest;
  for (int i = 0; i < graph_.nodes(); ++i)
    y.segment(first_unknown_[i], sizes_[i]) = x.segment(node_offset_[i], sizes_[i]);
  for (const Dense& d : dense_) {
    const int p = d.pivots, n = d.size - p;
    if (p == 0) continue;
    const auto a = matrix(d);
    own.resize(p);
    for (int i = 0; i < p; ++i) own[d.swaps[i]] = y[d.rows[i]];
    a.topLeftCorner(p, p).triangularView<Eigen::UnitLower>().solveInPlace(own);
    for (int i = 0; i < p; ++i) y[d.rows[i]] = own[i];
    if (n == 0) continue;
    rest.noalias() = a.bottomLeftCorner(n, p) * own;
    for (int i = 0; i < n; ++i) y[d.rows[p + i]] -= rest[i];
  }
  for (std::size_t f = dense_.size(); f-- > 0;) {
    const Dense& d = dense_[f];
    const int p = d.pivots, n = d.size - p;
    if (p == 0) continue;
    const auto a = matrix(d);
    own.resize(p);
    for (int i = 0; i < p; ++i) own[i] = y[d.rows[i]];
    if (n > 0) {
      rest.resize(n);
      for (int i = 0; i < n; ++i) rest[i] = y[d.rows[p + i]];
      own.noalias() -= a.topRightCorner(p, n) * rest;
    }
    a.topLeftCorner(p, p).triangularView<Eigen::Upper>().solveInPlace(own);
    for (int i = 0; i < p; ++i) y[d.rows[i]] = own[i];
  }
  for (int i = 0; i < graph_.nodes(); ++i)
    x.segment(node_offset_[i], sizes_[i]) = y.segment(first_unknown_[i], sizes_[i]);
}

}  // namespace stiction
