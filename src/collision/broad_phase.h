// Which bodies may touch at all.
#pragma once

#include <utility>
#include <vector>

#include "stiction/collision/detector.h"

namespace stiction {

/// Axis-aligned box in the world.
struct Bounds {
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  bool overlaps(const Bounds& other) const {
    return (low.array() <= other.high.array()).all() && (other.low.array() <= high.array()).all();
  }
};

/// Bounds of a posed shape grown by `margin` on all sides. Not for half-spaces.
Bounds bounds_of(const Shape& shape, const Pose& pose, double margin);

/// How far apart (m) two bodies may be to be reported: how far they may approach each other, even if one of them is
/// stopped in this very step, and 1 % of the smaller thickness.
double pair_margin(const PosedShape& a, const PosedShape& b);

/// Pairs (i < j), sorted, that may come within their margin: all whose grown bounds overlap, and half-spaces with
/// all bodies that are not fixed. Pairs of fixed bodies are left out. Time n log n for bodies of similar density.
std::vector<std::pair<int, int>> candidate_pairs(const std::vector<PosedShape>& bodies);

}  // namespace stiction
