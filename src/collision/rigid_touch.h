// Where a vertex of a deformable surface touches a rigid shape.
#pragma once

#include <vector>

#include "stiction/collision/surface_probe.h"
#include "stiction/geometry/shape.h"

namespace stiction {

/// A way in which a point is near a shape.
struct RigidTouch {
  Vec3 normal;      ///< unit, out of the shape, world
  double distance;  ///< m; negative inside
  int which;        ///< 0 where there is only one, else the triangle and 1
};

/// Appends the touches of a vertex with one posed shape (compounds are taken apart by the caller) no further than
/// `margin` (m). A vertex outside counts only if it faces the shape, for else another part of its own body is nearer; a
/// vertex inside goes out by the nearest face that it faces, if there is one not much deeper than the nearest of all,
/// else by that one if it is deeper than `share` (m). Terrain is solid down to `depth` (m) below its surface.
void rigid_touches(const Shape& shape, const Pose& pose, const PointProbe& probe, double margin, double share,
                   double depth, std::vector<RigidTouch>& out);

}  // namespace stiction
