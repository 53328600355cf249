#include "stiction/linalg/block_factor.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "stiction/linalg/partial_lu.h"

namespace stiction {

namespace {

/// Branches with less work than this (in products of blocks, some 0.1 µs each) are not worth a task.
constexpr double kTask = 3000;

std::vector<std::pair<int, int>> unique_edges(std::vector<std::pair<int, int>> edges) {
  for (auto& [a, b] : edges)
    if (a > b) std::swap(a, b);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace

BlockFactor::BlockFactor(int nodes, const std::vector<std::pair<int, int>>& edges)
    : edges_(unique_edges(edges)),
      tree_(best_front_tree(Graph(nodes, edges_))),
      edges_of_(tree_.fronts.size()),
      slots_(tree_.fronts.size()),
      diagonal_(nodes),
      lower_(edges_.size()),
      upper_(edges_.size()),
      dense_(tree_.fronts.size()) {
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const int earlier = std::min(tree_.position[edges_[e].first], tree_.position[edges_[e].second]);
    edges_of_[tree_.front_of[earlier]].push_back(static_cast<int>(e));
  }
  for (std::size_t f = 0; f < tree_.fronts.size(); ++f) {
    const Front& front = tree_.fronts[f];
    if (front.below.empty()) continue;
    const Front& parent = tree_.fronts[tree_.front_of[front.below.front()]];
    auto row = parent.below.begin();
    for (int position : front.below) {
      if (position < parent.first + parent.pivots) {
        slots_[f].push_back(position - parent.first);
        continue;
      }
      while (*row < position) ++row;
      slots_[f].push_back(parent.pivots + static_cast<int>(row - parent.below.begin()));
    }
  }
}

void BlockFactor::set_identity() {
  for (auto& d : diagonal_) d.setIdentity();
  for (auto& m : lower_) m.setZero();
  for (auto& m : upper_) m.setZero();
}

BlockFactor::Coupling BlockFactor::coupling(int a, int b) const {
  const std::pair<int, int> edge = std::minmax(a, b);
  return {static_cast<int>(std::lower_bound(edges_.begin(), edges_.end(), edge) - edges_.begin()), a < b};
}

bool BlockFactor::factor() {
  tbb::parallel_for(std::size_t{0}, tree_.roots.size(), [&](std::size_t i) { eliminate_branch(tree_.roots[i]); });
  return std::all_of(dense_.begin(), dense_.end(), [](const Dense& d) { return d.regular; });
}

void BlockFactor::eliminate_branch(int f) {
  const Front& front = tree_.fronts[f];
  if (front.work < kTask || front.children.size() < 2) {
    for (int child : front.children) eliminate_branch(child);
  } else {
    tbb::parallel_for(std::size_t{0}, front.children.size(),
                      [&](std::size_t i) { eliminate_branch(front.children[i]); });
  }
  eliminate(f);
}

void BlockFactor::eliminate(int f) {
  const Front& front = tree_.fronts[f];
  Dense& dense = dense_[f];
  dense.matrix.setZero(6 * front.size(), 6 * front.size());
  for (int p = 0; p < front.pivots; ++p)
    dense.matrix.block<6, 6>(6 * p, 6 * p) = diagonal_[tree_.order[front.first + p]];
  const auto slot = [&](int position) {
    if (position < front.first + front.pivots) return position - front.first;
    const auto row = std::lower_bound(front.below.begin(), front.below.end(), position);
    return front.pivots + static_cast<int>(row - front.below.begin());
  };
  for (int e : edges_of_[f]) {
    const int a = slot(tree_.position[edges_[e].first]), b = slot(tree_.position[edges_[e].second]);
    dense.matrix.block<6, 6>(6 * a, 6 * b) += upper_[e];
    dense.matrix.block<6, 6>(6 * b, 6 * a) += lower_[e];
  }
  for (int child : front.children) add_child(f, child);
  dense.regular = partial_lu(dense.matrix, 6 * front.pivots);
}

void BlockFactor::add_child(int f, int child) {
  const auto& slots = slots_[child];
  const int pivots = tree_.fronts[child].pivots, n = static_cast<int>(slots.size());
  const Eigen::MatrixXd& from = dense_[child].matrix;
  Eigen::MatrixXd& to = dense_[f].matrix;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      to.block<6, 6>(6 * slots[i], 6 * slots[j]) += from.block<6, 6>(6 * (pivots + i), 6 * (pivots + j));
}

void BlockFactor::solve(std::vector<Vec6>& x) const {
  Eigen::VectorXd y(6 * nodes()), rows;
  for (int k = 0; k < nodes(); ++k) y.segment<6>(6 * k) = x[tree_.order[k]];
  for (std::size_t f = 0; f < tree_.fronts.size(); ++f) {
    const Front& front = tree_.fronts[f];
    const auto n = static_cast<Eigen::Index>(6 * front.below.size());
    rows.setZero(n);
    forward(dense_[f].matrix, y.segment(6 * front.first, 6 * front.pivots), rows);
    for (std::size_t i = 0; i < front.below.size(); ++i) y.segment<6>(6 * front.below[i]) += rows.segment<6>(6 * i);
  }
  for (std::size_t f = tree_.fronts.size(); f-- > 0;) {
    const Front& front = tree_.fronts[f];
    rows.resize(static_cast<Eigen::Index>(6 * front.below.size()));
    for (std::size_t i = 0; i < front.below.size(); ++i) rows.segment<6>(6 * i) = y.segment<6>(6 * front.below[i]);
    backward(dense_[f].matrix, y.segment(6 * front.first, 6 * front.pivots), rows);
  }
  for (int k = 0; k < nodes(); ++k) x[tree_.order[k]] = y.segment<6>(6 * k);
}

std::size_t BlockFactor::bytes() const {
  std::size_t sum = (diagonal_.size() + lower_.size() + upper_.size()) * sizeof(Mat6);
  for (const Dense& d : dense_) sum += static_cast<std::size_t>(d.matrix.size()) * sizeof(double);
  return sum;
}

}  // namespace stiction
