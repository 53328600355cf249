// Convex hulls of point sets, as polygons.
#pragma once

#include <array>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// Corners of the hull (in the order of the input) and its faces as loops, counter-clockwise from outside.
struct HullFaces {
  std::vector<Vec3> vertices;
  std::vector<std::vector<int>> loops;
};

/// Hull with coplanar triangles merged. Throws InputError for fewer than 4 points, points that are not finite,
/// and flat sets (thickness under 1e-9 of the extent).
HullFaces convex_hull(const std::vector<Vec3>& points);

/// Hull triangles (indices into `points`, counter-clockwise from outside) by quickhull in exact integer
/// arithmetic on a grid of 2^-39 of the extent, so that the topology is consistent whatever the input.
/// Empty if the points lie in one plane of that grid.
std::vector<std::array<int, 3>> quickhull(const std::vector<Vec3>& points);

}  // namespace stiction
