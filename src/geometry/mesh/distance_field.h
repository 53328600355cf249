// Signed distance to a mesh on a regular grid: what narrow phases ask thousands of times a step.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "stiction/geometry/mesh/mesh_distance.h"

namespace stiction {

/// Exact signed distances at the nodes of a grid of cubes, interpolated trilinearly in between. The grid reaches
/// two cells beyond the mesh. Near the surface the interpolation is measured against the exact distance when the field
/// is built: every cell there knows about how far off it is, and cells that are off by more than `kTolerance` are
/// rough.
class DistanceField {
 public:
  static constexpr double kTolerance = 0.1;  ///< cells
  /// Largest possible error of the interpolation, in cells: distances are 1-Lipschitz and no point of a cell is
  /// further than half its diagonal from the weighted nodes.
  static constexpr double kWorstError = 0.8660254037844386;

  /// `cells` along the longest side of the mesh's box. Nodes are computed in parallel; the result does not depend
  /// on the number of threads.
  DistanceField(const MeshDistance& exact, int cells);

  struct Value {
    double distance = 0;              ///< m
    Vec3 gradient = Vec3::Zero();     ///< of the interpolant, not of unit length
    double error = 0;                 ///< of the distance, as measured in this cell or else the worst possible, m
    bool measured = false;            ///< the cell is near the surface
    std::size_t cell = 0;             ///< its index
    Vec3 from_centre = Vec3::Zero();  ///< of the cell, m
  };

  /// Inside the grid; elsewhere at the nearest point of it.
  double distance(const Vec3& x) const;
  Value at(const Vec3& x) const;
  /// A bound from below on the exact distance, as safe as the measured errors.
  double least_distance(const Vec3& x) const;
  /// The point itself inside the grid, else the nearest point of it.
  Vec3 clamped(const Vec3& x) const { return x.cwiseMax(low_).cwiseMin(high_); }

  double cell() const { return cell_; }  ///< m
  std::size_t cell_count() const { return errors_.size(); }
  Vec3 cell_centre(std::size_t cell) const;
  bool is_measured(std::size_t cell) const;  ///< near the surface
  /// Distance of the deepest node: radius of about the largest ball inside, m.
  double depth() const { return depth_; }
  std::size_t bytes() const { return values_.size() * sizeof(float) + errors_.size(); }
  std::size_t nodes() const { return values_.size(); }

 private:
  struct Place {
    std::size_t index;  // of the cell's lowest node
    std::size_t cell;
    double u, v, w;  // within the cell, 0 to 1
  };
  Place place(const Vec3& x) const;
  double distance(const Place& p) const;
  double error(const Place& p) const;
  void measure_errors(const MeshDistance& exact);
  double worst_probe(const MeshDistance& exact, const Vec3& corner) const;

  Vec3 low_, high_;
  double cell_, inverse_cell_, depth_ = 0;
  std::array<int, 3> cells_;                 // cells along each axis
  std::size_t stride_y_ = 0, stride_z_ = 0;  // nodes
  std::vector<float> values_;
  std::vector<std::uint8_t> errors_;  // by cell, in 1/200 of a cell; kUnmeasured far from the surface
};

}  // namespace stiction
