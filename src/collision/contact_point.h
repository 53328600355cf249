// What collision detection hands on: contact points with ids that stay the same from step to step.
#pragma once

#include <cstdint>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// One point of contact between two bodies, seen by both at the same place.
struct ContactPoint {
  int body_a = -1, body_b = -1;  ///< indices of the bodies, body_a < body_b, or equal where a body touches itself
  std::uint64_t feature = 0;     ///< which features touch (vertex on face, edge on edge, ...), unique within the pair
  Vec3 position = Vec3::Zero();  ///< world, m: halfway between the two surfaces
  Vec3 normal = Vec3::UnitZ();   ///< unit, from body_b to body_a
  double gap = 0;                ///< m, along the normal; negative means overlap
  int spot = -1;                 ///< where it acts on deformable surfaces (see soft_contact.h), -1 between rigid bodies
};

}  // namespace stiction
