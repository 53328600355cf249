// Contacts of terrain with bodies: points of the body against the triangles, and what stands out of the terrain
// (ridges, peaks, borders) against the body.
#pragma once

#include <vector>

#include "stiction/collision/contact_point.h"
#include "stiction/geometry/shape.h"

namespace stiction {

/// Appends the contacts with a gap of at most `margin` (m), with normals from the body to the terrain. A point of the
/// body counts as below the terrain down to half the body's thickness. Points of the body are named kVertexB, ridges
/// and peaks kEdges and kVertexA.
void collide_terrain(const Terrain& a, const Pose& pose_a, const Sphere& b, const Pose& pose_b, double margin,
                     std::vector<ContactPoint>& out);
void collide_terrain(const Terrain& a, const Pose& pose_a, const Polyhedron& b, const Pose& pose_b, double margin,
                     std::vector<ContactPoint>& out);
void collide_terrain(const Terrain& a, const Pose& pose_a, const Capsule& b, const Pose& pose_b, double margin,
                     std::vector<ContactPoint>& out);
void collide_terrain(const Terrain& a, const Pose& pose_a, const Cylinder& b, const Pose& pose_b, double margin,
                     std::vector<ContactPoint>& out);
void collide_terrain(const Terrain& a, const Pose& pose_a, const Cone& b, const Pose& pose_b, double margin,
                     std::vector<ContactPoint>& out);
void collide_terrain(const Terrain& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double margin,
                     std::vector<ContactPoint>& out);

}  // namespace stiction
