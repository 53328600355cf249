#include "stiction/solvers/kernels/row_runs.h"

#include <algorithm>

namespace stiction {

namespace {

/// Velocities of the bodies of a run, one behind the other.
struct Gathered {
  explicit Gathered(int widest) : numbers(std::size_t(widest)) {}
  void take(const RowRun& run, const std::vector<Vec6>& w) {
    for (int i = 0; i < run.terms; ++i) Eigen::Map<Vec6>(numbers.data() + 6 * i) = w[std::size_t(run.bodies[i])];
    std::fill(numbers.begin() + 6 * run.terms, numbers.begin() + run.stride, 0.0);
  }
  std::vector<double> numbers;
};

}  // namespace

void RowRuns::reserve(const Size& size) {
  runs_.reserve(std::size_t(size.runs));
  bodies_.reserve(std::size_t(size.bodies));
  numbers_ = std::make_unique_for_overwrite<double[]>(std::size_t(size.numbers));
}

void RowRuns::begin(int first, const std::vector<int>& bodies) {
  RowRun run;
  run.first = first;
  run.terms = int(bodies.size());
  run.stride = row_stride(6 * run.terms);
  run.bodies = bodies_.data() + bodies_.size();
  run.rows = numbers_.get() + used_;
  bodies_.insert(bodies_.end(), bodies.begin(), bodies.end());
  runs_.push_back(run);
  widest_ = std::max(widest_, run.stride);
}

double* RowRuns::append() {
  RowRun& run = runs_.back();
  double* rows = numbers_.get() + used_;
  for (int axis = 0; axis < 3; ++axis)
    std::fill(rows + axis * run.stride + 6 * run.terms, rows + (axis + 1) * run.stride, 0.0);
  used_ += 3 * std::ptrdiff_t(run.stride);
  ++run.count;
  return rows;
}

void RowRuns::add_impulses(const std::vector<Vec3>& r, std::vector<Vec6>& w) const {
  Gathered sum(widest_);
  for (const RowRun& run : runs_) {
    sum.take(run, w);
    add_rows(run.rows, 3 * run.count, run.stride, r[std::size_t(run.first)].data(), sum.numbers.data());
    for (int i = 0; i < run.terms; ++i)
      w[std::size_t(run.bodies[i])] = Eigen::Map<const Vec6>(sum.numbers.data() + 6 * i);
  }
}

void RowRuns::velocities(const std::vector<Vec6>& w, std::vector<Vec3>& u) const {
  Gathered velocity(widest_);
  for (const RowRun& run : runs_) {
    velocity.take(run, w);
    row_products(run.rows, run.count, run.stride, velocity.numbers.data(), u[std::size_t(run.first)].data());
  }
}

}  // namespace stiction
