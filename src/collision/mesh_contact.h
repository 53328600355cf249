// Contacts of closed meshes: surface samples of each body against the distance of the other.
//
// Features finer than the spacing of the samples (a field cell) can pass between them. Sharp edges of a mesh are
// therefore followed from sample to sample, through convex bodies and across sharp edges of another mesh
// (edge_pairs.h); tips of cones and thin cylinders are known from within, smooth ridges that press into capsules and
// cylinders where nothing else touches. Everything else is found by the samples.
#pragma once

#include <vector>

#include "stiction/collision/contact_point.h"
#include "stiction/collision/near_samples.h"
#include "stiction/geometry/shape.h"

namespace stiction {

/// Appends the contacts with a gap of at most `margin` (m), reduced (see reduce_contacts), with normals from the second
/// body to the first. Mesh samples are named kVertexA, points of the other body kVertexB, sharp edges kEdges.
void collide_mesh(const Mesh& a, const Pose& pose_a, const HalfSpace& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out);
void collide_mesh(const Mesh& a, const Pose& pose_a, const Sphere& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out);
void collide_mesh(const Mesh& a, const Pose& pose_a, const Polyhedron& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out);
void collide_mesh(const Mesh& a, const Pose& pose_a, const Capsule& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out);
void collide_mesh(const Mesh& a, const Pose& pose_a, const Cylinder& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out);
void collide_mesh(const Mesh& a, const Pose& pose_a, const Cone& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out);
/// With a memory of the pair, the same contacts in less time.
void collide_mesh(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b, double margin,
                  std::vector<ContactPoint>& out, MeshPairMemory* memory = nullptr);

}  // namespace stiction
