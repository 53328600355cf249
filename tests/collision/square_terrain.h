// A square of triangles over a height field.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "stiction/geometry/shape.h"

namespace stiction::testing {

/// `n` by `n` heights over a square of side `size` (m) about the origin.
inline Shape square_terrain(double size, int n, const std::function<double(double, double)>& height) {
  std::vector<double> heights;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      heights.push_back(height(size * (double(i) / (n - 1) - 0.5), size * (double(j) / (n - 1) - 0.5)));
    }
  }
  return Terrain{std::make_shared<const TerrainSurface>(height_field_mesh(size, size, n, n, heights))};
}

}  // namespace stiction::testing
