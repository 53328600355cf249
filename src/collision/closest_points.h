// Closest points of two separated polyhedra.
#pragma once

#include "stiction/collision/pair_frame.h"

namespace stiction {

/// Closest points in the pair's frame, and their distance (m).
struct ClosestPoints {
  Vec3 on_a, on_b;
  double distance;
};

/// The algorithm of Gilbert, Johnson and Keerthi, started from direction `n` (from B to A). Exact up to rounding for
/// polyhedra that are apart; a distance of 0 means that they touch or overlap.
ClosestPoints closest_points(const PairFrame& pair, const Vec3& n);

}  // namespace stiction
