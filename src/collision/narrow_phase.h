// The contact points of one pair of posed shapes.
#pragma once

#include <vector>

#include "stiction/collision/contact_point.h"
#include "stiction/collision/convex_core.h"
#include "stiction/geometry/shape.h"

namespace stiction {

/// Appends the contacts of shapes a and b whose gap is at most `margin` (m) to `out`, sorted by feature, with
/// normals from b to a. Body indices are left to the caller.
void collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
             std::vector<ContactPoint>& out);

/// The same for two polyhedra.
void collide_polyhedra(const ConvexPolyhedron& a, const Pose& pose_a, const ConvexPolyhedron& b, const Pose& pose_b,
                       double margin, std::vector<ContactPoint>& out);

/// The same for two convex shapes of which one is a capsule, a cylinder or a cone. `origin` (world) is taken off the
/// cores' coordinates.
void collide_cores(const ConvexCore& a, const ConvexCore& b, const Vec3& origin, double margin,
                   std::vector<ContactPoint>& out);

/// A capsule, cylinder or cone over the plane n·x = height (cores' coordinates); normals point out of the core.
void collide_plane(const Vec3& n, double height, const ConvexCore& core, const Vec3& origin, double margin,
                   std::vector<ContactPoint>& out);

}  // namespace stiction
