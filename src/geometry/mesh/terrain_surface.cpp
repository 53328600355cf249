#include "stiction/geometry/mesh/terrain_surface.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "stiction/common/error.h"

namespace stiction {

namespace {

/// Slopes below this are flat: what rounding makes of a plane is no ridge.
constexpr double kFlat = 1e-7;

TriangleMesh checked(const TriangleMesh& mesh) {
  check_surface(mesh);
  return mesh;
}

}  // namespace

TerrainSurface::TerrainSurface(const TriangleMesh& mesh)
    : mesh_(checked(mesh)), exact_(mesh_), around_(mesh_.vertices.size()), peak_(mesh_.vertices.size(), 0) {
  for (const auto& triangle : mesh_.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      around_[std::size_t(triangle[i])].push_back(triangle[(i + 1) % 3]);
      around_[std::size_t(triangle[i])].push_back(triangle[(i + 2) % 3]);
    }
  }
  for (auto& neighbours : around_) {
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
  }
  find_ridges();
}

void TerrainSurface::find_ridges() {
  ridges_of_.assign(mesh_.triangles.size(), {-1, -1, -1});
  for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const int beyond = exact_.neighbour(int(t), int(i));
      if (beyond >= 0 && beyond < int(t)) continue;  // the edge had its turn
      const int v0 = mesh_.triangles[t][i], v1 = mesh_.triangles[t][(i + 1) % 3];
      if (beyond >= 0) {
        // The far corner of the neighbour lies below this triangle's plane where the edge stands out.
        const auto& other = mesh_.triangles[std::size_t(beyond)];
        const int far = *std::find_if(other.begin(), other.end(), [&](int v) { return v != v0 && v != v1; });
        const Vec3 to_far = mesh_.vertices[std::size_t(far)] - mesh_.vertices[std::size_t(v0)];
        if (!(exact_.face_normal(int(t)).dot(to_far) < -kFlat * to_far.norm())) continue;
      }
      const int ridge = int(ridges_.size());
      ridges_.push_back({v0, v1, int(t), beyond});
      ridges_of_[t][i] = ridge;
      if (beyond >= 0) {
        for (std::size_t k = 0; k < 3; ++k) {
          if (exact_.neighbour(beyond, int(k)) == int(t)) ridges_of_[std::size_t(beyond)][k] = ridge;
        }
      }
      peak_[std::size_t(v0)] = peak_[std::size_t(v1)] = 1;
    }
  }
}

TriangleMesh height_field_mesh(double size_x, double size_y, int rows, int columns,
                               const std::vector<double>& heights) {
  if (rows < 2 || columns < 2) {
    throw InputError(rows < 2 ? "rows" : "columns", "is " + std::to_string(rows < 2 ? rows : columns),
                     "give at least 2");
  }
  if (heights.size() != std::size_t(rows) * std::size_t(columns)) {
    throw InputError("heights", "has " + std::to_string(heights.size()) + " entries",
                     "give rows times columns of them: " + std::to_string(std::size_t(rows) * std::size_t(columns)));
  }
  TriangleMesh mesh;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      const std::size_t k = std::size_t(j) * std::size_t(columns) + std::size_t(i);
      if (!std::isfinite(heights[k])) {
        throw InputError("heights[" + std::to_string(k) + "]", "is not finite", "give a height in m");
      }
      mesh.vertices.push_back(
          {size_x * (double(i) / (columns - 1) - 0.5), size_y * (double(j) / (rows - 1) - 0.5), heights[k]});
    }
  }
  for (int j = 0; j + 1 < rows; ++j) {
    for (int i = 0; i + 1 < columns; ++i) {
      const int corner = j * columns + i;
      mesh.triangles.push_back({corner, corner + 1, corner + columns + 1});
      mesh.triangles.push_back({corner, corner + columns + 1, corner + columns});
    }
  }
  return mesh;
}

}  // namespace stiction
