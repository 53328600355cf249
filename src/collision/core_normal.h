// Which way two convex shapes, one of them round, push each other.
#pragma once

#include <optional>

#include "stiction/collision/convex_core.h"

namespace stiction {

/// The direction of largest separation of a pair.
struct CoreNormal {
  Vec3 n = Vec3::UnitZ();     ///< unit, from B to A
  double separation = 0;      ///< of the shapes along n, m; negative: overlap
  std::optional<int> flat_a;  ///< the flat face of A whose normal n is, if any (see ConvexCore::Flat)
  std::optional<int> flat_b;  ///< the same of B, if none of A
};

/// None if the pair is further apart than `margin` (m). The separation is the distance of the shapes or the depth of
/// their overlap, to rounding where they are apart or overlap less than their radii.
///
/// Apart, the direction comes from the algorithm of Gilbert, Johnson and Keerthi. Overlapping, the pair is drawn
/// apart along a first guess, the direction between the closest points is the next guess, and so on: each is at least
/// as good as the one before, because drawing apart by t along n adds at most t to the separation along any other
/// direction. Where an edge or side across another one is better still, that is taken. Either way the direction is then
/// made exact by `refined_normal`.
std::optional<CoreNormal> core_normal(const CorePair& pair, double margin);

/// The best of the exact directions near n: face normals, crossings of two normal families, the best of one family,
/// and the smooth maximum (by Newton's method on the support functions).
CoreNormal refined_normal(const CorePair& pair, const Vec3& n);

/// The best of all crossings of a normal family of A with one of B: where an edge or side of one lies across one of
/// the other. Found by trying them all: searches may stick at a face normal a few degrees away that is all but as good.
std::optional<Vec3> best_crossing(const CorePair& pair);

}  // namespace stiction
