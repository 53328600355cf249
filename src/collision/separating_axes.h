// Separations of two polyhedra along all axes that can bound their overlap.
#pragma once

#include <vector>

#include "stiction/collision/pair_frame.h"

namespace stiction {

/// One direction of the separating-axis test, in the pair's frame, from B to A.
struct Axis {
  enum class Kind { kFaceA, kFaceB, kEdges };
  Vec3 n;
  double separation;  ///< m; negative: overlap
  Kind kind;
  int face;  ///< index of the face; -1 for edges
};

/// Fills `axes` with the face normals of A, then of B, then the cross products of edge directions. Returns
/// false, with the list incomplete, as soon as one separation exceeds `margin`.
bool find_axes(const PairFrame& pair, double margin, std::vector<Axis>& axes);

}  // namespace stiction
