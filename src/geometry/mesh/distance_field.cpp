#include "stiction/geometry/mesh/distance_field.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace stiction {

namespace {

constexpr double kErrorUnits = 200;  // of a cell
constexpr std::uint8_t kUnmeasured = 255;
constexpr double kMeasuredBand = 2;  // cells on both sides of the surface
constexpr int kPadding = 2;          // cells beyond the mesh on every side

/// Where the interpolation of a cell is tried: its centre and the centres of its faces.
constexpr double kProbes[][3] = {{0.5, 0.5, 0.5}, {0, 0.5, 0.5}, {1, 0.5, 0.5}, {0.5, 0, 0.5},
                                 {0.5, 1, 0.5},   {0.5, 0.5, 0}, {0.5, 0.5, 1}};

}  // namespace

DistanceField::DistanceField(const MeshDistance& exact, int cells) {
  const Eigen::AlignedBox3d& box = exact.tree().box();
  cell_ = box.sizes().maxCoeff() / cells;
  inverse_cell_ = 1 / cell_;
  for (std::size_t i = 0; i < 3; ++i) {
    // Rounding must not add a cell to a side that is a whole number of them.
    cells_[i] = int(std::ceil(box.sizes()(Eigen::Index(i)) * inverse_cell_ - 1e-9)) + 2 * kPadding;
  }
  const Vec3 size = cell_ * Vec3(cells_[0], cells_[1], cells_[2]);
  low_ = box.center() - 0.5 * size;
  high_ = low_ + size;
  stride_y_ = std::size_t(cells_[0] + 1);
  stride_z_ = stride_y_ * std::size_t(cells_[1] + 1);
  values_.resize(stride_z_ * std::size_t(cells_[2] + 1));

  tbb::parallel_for(0, (cells_[1] + 1) * (cells_[2] + 1), [&](int row) {
    const int j = row % (cells_[1] + 1), k = row / (cells_[1] + 1);
    double within = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= cells_[0]; ++i) {
      const SurfaceDistance found = exact.at(low_ + cell_ * Vec3(i, j, k), within);
      values_[std::size_t(i) + stride_y_ * std::size_t(j) + stride_z_ * std::size_t(k)] = float(found.distance);
      // The next node is one cell away, so its distance is at most one cell more.
      within = std::abs(found.distance) + 1.0001 * cell_;
    }
  });
  depth_ = -double(*std::min_element(values_.begin(), values_.end()));
  measure_errors(exact);
}

double DistanceField::worst_probe(const MeshDistance& exact, const Vec3& corner) const {
  double worst = 0;
  for (const auto& probe : kProbes) {
    // Clear of the faces by a hair, so that rounding does not ask the neighbouring cell.
    const Vec3 x = corner + cell_ * (Vec3(probe[0], probe[1], probe[2]) * 0.999 + Vec3::Constant(0.0005));
    const double interpolated = distance(x);
    const double truth = exact.at(x, std::abs(interpolated) + cell_).distance;
    worst = std::max(worst, std::abs(truth - interpolated));
  }
  return worst;
}

void DistanceField::measure_errors(const MeshDistance& exact) {
  errors_.assign(std::size_t(cells_[0]) * std::size_t(cells_[1]) * std::size_t(cells_[2]), kUnmeasured);
  tbb::parallel_for(0, cells_[1] * cells_[2], [&](int row) {
    const int j = row % cells_[1], k = row / cells_[1];
    for (int i = 0; i < cells_[0]; ++i) {
      const Vec3 corner = low_ + cell_ * Vec3(i, j, k);
      // Only what contacts at rest can touch; further out the field merely foresees.
      if (std::abs(distance(corner + Vec3::Constant(0.5 * cell_))) > kMeasuredBand * cell_) continue;
      const double error = std::ceil(kErrorUnits * worst_probe(exact, corner) * inverse_cell_ - 0.01);
      errors_[std::size_t(i) + std::size_t(cells_[0]) * std::size_t(row)] =
          std::uint8_t(std::min(error, double(kUnmeasured - 1)));
    }
  });
}

bool DistanceField::is_measured(std::size_t cell) const { return errors_[cell] != kUnmeasured; }

Vec3 DistanceField::cell_centre(std::size_t cell) const {
  const std::size_t nx = std::size_t(cells_[0]), ny = std::size_t(cells_[1]);
  return low_ +
         cell_ * (Vec3(double(cell % nx), double(cell / nx % ny), double(cell / (nx * ny))) + Vec3::Constant(0.5));
}

DistanceField::Place DistanceField::place(const Vec3& x) const {
  Place p;
  std::size_t cell[3];
  double part[3];
  for (int axis = 0; axis < 3; ++axis) {
    const double at = (x(axis) - low_(axis)) * inverse_cell_;
    // A NaN ends at 0, inside the grid.
    const int index = at > 0 ? int(std::min(at, double(cells_[std::size_t(axis)] - 1))) : 0;
    cell[axis] = std::size_t(index);
    part[axis] = std::clamp(at - index, 0.0, 1.0);
  }
  p.index = cell[0] + stride_y_ * cell[1] + stride_z_ * cell[2];
  p.cell = cell[0] + std::size_t(cells_[0]) * (cell[1] + std::size_t(cells_[1]) * cell[2]);
  p.u = part[0];
  p.v = part[1];
  p.w = part[2];
  return p;
}

double DistanceField::error(const Place& p) const {
  const std::uint8_t measured = errors_[p.cell];
  return measured == kUnmeasured ? kWorstError * cell_ : measured * (cell_ / kErrorUnits);
}

// Asked millions of times a step: in one piece.
[[gnu::flatten]] double DistanceField::distance(const Vec3& x) const { return distance(place(x)); }

[[gnu::flatten]] double DistanceField::least_distance(const Vec3& x) const {
  const Place p = place(x);
  // What lies between the probes may be worse than what they found.
  return distance(p) - std::min(2 * error(p) + 0.05 * cell_, kWorstError * cell_);
}

double DistanceField::distance(const Place& p) const {
  const float* f = values_.data() + p.index;
  const auto along_x = [&](std::size_t at) { return f[at] + p.u * (double(f[at + 1]) - f[at]); };
  const double c00 = along_x(0), c10 = along_x(stride_y_), c01 = along_x(stride_z_),
               c11 = along_x(stride_y_ + stride_z_);
  const double c0 = c00 + p.v * (c10 - c00), c1 = c01 + p.v * (c11 - c01);
  return c0 + p.w * (c1 - c0);
}

[[gnu::flatten]] DistanceField::Value DistanceField::at(const Vec3& x) const {
  const Place p = place(x);
  const float* f = values_.data() + p.index;
  const double f000 = f[0], f100 = f[1], f010 = f[stride_y_], f110 = f[stride_y_ + 1];
  const double f001 = f[stride_z_], f101 = f[stride_z_ + 1], f011 = f[stride_y_ + stride_z_],
               f111 = f[stride_y_ + stride_z_ + 1];
  const double c00 = f000 + p.u * (f100 - f000), c10 = f010 + p.u * (f110 - f010);
  const double c01 = f001 + p.u * (f101 - f001), c11 = f011 + p.u * (f111 - f011);
  const double c0 = c00 + p.v * (c10 - c00), c1 = c01 + p.v * (c11 - c01);
  Value value;
  value.distance = c0 + p.w * (c1 - c0);
  const double dx = (1 - p.w) * ((1 - p.v) * (f100 - f000) + p.v * (f110 - f010)) +
                    p.w * ((1 - p.v) * (f101 - f001) + p.v * (f111 - f011));
  const double dy = (1 - p.w) * (c10 - c00) + p.w * (c11 - c01);
  value.gradient = inverse_cell_ * Vec3(dx, dy, c1 - c0);
  value.error = error(p);
  value.measured = errors_[p.cell] != kUnmeasured;
  value.cell = p.cell;
  value.from_centre = cell_ * Vec3(p.u - 0.5, p.v - 0.5, p.w - 0.5);
  return value;
}

}  // namespace stiction
