// Broad and narrow phase together: posed shapes in, contact points out.
#pragma once

#include <utility>
#include <vector>

#include "stiction/collision/contact_point.h"
#include "stiction/collision/mesh_memory.h"
#include "stiction/geometry/shape.h"

namespace stiction {

/// What the detector needs to know of one body.
struct PosedShape {
  const Shape* shape =
      nullptr;  ///< none: a body that touches nothing here (deformable ones have a detection of their own)
  Pose pose;
  bool fixed = false;  ///< two fixed bodies never touch
  /// How far the body as a whole travels in the step by itself, and how much further any of its points may get by
  /// turning, m.
  Vec3 travel = Vec3::Zero();
  double turn = 0;

  /// How far any point of the body may travel.
  double reach() const { return travel.norm() + turn; }
};

/// How far two bodies may come nearer to each other in the step, m: bodies that fly together hardly do.
inline double approach(const PosedShape& a, const PosedShape& b) {
  return (a.travel - b.travel).norm() + a.turn + b.turn;
}

/// All contacts whose gap may close within the step, up to pair_margin: by the bodies' approach, or by the travel of
/// one of them, since a body that is stopped in this very step lets others run into it; and 1 % of the smaller
/// thickness. Stateless, so equal poses give equal contacts. Sorted by (body_a, body_b), then in an order that depends
/// on features only; bit-identical for any number of threads. Pairs in `never_touch` (lower index first, sorted) are
/// left out. With a `memory` of the same bodies meshes that hardly move take less time; it changes nothing else.
std::vector<ContactPoint> detect_contacts(const std::vector<PosedShape>& bodies,
                                          const std::vector<std::pair<int, int>>& never_touch = {},
                                          MeshMemory* memory = nullptr);

}  // namespace stiction
