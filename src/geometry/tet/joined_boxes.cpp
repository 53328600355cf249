#include "stiction/geometry/tet/joined_boxes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "stiction/common/error.h"
#include "stiction/geometry/tet/cell_tets.h"
#include "stiction/geometry/tet/structured_tets.h"

namespace stiction {

namespace {

/// Faces nearer than this part of the whole extent are one plane.
constexpr double kSamePlane = 1e-9;

/// Planes of the grid along one axis, ascending.
std::vector<double> planes(const std::vector<Eigen::AlignedBox3d>& boxes, int axis, double size) {
  std::vector<double> faces;
  for (const Eigen::AlignedBox3d& box : boxes) faces.insert(faces.end(), {box.min()[axis], box.max()[axis]});
  std::sort(faces.begin(), faces.end());
  const double same = kSamePlane * (faces.back() - faces.front());
  std::vector<double> grid = {faces.front()};
  for (const double face : faces) {
    const double from = grid.back(), width = face - from;
    if (width <= same) continue;
    const double cells = std::max(1.0, std::round(width / size));
    if (cells > double(kMostTets)) throw InputError("size", "is far too small for these boxes", "give a larger one");
    for (double i = 1; i < cells; ++i) grid.push_back(from + width * i / cells);
    grid.push_back(face);
  }
  return grid;
}

bool inside(const std::vector<Eigen::AlignedBox3d>& boxes, const Vec3& x) {
  return std::any_of(boxes.begin(), boxes.end(), [&](const Eigen::AlignedBox3d& box) { return box.contains(x); });
}

}  // namespace

TetMesh joined_box_tets(const std::vector<Eigen::AlignedBox3d>& boxes, double size) {
  if (boxes.empty()) throw InputError("boxes", "are none", "give at least one");
  for (const Eigen::AlignedBox3d& box : boxes)
    if (!box.min().allFinite() || !box.max().allFinite() || !(box.sizes().minCoeff() > 0))
      throw InputError("boxes", "have an edge that is not positive", "give edge lengths above 0 m");
  if (!(size > 0)) throw InputError("size", "is not positive", "give a length above 0 m");
  std::array<std::vector<double>, 3> grid;
  std::array<int, 3> n;
  double tets = 5;
  for (int axis = 0; axis < 3; ++axis) {
    grid[std::size_t(axis)] = planes(boxes, axis, size);
    n[std::size_t(axis)] = int(grid[std::size_t(axis)].size());
    tets *= n[std::size_t(axis)];
  }
  if (tets > double(kMostTets))
    throw InputError("size", "would make more than " + std::to_string(kMostTets) + " tetrahedra", "give a larger one");

  TetMesh mesh;
  const std::size_t corners = grid[0].size() * grid[1].size() * grid[2].size();
  std::vector<int> vertex(corners, -1);
  const auto vertex_at = [&](int i, int j, int k) {
    int& index = vertex[std::size_t(i) + std::size_t(n[0]) * (std::size_t(j) + std::size_t(n[1]) * std::size_t(k))];
    if (index < 0) {
      index = int(mesh.vertices.size());
      mesh.vertices.push_back(Vec3(grid[0][std::size_t(i)], grid[1][std::size_t(j)], grid[2][std::size_t(k)]));
    }
    return index;
  };
  const auto middle = [&](std::size_t axis, int i) {
    return 0.5 * (grid[axis][std::size_t(i)] + grid[axis][std::size_t(i) + 1]);
  };
  for (int k = 0; k + 1 < n[2]; ++k)
    for (int j = 0; j + 1 < n[1]; ++j)
      for (int i = 0; i + 1 < n[0]; ++i) {
        if (!inside(boxes, Vec3(middle(0, i), middle(1, j), middle(2, k)))) continue;
        const int mirrored = (i + j + k) % 2;
        for (const auto& pattern : kFiveTets) {
          std::array<int, 4> tet;
          for (std::size_t c = 0; c < 4; ++c) {
            const int corner = pattern[c] ^ mirrored;
            tet[c] = vertex_at(i + (corner & 1), j + (corner >> 1 & 1), k + (corner >> 2));
          }
          if (mirrored) std::swap(tet[2], tet[3]);
          mesh.tets.push_back(tet);
        }
      }
  return mesh;
}

}  // namespace stiction
