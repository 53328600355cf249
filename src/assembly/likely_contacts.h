// Which of the contacts that may close within a step are worth a row of the contact problem.
#pragma once

#include <vector>

#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/collision/contact_point.h"

namespace stiction {

/// Drops contacts with a gap that does not close while the bodies move with velocities `v`, even if one of the two is
/// stopped in this very step. What a body does that is struck more oddly is seen by foresee_contacts.
void keep_likely(const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states, const std::vector<Vec6>& v,
                 double h, std::vector<ContactPoint>& contacts);

}  // namespace stiction
