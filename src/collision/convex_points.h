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

/// Appends the points: corners, and points along edges at most `spacing` (m) apart; the centre of a sphere.
void convex_points(const Sphere& sphere, double spacing, std::vector<ConvexPoint>& out);
void convex_points(const Polyhedron& polyhedron, double spacing, std::vector<ConvexPoint>& out);

/// Signed distance of a point of the body frame; see nearest_on_surface.
SurfacePoint convex_distance(const Sphere& sphere, const Vec3& x, double give_up);
SurfacePoint convex_distance(const Polyhedron& polyhedron, const Vec3& x, double give_up);

}  // namespace stiction
