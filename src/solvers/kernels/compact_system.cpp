#include "stiction/solvers/kernels/compact_system.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "stiction/linalg/pack.h"
#include "stiction/linalg/row_kernel.h"

namespace stiction {

namespace {

using packs::all;
using packs::load;
using packs::Pack;
using packs::store;

}  // namespace

CompactSystem::CompactSystem(const CompactProblem& problem)
    : problem_(problem), spans_(problem.runs().size()), in_sum_(std::size_t(problem.size()), 0) {
  order_bodies();
  size_ = kTile * pattern_.tiles;
  sum_.setZero(std::ptrdiff_t(size_) * size_);
  matrix_.resize(std::ptrdiff_t(size_) * size_);
  x_.resize(size_);
  int most = 0, widest = 0;
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    const CompactProblem::Run& run = problem.runs()[i];
    most = std::max(most, 3 * run.count * run.stride);
    widest = std::max(widest, run.stride);
    for (int term = 0; term < run.terms; ++term) {
      const int place = 6 * place_[std::size_t(run.bodies[std::size_t(term)])];
      std::vector<Span>& spans = spans_[i];
      if (spans.empty() || spans.back().place + spans.back().count != place)
        spans.push_back({6 * term, 6, place});
      else
        spans.back().count += 6;
    }
  }
  left_.resize(most);
  right_.resize(most);
  product_.resize(std::ptrdiff_t(widest) * widest);
}

/// Pairs of bodies, a tile each, with few neighbours come first, so that little of the matrix fills up.
void CompactSystem::order_bodies() {
  const int n = problem_.bodies();
  std::array<std::uint32_t, CompactProblem::kMostBodies> graph = {};
  for (const CompactProblem::Run& run : problem_.runs()) {
    std::uint32_t joined = 0;
    for (int i = 0; i < run.terms; ++i) joined |= std::uint32_t{1} << run.bodies[std::size_t(i)];
    for (int i = 0; i < run.terms; ++i) graph[std::size_t(run.bodies[std::size_t(i)])] |= joined;
  }
  const auto bit = [](int i) { return std::uint32_t{1} << i; };
  auto rest = graph;
  std::uint32_t left = bit(n) - 1;
  for (int next = 0; next < n; next += 2) {
    // The two that together have the fewest neighbours; the last one may be alone.
    int first = -1, second = -1, fewest = n + 1;
    for (int i = 0; i < n; ++i)
      for (int j = left == bit(i) ? i : i + 1; j < n; ++j) {
        if (!(left & bit(i)) || !(left & bit(j))) continue;
        const int neighbours = std::popcount((rest[std::size_t(i)] | rest[std::size_t(j)]) & left & ~bit(i) & ~bit(j));
        if (neighbours >= fewest) continue;
        fewest = neighbours;
        first = i;
        second = j;
      }
    place_[std::size_t(first)] = next;
    if (second != first) place_[std::size_t(second)] = next + 1;
    left &= ~bit(first) & ~bit(second);
    const std::uint32_t joined = (rest[std::size_t(first)] | rest[std::size_t(second)]) & left;
    for (int i = 0; i < n; ++i)
      if (joined & bit(i)) rest[std::size_t(i)] |= joined;
  }
  constexpr int kBodies = kTile / 6;  // in a tile
  pattern_.tiles = (n + kBodies - 1) / kBodies;
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      const int i = place_[std::size_t(a)] / kBodies, j = place_[std::size_t(b)] / kBodies;
      if (i < j && graph[std::size_t(a)] >> b & 1) pattern_.below[std::size_t(i)] |= std::uint32_t{1} << j;
    }
  pattern_.fill_in();
}

bool CompactSystem::factor(const std::vector<ContactMode>& modes, double alpha) {
  const std::vector<CompactProblem::Run>& runs = problem_.runs();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    count_ = 0;
    for (int place = 0; place < runs[i].count; ++place) {
      const std::size_t k = std::size_t(runs[i].first + place);
      const bool sticks = modes[k].kind == ContactMode::stick;
      if (sticks == (in_sum_[k] != 0)) continue;
      in_sum_[k] = sticks;
      append_stick(runs[i], place, (sticks ? 1 : -1) / problem_.compliance(int(k)));
    }
    add_product(i, sum_.data());
  }
  const Pack weight = all(1 / alpha);
  for (std::ptrdiff_t i = 0; i < matrix_.size(); i += 4) store(matrix_.data() + i, load(sum_.data() + i) * weight);
  for (int i = 0; i < size_; ++i) matrix_[std::ptrdiff_t(i) * size_ + i] += 1;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    count_ = 0;
    for (int place = 0; place < runs[i].count; ++place) {
      const int k = runs[i].first + place;
      const ContactMode& mode = modes[std::size_t(k)];
      if (mode.kind == ContactMode::slip) append_slip(runs[i], place, mode, problem_.mu(k));
    }
    add_product(i, matrix_.data());
  }
  return factor_tiles(matrix_.data(), pattern_);
}

void CompactSystem::solve(Eigen::VectorXd& x) {
  for (int i = 6 * problem_.bodies(); i < size_; ++i) x_[i] = 0;
  for (int i = 0; i < problem_.bodies(); ++i) x_.segment<6>(6 * place_[std::size_t(i)]) = x.segment<6>(6 * i);
  solve_tiles(matrix_.data(), pattern_, x_.data());
  for (int i = 0; i < problem_.bodies(); ++i) x.segment<6>(6 * i) = x_.segment<6>(6 * place_[std::size_t(i)]);
}

void CompactSystem::append_stick(const CompactProblem::Run& run, int place, double weight) {
  const double* rows = run.row(place, 0);
  const std::ptrdiff_t at = std::ptrdiff_t(count_) * run.stride;
  double *left = left_.data() + at, *right = right_.data() + at;
  const Pack factor = all(weight);
  for (int i = 0; i < 3 * run.stride; i += 4) {
    const Pack x = load(rows + i);
    store(left + i, x * factor);
    store(right + i, x);
  }
  count_ += 3;
}

void CompactSystem::append_slip(const CompactProblem::Run& run, int place, const ContactMode& mode, double mu) {
  const double *n = run.row(place, 0), *s = run.row(place, 1), *t = run.row(place, 2);
  const std::ptrdiff_t at = std::ptrdiff_t(count_) * run.stride;
  double *left = left_.data() + at, *right = right_.data() + at;
  const Pack normal = all(mode.normal), y = all(mode.normal * mu * mode.along.x()),
             z = all(mode.normal * mu * mode.along.y());
  const Pack across_y = all(-mode.along.y()), across_z = all(mode.along.x()), side = all(mode.side);
  for (int i = 0; i < run.stride; i += 4) {
    const Pack a = load(n + i), b = load(s + i), c = load(t + i);
    store(left + i, a * normal + b * y + c * z);
    store(right + i, a);
    const Pack across = b * across_y + c * across_z;
    store(left + run.stride + i, across * side);
    store(right + run.stride + i, across);
  }
  count_ += 2;
}

void CompactSystem::add_product(std::size_t run, double* matrix) {
  if (count_ == 0) return;
  const int stride = problem_.runs()[run].stride;
  outer_products(left_.data(), right_.data(), count_, stride, product_.data());
  for (const Span& columns : spans_[run])
    for (const Span& rows : spans_[run]) {
      double* to = matrix + std::ptrdiff_t(columns.place) * size_ + rows.place;
      const double* from = product_.data() + std::ptrdiff_t(columns.first) * stride + rows.first;
      for (int column = 0; column < columns.count; ++column, to += size_, from += stride)
        for (int row = 0; row < rows.count; row += 2) {
          to[row] += from[row];
          to[row + 1] += from[row + 1];
        }
    }
}

}  // namespace stiction
