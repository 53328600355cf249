// Triangles for display, from any smooth surface.
#pragma once

#include <vector>

#include "stiction/geometry/mesh/triangle_mesh.h"
#include "stiction/geometry/smooth/smooth_surface.h"

namespace stiction {

struct SurfaceTriangulation {
  TriangleMesh mesh;                  ///< triangles counter-clockwise seen from outside
  std::vector<Vec3> normals;          ///< of the surface, one for each vertex
  std::vector<SurfacePoint> origins;  ///< of the vertices on the surface
};

/// `segments` equal parts along every edge of every patch. Vertices where patches meet are one vertex, so that a closed
/// surface gives a closed mesh; at creases the normal is that of one side.
SurfaceTriangulation triangulated(const SmoothSurface& surface, int segments);

}  // namespace stiction
