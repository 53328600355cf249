// Regular grids over the domains of patches.
#pragma once

#include <array>
#include <vector>

#include "stiction/geometry/smooth/smooth_surface.h"

namespace stiction {

/// Points and counter-clockwise triangles that cover a convex polygon, with `segments` equal parts along every edge.
/// Triangles and quadrilaterals get a lattice, other polygons one for each triangle between an edge and the centre,
/// whose common points appear twice.
struct DomainGrid {
  std::vector<Vec2> points;
  std::vector<std::array<int, 3>> triangles;
};
DomainGrid domain_grid(const std::vector<Vec2>& corners, int segments);

}  // namespace stiction
