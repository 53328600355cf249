// Beams and blocks for tests: bricks of cells, each cut into six tetrahedra about a diagonal.
#pragma once

#include <array>
#include <vector>

#include "stiction/geometry/tet/tet_mesh.h"

namespace stiction::test {

struct Cells {
  int x = 1, y = 1, z = 1;
};

/// A box from the origin to `size`, cells along x running fastest. The diagonals of neighbouring cells are mirrored, so
/// that the mesh as a whole prefers no direction.
inline TetMesh brick(const Vec3& size, const Cells& cells) {
  TetMesh mesh;
  const auto index = [&](int i, int j, int k) { return (k * (cells.y + 1) + j) * (cells.x + 1) + i; };
  for (int k = 0; k <= cells.z; ++k) {
    for (int j = 0; j <= cells.y; ++j) {
      for (int i = 0; i <= cells.x; ++i) {
        mesh.vertices.push_back(Vec3(size.x() * i / cells.x, size.y() * j / cells.y, size.z() * k / cells.z));
      }
    }
  }
  constexpr std::array<std::array<int, 3>, 6> kOrders{
      {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
  for (int k = 0; k < cells.z; ++k) {
    for (int j = 0; j < cells.y; ++j) {
      for (int i = 0; i < cells.x; ++i) {
        // A path from one corner to the opposite one along the three axes, for every order of the axes.
        const std::array<int, 3> low{i + i % 2, j + j % 2, k + k % 2};
        const std::array<int, 3> high{i + 1 - i % 2, j + 1 - j % 2, k + 1 - k % 2};
        for (const auto& order : kOrders) {
          std::array<int, 3> at = low;
          std::array<int, 4> tet{index(at[0], at[1], at[2]), 0, 0, 0};
          for (std::size_t s = 0; s < 3; ++s) {
            const std::size_t axis = static_cast<std::size_t>(order[s]);
            at[axis] = high[axis];
            tet[s + 1] = index(at[0], at[1], at[2]);
          }
          mesh.tets.push_back(tet);
          if (volume(mesh, mesh.tets.size() - 1) < 0) std::swap(mesh.tets.back()[1], mesh.tets.back()[2]);
        }
      }
    }
  }
  return mesh;
}

/// Vertices whose coordinate along an axis is nearly `value`.
inline std::vector<int> vertices_at(const TetMesh& mesh, int axis, double value) {
  std::vector<int> found;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (std::abs(mesh.vertices[v](axis) - value) < 1e-9) found.push_back(static_cast<int>(v));
  }
  return found;
}

/// Numbers between -1 and 1 that are always the same.
inline Eigen::VectorXd scattered(Eigen::Index size, unsigned seed) {
  Eigen::VectorXd x(size);
  unsigned state = seed * 2654435761u + 12345u;
  for (Eigen::Index i = 0; i < size; ++i) {
    state = state * 1664525u + 1013904223u;
    x(i) = 2.0 * (state >> 8) / double(1 << 24) - 1;
  }
  return x;
}

}  // namespace stiction::test
