// Contacts of deformable surfaces with rigid shapes, with each other and with themselves.
//
// Every contact is between two features of piecewise linear surfaces: a vertex and a triangle, or two edges; a vertex
// that is nearest to an edge or a vertex of the other surface is the same contact as with a triangle there, and is
// reported once. Against rigid shapes, vertices are measured against the exact shape, and the corners and edges of the
// shape against triangles and edges.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "stiction/collision/contact_point.h"
#include "stiction/collision/detector.h"
#include "stiction/geometry/soft_surface.h"

namespace stiction {

class SoftMemory;

/// Where a deformable body is now, and how far it gets in the step by itself.
struct PosedSoft {
  int body = -1;  ///< index among all bodies
  const SoftSurface* surface = nullptr;
  std::span<const Vec3> positions;  ///< of the surface's vertices, world, m
  std::span<const Vec3> travel;     ///< of each vertex in the step without contact, m
  bool self_contact = false;        ///< whether its own features may touch each other
};

/// On which points of the two surfaces a contact acts.
struct ContactSpot {
  SurfaceSpot a, b;  ///< of body_a and body_b; not soft() where that body is rigid
};

/// Appends all contacts of deformable bodies whose gap may close within the step (the relative travel of the two
/// features and 1 % of the smaller thickness; overlaps included), in an order that depends on indices only:
/// sorted by (body_a, body_b, feature). `rigid` has one entry for every body of the world; those of deformable bodies
/// have no shape. ContactPoint::spot of each contact is the index of its spot in `spots`, to which they are appended.
/// Self-contacts have body_a == body_b. Pairs in `never_touch` (lower index first, sorted) are left out. Bit-identical
/// for any number of threads. With a `memory` of the same bodies, surfaces that hardly move take less time; it changes
/// nothing else.
void detect_soft_contacts(const std::vector<PosedShape>& rigid, std::span<const PosedSoft> soft,
                          const std::vector<std::pair<int, int>>& never_touch, std::vector<ContactPoint>& contacts,
                          std::vector<ContactSpot>& spots, SoftMemory* memory = nullptr);

}  // namespace stiction
