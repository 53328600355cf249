// Carries the last step's impulses over to the contacts of this step.
#pragma once

#include <vector>

#include "stiction/collision/contact_point.h"
#include "stiction/state/world_state.h"

namespace stiction {

/// Impulses in the frames of `contacts`, matched by body pair and feature; a contact whose feature is new takes the
/// nearest unmatched one of the same pair (within `reach` m, normals within 25°). Zero where nothing matches.
/// Both lists are sorted by body pair.
std::vector<Vec3> carried_impulses(const std::vector<ContactPoint>& contacts, const std::vector<ContactState>& previous,
                                   double reach);

}  // namespace stiction
