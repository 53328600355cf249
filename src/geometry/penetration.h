// How deep two posed shapes overlap, by brute force: the oracle that judges the detector.
#pragma once

#include "stiction/geometry/shape.h"

namespace stiction {

/// Signed separation of two posed shapes, exact when they overlap: the least translation that would part
/// them, as a negative number; 0 or more when they do not overlap (then only a lower bound of the distance).
/// Every face normal and every cross product of edge pairs is tried; it shares no code with the narrow phase.
/// With a capsule, cylinder or cone it is exact to about 1e-9 of their size, apart too (but for a lower bound where the
/// gap exceeds a tenth of the smaller one's size). Of compounds it is the separation of the two parts that overlap
/// most. With meshes and terrain it is the depth of the deepest sample or vertex of one body inside the other, by exact
/// distances; apart it is an upper bound of the distance.
double separation_by_brute_force(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

/// How deep two posed shapes overlap, m, 0 if they do not: what the above says, faster for meshes. Samples are passed
/// over only where the mesh's distance field proves them no deeper than the deepest one known: it is exact at its
/// nodes, and distances are 1-Lipschitz.
double overlap_depth(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

/// The separation of two convex shapes, at least one of them a capsule, a cylinder or a cone: the largest separation
/// along any direction, found by trying directions densely and refining the best of them. Spheres: in closed form.
double round_separation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace stiction
