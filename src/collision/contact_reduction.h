// From thousands of near points to the few contacts that hold the bodies in the same way.
#pragma once

#include <cstdint>
#include <vector>

#include "stiction/collision/contact_point.h"
#include "stiction/geometry/shape.h"

namespace stiction {

/// A point that may become a contact, in the body frame that the choice is made in.
struct ContactCandidate {
  Vec3 position;  ///< m, halfway between the surfaces
  Vec3 normal;    ///< unit
  double gap;     ///< m
  std::uint64_t feature;
};

/// Most contacts that a pair keeps.
inline constexpr int kMostContacts = 24;

/// Keeps the contacts that matter and appends them to `out`, posed in the world and sorted by feature.
///
/// Candidates form clusters whose normals lie within about 20 degrees of that of their deepest point. Along nearly
/// one normal the velocity of approach is affine in the position, so of all constraints u_n(x) >= -gap(x)/h those on
/// the lower convex hull of the points (x, gap) imply the others. Of every cluster the deepest point is kept, and of
/// the hull its support points in eight directions fixed in the body frame, with the slope `turn` (rad), the largest
/// turn expected within the step; ties go to the lower feature. A cluster is left out if none of its points nearly
/// touches (a tenth of `spacing`) and its deepest point has a deeper neighbour: then it is the flank of a bump that
/// touches elsewhere, not a contact of its own.
///
/// @param frame the body frame of the candidates
/// @param spacing of samples of the surface, m
void reduce_contacts(std::vector<ContactCandidate>& candidates, const Pose& frame, double turn, double spacing,
                     std::vector<ContactPoint>& out);

/// Appends all of them as they are, posed in the world and sorted by feature.
void append_contacts(const std::vector<ContactCandidate>& candidates, const Pose& frame,
                     std::vector<ContactPoint>& out);

}  // namespace stiction
