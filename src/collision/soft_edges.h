// Edges of deformable surfaces against edges.
#pragma once

#include "stiction/collision/near_features.h"
#include "stiction/collision/soft_pair.h"

namespace stiction {

/// Appends the contacts of the edges of a that stand out with those of b, or of a with each other where b is the same.
/// `near`: what can touch, if it is known.
void edges_against(const SoftFrame& a, const SoftFrame& b, const TouchLimits& limits, const NearFeatures* near,
                   SoftContacts& out);

}  // namespace stiction
