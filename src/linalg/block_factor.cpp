#include "stiction/linalg/block_factor.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "stiction/common/parallel.h"
#include "stiction/linalg/partial_lu.h"

namespace stiction {

namespace {

/// Branches with less work than this (in products of blocks, some 0.1 µs each) are not worth a task: of a
/// factorization, and of a solve, which does far less with them.
constexpr double kTask = 3000, kSolveTask = 30000;
constexpr std::size_t kBlocksPerTask = 1024;

template <class Visit>
void each_child(const Front& front, double task, const Visit& visit) {
  if (front.work < task || front.children.size() < 2)
    for (const int child : front.children) visit(child);
  else
    tbb::parallel_for(std::size_t{0}, front.children.size(), [&](std::size_t i) { visit(front.children[i]); });
}

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
  parallel_each(diagonal_.size(), kBlocksPerTask, [&](std::size_t i) { diagonal_[i].setIdentity(); });
  parallel_each(edges_.size(), kBlocksPerTask, [&](std::size_t e) {
    lower_[e].setZero();
    upper_[e].setZero();
  });
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
  each_child(tree_.fronts[f], kTask, [&](int child) { eliminate_branch(child); });
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
  Halves halves{Eigen::VectorXd(6 * nodes()), std::vector<Eigen::VectorXd>(tree_.fronts.size())};
  for (int k = 0; k < nodes(); ++k) halves.x.segment<6>(6 * k) = x[tree_.order[k]];
  tbb::parallel_for(std::size_t{0}, tree_.roots.size(), [&](std::size_t i) {
    forward_branch(tree_.roots[i], halves);
    backward_branch(tree_.roots[i], halves);
  });
  for (int k = 0; k < nodes(); ++k) x[tree_.order[k]] = halves.x.segment<6>(6 * k);
}

void BlockFactor::forward_branch(int f, Halves& halves) const {
  const Front& front = tree_.fronts[f];
  each_child(front, kSolveTask, [&](int child) { forward_branch(child, halves); });
  auto own = halves.x.segment(6 * front.first, 6 * front.pivots);
  Eigen::VectorXd& rows = halves.rows[f];
  rows.setZero(static_cast<Eigen::Index>(6 * front.below.size()));
  for (const int child : front.children) {
    const auto& slots = slots_[child];
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const auto part = halves.rows[child].segment<6>(6 * static_cast<Eigen::Index>(i));
      if (slots[i] < front.pivots)
        own.segment<6>(6 * slots[i]) += part;
      else
        rows.segment<6>(6 * (slots[i] - front.pivots)) += part;
    }
  }
  forward(dense_[f].matrix, own, rows);
}

void BlockFactor::backward_branch(int f, Halves& halves) const {
  const Front& front = tree_.fronts[f];
  Eigen::VectorXd& rows = halves.rows[f];
  for (std::size_t i = 0; i < front.below.size(); ++i)
    rows.segment<6>(6 * static_cast<Eigen::Index>(i)) = halves.x.segment<6>(6 * front.below[i]);
  backward(dense_[f].matrix, halves.x.segment(6 * front.first, 6 * front.pivots), rows);
  each_child(front, kSolveTask, [&](int child) { backward_branch(child, halves); });
}

std::size_t BlockFactor::bytes() const {
  std::size_t sum = (diagonal_.size() + lower_.size() + upper_.size()) * sizeof(Mat6);
  for (const Dense& d : dense_) sum += static_cast<std::size_t>(d.matrix.size()) * sizeof(double);
  return sum;
}

}  // namespace stiction
