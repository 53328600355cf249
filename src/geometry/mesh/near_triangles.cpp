#include "stiction/geometry/mesh/near_triangles.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stiction {

namespace {

/// Lists that are longer are not kept, which bounds the memory.
constexpr std::size_t kMost = 48;
constexpr std::size_t kCellsPerTask = 4096;

/// Triangles within a distance of x, the nearest first.
void gather(const MeshDistance& exact, const Vec3& x, double within, std::vector<std::pair<double, int>>& found) {
  found.clear();
  const TriangleMesh& mesh = exact.mesh();
  const Vec3 reach = Vec3::Constant(within);
  exact.tree().overlapping({x - reach, x + reach}, [&](int t) {
    const auto corner = [&](int i) { return mesh.corner(std::size_t(t), i); };
    const double squared = nearest_on_triangle(x, corner(0), corner(1), corner(2)).squared;
    if (squared <= within * within) found.emplace_back(squared, t);
  });
  std::sort(found.begin(), found.end());
}

}  // namespace

NearTriangles::NearTriangles(const MeshDistance& exact, const DistanceField& field)
    : first_(field.cell_count() + 1, 0) {
  // The nearest triangle of a point of the cell is at most the cell's diagonal further from its centre than the
  // nearest triangle of that; and a little for rounding.
  const double spread = (std::sqrt(3.0) + 1e-6) * field.cell();
  const std::size_t tasks = (field.cell_count() + kCellsPerTask - 1) / kCellsPerTask;
  std::vector<std::vector<TriangleTree::Candidate>> lists(tasks);
  tbb::parallel_for(std::size_t{0}, tasks, [&](std::size_t task) {
    std::vector<std::pair<double, int>> found;
    const std::size_t end = std::min(field.cell_count(), (task + 1) * kCellsPerTask);
    for (std::size_t cell = task * kCellsPerTask; cell < end; ++cell) {
      if (!field.is_measured(cell)) continue;
      const Vec3 centre = field.cell_centre(cell);
      const double near = std::abs(field.distance(centre)) + field.cell();
      gather(exact, centre, std::abs(exact.at(centre, near).distance) + spread, found);
      if (found.size() > kMost) continue;
      // A little less than it is, so that rounding makes it no more.
      for (const auto& [squared, t] : found) lists[task].push_back({t, float((1 - 1e-6) * std::sqrt(squared))});
      first_[cell + 1] = static_cast<std::uint32_t>(found.size());
    }
  });
  for (std::size_t cell = 0; cell < field.cell_count(); ++cell) first_[cell + 1] += first_[cell];
  candidates_.reserve(first_.back());
  for (const auto& list : lists) candidates_.insert(candidates_.end(), list.begin(), list.end());
}

}  // namespace stiction
