// Which way two polyhedra in contact push each other.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "stiction/collision/closest_points.h"
#include "stiction/collision/separating_axes.h"

namespace stiction {

/// The contact normal of a pair, and what it was derived from.
struct ContactNormal {
  enum class Kind { kFaceA, kFaceB, kFree };  ///< free: not the normal of one face
  Kind kind = Kind::kFree;
  int face = -1;                         ///< the reference face, or -1
  Vec3 n = Vec3::UnitZ();                ///< unit, from B to A, in the pair's frame
  double separation = 0;                 ///< along n, m
  std::optional<ClosestPoints> closest;  ///< known where the pair is apart
  bool tied = false;                     ///< the mean of several axes
};

/// Normals in the order of preference; the first whose features meet is right.
struct NormalCandidates {
  std::array<ContactNormal, 4> list;
  int count = 0;

  void add(const ContactNormal& normal) { list[std::size_t(count++)] = normal; }
  const ContactNormal* begin() const { return list.data(); }
  const ContactNormal* end() const { return list.data() + count; }
};

/// Chooses the normal from the separations along all axes; none if the pair is further apart than `margin`.
///
/// - Apart: the direction between the closest points; the face's or the edges' own axis where that is the same.
/// - Touching: the only axis tied for the largest separation, or the mean of all tied ones. Two edges that
///   meet leave a fan of equally valid normals; its middle is the choice that neither rounding nor the
///   numbering of the bodies can tip over.
/// - Overlapping: the axis of least overlap, within the touch tolerance face A before face B before edges, so
///   that the reference face does not flip at rest.
NormalCandidates contact_normals(const PairFrame& pair, const std::vector<Axis>& axes, double margin);

}  // namespace stiction
