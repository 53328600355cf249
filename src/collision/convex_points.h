// Convex shapes as meshes and terrain see them: points that may touch, and the distance of a point from the shape.
#pragma once

#include <vector>

#include "stiction/collision/surface_point.h"
#include "stiction/geometry/shape.h"

namespace stiction {

/// A point of a convex shape, or the centre of a ball of `radius` inside it, with the cone of outward normals.
struct ConvexPoint {
  Vec3 x;               ///< m, body frame
  double radius;        ///< m
  Vec3 axis;            ///< unit, middle of the cone
  double least_cosine;  ///< to the axis; -1: all directions
  int id;
};

/// Appends the points: corners, points along edges at most `spacing` (m) apart and along round rims at most that far,
/// but at least 16; centres of spheres; points of a capsule's axis.
void convex_points(const Sphere& sphere, double spacing, std::vector<ConvexPoint>& out);
void convex_points(const Polyhedron& polyhedron, double spacing, std::vector<ConvexPoint>& out);
void convex_points(const Capsule& capsule, double spacing, std::vector<ConvexPoint>& out);
void convex_points(const Cylinder& cylinder, double spacing, std::vector<ConvexPoint>& out);
void convex_points(const Cone& cone, double spacing, std::vector<ConvexPoint>& out);

/// The points of rims furthest along a unit direction `d` of the body frame; ids from `id` on. None where the rim is
/// seen face on, or there is no rim.
void rim_points(const Cylinder& cylinder, const Vec3& d, int id, std::vector<ConvexPoint>& out);
void rim_points(const Cone& cone, const Vec3& d, int id, std::vector<ConvexPoint>& out);
template <class Other>
void rim_points(const Other&, const Vec3&, int, std::vector<ConvexPoint>&) {}

/// Appends balls inside a shape where it is so slender that samples `spacing` (m) apart may pass it by: towards the tip
/// of a cone, along a thin cylinder. They hold nothing up, but what is inside of them overlaps.
void inner_balls(const Cylinder& cylinder, double spacing, std::vector<ConvexPoint>& out);
void inner_balls(const Cone& cone, double spacing, std::vector<ConvexPoint>& out);
template <class Other>
void inner_balls(const Other&, double, std::vector<ConvexPoint>&) {}

/// Signed distance of a point of the body frame; see nearest_on_surface.
SurfacePoint convex_distance(const Sphere& sphere, const Vec3& x, double give_up);
SurfacePoint convex_distance(const Polyhedron& polyhedron, const Vec3& x, double give_up);
SurfacePoint convex_distance(const Capsule& capsule, const Vec3& x, double give_up);
SurfacePoint convex_distance(const Cylinder& cylinder, const Vec3& x, double give_up);
SurfacePoint convex_distance(const Cone& cone, const Vec3& x, double give_up);

}  // namespace stiction
