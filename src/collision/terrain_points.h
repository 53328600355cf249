// How a single point or ball meets terrain.
#pragma once

#include <vector>

#include "stiction/geometry/shape.h"

namespace stiction {

/// A way in which a point is near terrain: over or under a face, an edge or a vertex that is nearest in all directions.
struct TerrainTouch {
  Vec3 point;       ///< of the terrain, m
  Vec3 normal;      ///< unit, out of the terrain
  double distance;  ///< m; negative below
  int triangle;
};

/// All touches of x (in the terrain's frame) at a distance from -depth to `limit` (m), in the order of triangles. Edges
/// between triangles of one plane are no obstacle: a point has one touch with a plane, however it is cut up. A point
/// below the surface has the nearest touch, and of the others those of faces that meet it in a valley.
void terrain_touches(const TerrainSurface& surface, const Vec3& x, double limit, double depth,
                     std::vector<TerrainTouch>& out);

}  // namespace stiction
