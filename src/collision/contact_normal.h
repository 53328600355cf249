// Which way two polyhedra in contact push each other.
#pragma once

#include <optional>
#include <vector>

#include "stiction/collision/closest_points.h"
#include "stiction/collision/separating_axes.h"

namespace stiction {

/// The contact normal of a pair, and what it was derived from.
struct ContactNormal {
  enum class Kind { kFaceA, kFaceB, kFree };  ///< free: not the normal of one face
  Kind kind;
  int face;           ///< the reference face, or -1
  Vec3 n;             ///< unit, from B to A, in the pair's frame
  double separation;  ///< along n, m
  std::optional<ClosestPoints> closest;  ///< known where the pair is apart
  bool tied = false;                     ///< the mean of several axes
};

/// Chooses the normal from the separations along all axes; nothing if the pair is further apart than `margin`.
///
/// - Apart: the direction between the closest points; the face's or the edges' own axis where that is the same.
/// - Touching: the only axis tied for the largest separation, or the mean of all tied ones. Two edges that
///   meet leave a fan of equally valid normals; its middle is the choice that neither rounding nor the
///   numbering of the bodies can tip over.
/// - Overlapping: the axis of least overlap, faces before edges.
///
/// Face A is preferred to face B within the touch tolerance, so that the reference face does not flip at rest.
std::optional<ContactNormal> contact_normal(const PairFrame& pair, const std::vector<Axis>& axes, double margin);

/// The rule for overlap: the single axis of largest separation, faces before edges.
ContactNormal untied_normal(const PairFrame& pair, const std::vector<Axis>& axes);

}  // namespace stiction
