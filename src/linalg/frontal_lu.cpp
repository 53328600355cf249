#include "stiction/linalg/frontal_lu.h"

#include <algorithm>

#include "stiction/linalg/front_kernel.h"

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
      first_of_position_(members_.size() + 1) {}

void FrontalLu::lay_out(const std::vector<int>& sizes) {
  sizes_ = sizes;
  node_offset_[0] = 0;
  for (int i = 0; i < graph_.nodes(); ++i) node_offset_[i + 1] = node_offset_[i] + sizes[i];
  int next = 0;
  for (std::size_t p = 0; p < members_.size(); ++p) {
    first_of_position_[p] = next;
    for (int node : members_[tree_.order[p]]) {
      first_unknown_[node] = next;
      next += sizes[node];
    }
  }
  first_of_position_.back() = next;
  local_.resize(next);
  std::size_t kept = 0, stacked = 0, most_stacked = 0, largest = 0;
  work_ = 0;
  for (std::size_t f = 0; f < tree_.fronts.size(); ++f) {
    const Front& front = tree_.fronts[f];
    Dense& d = dense_[f];
    d.rows.clear();
    const auto add = [&](int position) {
      for (int i = first_of_position_[position]; i < first_of_position_[position + 1]; ++i) d.rows.push_back(i);
    };
    for (int p = 0; p < front.pivots; ++p) add(front.first + p);
    d.pivots = static_cast<int>(d.rows.size());
    bool idle = d.pivots == 0;  // eliminates nothing, and nothing is left to it to pass on
    for (int child : front.children) {
      const std::size_t rest = dense_[child].rest();
      idle = idle && rest == 0;
      stacked -= rest * rest;
    }
    if (!idle)
      for (int position : front.below) add(position);
    d.size = static_cast<int>(d.rows.size());
    const std::size_t pivots = d.pivots, size = d.size, rest = d.rest();
    d.top = kept;
    d.below = kept + pivots * size;
    kept = d.below + rest * pivots;
    stacked += rest * rest;
    most_stacked = std::max(most_stacked, stacked);
    largest = std::max(largest, size * d.stride());
    const auto p = static_cast<double>(pivots), r = static_cast<double>(rest);
    work_ += 2 * (p * p * p / 3 + p * p * r + p * r * r);
  }
  if (factors_.size() < kept) factors_.resize(kept);
  if (stack_.size() < most_stacked) stack_.resize(most_stacked);
  for (std::vector<double>* scratch : {&front_, &last_front_})
    if (scratch->size() < largest) scratch->resize(largest);
}

void FrontalLu::gather(int f, const BlockSource& source) {
  const Front& front = tree_.fronts[f];
  const Dense& d = dense_[f];
  const int stride = d.stride();
  double* a = front_.data();
  std::fill(a, a + static_cast<std::ptrdiff_t>(stride) * d.size, 0.0);
  for (int i = 0; i < d.size; ++i) local_[d.rows[i]] = i;
  const auto put = [&](int row, int column, int neighbour) {
    const std::ptrdiff_t at = local_[first_unknown_[column]];
    source.block(row, column, neighbour, a + local_[first_unknown_[row]] + stride * at, stride);
  };
  for (int p = 0; p < front.pivots; ++p)
    for (int node : members_[tree_.order[front.first + p]]) {
      if (sizes_[node] == 0) continue;
      put(node, node, -1);
      for (int e = graph_.start[node]; e < graph_.start[node + 1]; ++e) {
        const int other = graph_.to[e], position = tree_.position[group_of_[other]];
        if (sizes_[other] == 0 || position < front.first) continue;
        put(node, other, e - graph_.start[node]);
        if (position >= front.first + front.pivots) put(other, node, back_[e]);
      }
    }
}

void FrontalLu::add_child(const Dense& child, const double* from, int from_stride, int stride) {
  const int n = child.rest();
  const int* rows = child.rows.data() + child.pivots;
  // Neighbouring rows of the child mostly are neighbours in the parent, too.
  runs_.clear();
  for (int i = 0; i < n; ++i) {
    const int to = local_[rows[i]];
    if (!runs_.empty() && runs_.back().to + runs_.back().length == to)
      ++runs_.back().length;
    else
      runs_.push_back({i, to, 1});
  }
  for (int j = 0; j < n; ++j, from += from_stride) {
    double* column = front_.data() + static_cast<std::ptrdiff_t>(stride) * local_[rows[j]];
    for (const Run& run : runs_)
      for (int i = 0; i < run.length; ++i) column[run.to + i] += from[run.from + i];
  }
}

void FrontalLu::keep(const Dense& d) {
  const double* column = front_.data();
  double *top = factors_.data() + d.top, *below = factors_.data() + d.below;
  for (int j = 0; j < d.size; ++j, column += d.stride()) {
    for (int i = 0; i < d.pivots; ++i) *top++ = column[i];
    if (j >= d.pivots) continue;
    std::copy_n(column + d.pivots, d.rest(), below);
    below += d.rest();
  }
}

bool FrontalLu::factor(const std::vector<int>& sizes, const BlockSource& source) {
  lay_out(sizes);
  std::size_t top = 0;  // of the stack
  const int fronts = static_cast<int>(tree_.fronts.size());
  int held = -1;  // the front whose remainder still lies in last_front_: always a child of the one at hand
  for (int f = 0; f < fronts; ++f) {
    Dense& d = dense_[f];
    if (d.size == 0) continue;
    gather(f, source);
    const auto& children = tree_.fronts[f].children;
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      const Dense& c = dense_[*child];
      const std::size_t rest = c.rest();
      if (rest == 0) continue;
      if (*child == held) {
        const std::ptrdiff_t corner = c.pivots + static_cast<std::ptrdiff_t>(c.stride()) * c.pivots;
        add_child(c, last_front_.data() + corner, c.stride(), d.stride());
        continue;
      }
      top -= rest * rest;
      add_child(c, stack_.data() + top, c.rest(), d.stride());
    }
    d.swaps.resize(d.pivots);
    if (!eliminate_front(front_.data(), d.size, d.pivots, d.stride(), d.swaps.data())) return false;
    keep(d);
    // Children come right before their parent: what the last of them leaves need not go to the stack.
    const auto& below = tree_.fronts[f].below;
    held = d.rest() > 0 && tree_.front_of[below.front()] == f + 1 ? f : -1;
    if (held == f) {
      front_.swap(last_front_);
      continue;
    }
    for (int j = d.pivots; j < d.size; ++j, top += d.rest())
      std::copy_n(front_.data() + static_cast<std::ptrdiff_t>(d.stride()) * j + d.pivots, d.rest(),
                  stack_.data() + top);
  }
  return true;
}

void FrontalLu::solve(Eigen::VectorXd& x) const {
  using Matrix = Eigen::Map<const Eigen::MatrixXd>;
  Eigen::VectorXd y(x.size()), own, rest;
  for (int i = 0; i < graph_.nodes(); ++i)
    for (int row = 0; row < sizes_[i]; ++row) y[first_unknown_[i] + row] = x[node_offset_[i] + row];
  for (const Dense& d : dense_) {
    const int p = d.pivots, n = d.rest();
    if (p == 0) continue;
    const Matrix pivots(factors_.data() + d.top, p, p), below(factors_.data() + d.below, n, p);
    own.resize(p);
    for (int i = 0; i < p; ++i) own[i] = y[d.rows[i]];
    for (int i = 0; i < p; ++i) std::swap(own[i], own[d.swaps[i]]);
    pivots.triangularView<Eigen::UnitLower>().solveInPlace(own);
    for (int i = 0; i < p; ++i) y[d.rows[i]] = own[i];
    if (n == 0) continue;
    rest.noalias() = below * own;
    for (int i = 0; i < n; ++i) y[d.rows[p + i]] -= rest[i];
  }
  for (std::size_t f = dense_.size(); f-- > 0;) {
    const Dense& d = dense_[f];
    const int p = d.pivots, n = d.rest();
    if (p == 0) continue;
    const Matrix pivots(factors_.data() + d.top, p, p);
    const Matrix right(factors_.data() + d.top + static_cast<std::ptrdiff_t>(p) * p, p, n);
    own.resize(p);
    for (int i = 0; i < p; ++i) own[i] = y[d.rows[i]];
    if (n > 0) {
      rest.resize(n);
      for (int i = 0; i < n; ++i) rest[i] = y[d.rows[p + i]];
      own.noalias() -= right * rest;
    }
    pivots.triangularView<Eigen::Upper>().solveInPlace(own);
    for (int i = 0; i < p; ++i) y[d.rows[i]] = own[i];
  }
  for (int i = 0; i < graph_.nodes(); ++i)
    for (int row = 0; row < sizes_[i]; ++row) x[node_offset_[i] + row] = y[first_unknown_[i] + row];
}

}  // namespace stiction
