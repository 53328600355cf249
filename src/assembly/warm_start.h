// Carries the last step's impulses over to the contacts of this step.
#pragma once

#include <vector>

#include "stiction/collision/contact_point.h"
#include "stiction/state/world_state.h"

namespace stiction {

/// One for each contact, in its frame.
struct CarriedImpulses {
  std::vector<Vec3> impulses;  ///< N·s
  std::vector<Vec3> torques;   ///< of rolling and spin friction, N·m·s
};

/// Impulses in the frames of `contacts`, matched by body pair and feature; a contact whose feature is new takes the
/// nearest unmatched one of the same pair (within `reach` m, normals within 25°). Zero where nothing matches.
/// Both lists are sorted by body pair.
CarriedImpulses carried_impulses(const std::vector<ContactPoint>& contacts, const std::vector<ContactState>& previous,
                                 double reach);

}  // namespace stiction
