#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "stiction/linalg/ordering.h"

namespace stiction {

namespace {

constexpr int kLeaf = 80;    ///< parts up to this many nodes are ordered by minimum degree
constexpr int kPivots = 6;   ///< nodes whose distances serve as coordinates
constexpr int kPowers = 20;  ///< power iterations towards the longest direction

/// One part of the graph with its own numbering.
struct Part {
  std::vector<int> names;  ///< node of the whole graph
  std::vector<int> start, to;
  int size() const { return static_cast<int>(names.size()); }
};

Part restrict_to(const Part& whole, const std::vector<int>& nodes, std::vector<int>& local) {
  Part part;
  part.start.push_back(0);
  for (std::size_t i = 0; i < nodes.size(); ++i) local[nodes[i]] = static_cast<int>(i);
  for (int i : nodes) {
    part.names.push_back(whole.names[i]);
    for (int e = whole.start[i]; e < whole.start[i + 1]; ++e)
      if (local[whole.to[e]] >= 0) part.to.push_back(local[whole.to[e]]);
    part.start.push_back(static_cast<int>(part.to.size()));
  }
  for (int i : nodes) local[i] = -1;
  return part;
}

/// Steps from a node to every other; -1 where there is no way.
std::vector<int> distances(const Part& part, int from) {
  std::vector<int> d(part.size(), -1), queue{from};
  queue.reserve(part.size());
  d[from] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const int i = queue[head];
    for (int e = part.start[i]; e < part.start[i + 1]; ++e)
      if (d[part.to[e]] < 0) {
        d[part.to[e]] = d[i] + 1;
        queue.push_back(part.to[e]);
      }
  }
  return d;
}

int farthest(const std::vector<int>& d) { return static_cast<int>(std::max_element(d.begin(), d.end()) - d.begin()); }

/// Coordinate along the part's longest direction: principal component of the distances from a few far-apart nodes
/// (Harel and Koren's embedding).
std::vector<double> long_axis(const Part& part, const std::vector<int>& from_first) {
  const int n = part.size();
  std::vector<std::vector<double>> x;
  std::vector<int> nearest(n, n);
  int pivot = farthest(from_first);
  for (int p = 0; p < kPivots; ++p) {
    const std::vector<int> d = distances(part, pivot);
    double mean = 0;
    for (int i = 0; i < n; ++i) {
      nearest[i] = std::min(nearest[i], d[i]);
      mean += d[i];
    }
    mean /= n;
    std::vector<double> column(n);
    for (int i = 0; i < n; ++i) column[i] = d[i] - mean;
    x.push_back(std::move(column));
    pivot = farthest(nearest);
  }
  std::array<double, kPivots> direction{};
  direction[0] = 1;
  std::vector<double> along(n);
  for (int power = 0; power < kPowers; ++power) {
    std::fill(along.begin(), along.end(), 0.0);
    for (int p = 0; p < kPivots; ++p)
      for (int i = 0; i < n; ++i) along[i] += direction[p] * x[p][i];
    double norm2 = 0;
    for (int p = 0; p < kPivots; ++p) {
      direction[p] = std::inner_product(along.begin(), along.end(), x[p].begin(), 0.0);
      norm2 += direction[p] * direction[p];
    }
    if (!(norm2 > 0)) break;
    for (double& v : direction) v /= std::sqrt(norm2);
  }
  return along;
}

/// Smallest set of nodes that touches every edge between the left (side 0) and the right: Kőnig's theorem on a largest
/// matching.
class Cover {
 public:
  Cover(const Part& part, const std::vector<char>& side) : part_(part), side_(side), mate_(part.size(), -1) {
    for (int i = 0; i < part.size(); ++i) {
      if (side[i] != 0 || !crosses(i)) continue;
      seen_.assign(part.size(), 0);
      augment(i);
    }
    // Reachable from unmatched left nodes along alternating paths: left out of it, right in it, form the cover.
    seen_.assign(part.size(), 0);
    reached_.assign(part.size(), 0);
    for (int i = 0; i < part.size(); ++i)
      if (side[i] == 0 && mate_[i] < 0 && crosses(i)) reach(i);
    for (int i = 0; i < part.size(); ++i)
      if (mate_[i] >= 0 && (side[i] == 0) != (reached_[i] != 0)) nodes.push_back(i);
  }
  std::vector<int> nodes;

 private:
  bool crosses(int i) const {
    for (int e = part_.start[i]; e < part_.start[i + 1]; ++e)
      if (side_[part_.to[e]] != side_[i]) return true;
    return false;
  }
  bool augment(int i) {
    for (int e = part_.start[i]; e < part_.start[i + 1]; ++e) {
      const int j = part_.to[e];
      if (side_[j] == 0 || seen_[j]) continue;
      seen_[j] = 1;
      if (mate_[j] >= 0 && !augment(mate_[j])) continue;
      mate_[j] = i;
      mate_[i] = j;
      return true;
    }
    return false;
  }
  void reach(int i) {
    reached_[i] = 1;
    for (int e = part_.start[i]; e < part_.start[i + 1]; ++e) {
      const int j = part_.to[e];
      if (side_[j] == 0 || reached_[j]) continue;
      reached_[j] = 1;
      if (mate_[j] >= 0 && !reached_[mate_[j]]) reach(mate_[j]);
    }
  }

  const Part& part_;
  const std::vector<char>& side_;
  std::vector<int> mate_;
  std::vector<char> seen_, reached_;
};

class Dissection {
 public:
  explicit Dissection(int nodes) : local_(nodes, -1) { order.reserve(nodes); }
  std::vector<int> order;

  void dissect(const Part& part) {
    if (part.size() <= kLeaf) return leaf(part);
    const std::vector<int> from_first = distances(part, 0);
    std::vector<int> left, right, separator;
    if (std::find(from_first.begin(), from_first.end(), -1) != from_first.end()) {
      for (int i = 0; i < part.size(); ++i) (from_first[i] >= 0 ? left : right).push_back(i);
    } else {
      halve(part, from_first, left, right, separator);
      if (left.empty() || right.empty()) return leaf(part);
    }
    dissect(restrict_to(part, left, local_));
    dissect(restrict_to(part, right, local_));
    for (int i : separator) order.push_back(part.names[i]);
  }

 private:
  void leaf(const Part& part) {
    std::vector<std::pair<int, int>> edges;
    for (int i = 0; i < part.size(); ++i)
      for (int e = part.start[i]; e < part.start[i + 1]; ++e)
        if (part.to[e] > i) edges.emplace_back(i, part.to[e]);
    for (int i : minimum_degree(Graph(part.size(), edges))) order.push_back(part.names[i]);
  }

  /// The best of a few cuts across the longest direction: a small separator first, balance second.
  static void halve(const Part& part, const std::vector<int>& from_first, std::vector<int>& left,
                    std::vector<int>& right, std::vector<int>& separator) {
    const std::vector<double> along = long_axis(part, from_first);
    std::vector<int> sorted(part.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    std::sort(sorted.begin(), sorted.end(),
              [&](int i, int j) { return along[i] < along[j] || (along[i] == along[j] && i < j); });
    std::vector<char> side(part.size()), best_side;
    double best = std::numeric_limits<double>::infinity();
    for (double share : {0.5, 0.45, 0.55, 0.4, 0.6}) {
      const int cut = static_cast<int>(share * part.size());
      for (int k = 0; k < part.size(); ++k) side[sorted[k]] = k < cut ? 0 : 1;
      const Cover cover(part, side);
      for (int i : cover.nodes) side[i] = 2;
      const auto on = [&](char s) { return static_cast<double>(std::count(side.begin(), side.end(), s)); };
      const double price = on(2) / std::pow(std::max(1.0, std::min(on(0), on(1))) / part.size(), 0.5);
      if (price >= best) continue;
      best = price;
      best_side = side;
    }
    for (int i = 0; i < part.size(); ++i)
      (best_side[i] == 0 ? left : best_side[i] == 1 ? right : separator).push_back(i);
  }

  std::vector<int> local_;
};

}  // namespace

std::vector<int> nested_dissection(const Graph& graph) {
  Part whole;
  whole.names.resize(graph.nodes());
  std::iota(whole.names.begin(), whole.names.end(), 0);
  whole.start = graph.start;
  whole.to = graph.to;
  Dissection dissection(graph.nodes());
  dissection.dissect(whole);
  return std::move(dissection.order);
}

}  // namespace stiction
