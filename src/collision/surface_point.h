// Where a point comes nearest to the surface of a convex shape.
#pragma once

#include <limits>

#include "stiction/geometry/shape.h"

namespace stiction {

struct SurfacePoint {
  Vec3 normal = Vec3::UnitZ();                                 ///< unit, out of the shape
  double distance = -std::numeric_limits<double>::infinity();  ///< m; negative inside
};

/// Nearest point of the surface, exact inside and outside. Where the distance exceeds `give_up` (m) it is only a lower
/// bound.
SurfacePoint nearest_on_surface(const ConvexPolyhedron& polyhedron, const Vec3& x, double give_up);

}  // namespace stiction
