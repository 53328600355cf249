// The contact points of one pair of posed shapes.
#pragma once

#include <vector>

#include "stiction/collision/contact_point.h"
#include "stiction/geometry/shape.h"

namespace stiction {

/// Appends the contacts of shapes a and b whose gap is at most `margin` (m) to `out`, sorted by feature, with
/// normals from b to a. Body indices are left to the caller.
void collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
             std::vector<ContactPoint>& out);

/// The same for two polyhedra.
void collide_polyhedra(const ConvexPolyhedron& a, const Pose& pose_a, const ConvexPolyhedron& b, const Pose& pose_b,
                       double margin, std::vector<ContactPoint>& out);

}  // namespace stiction
