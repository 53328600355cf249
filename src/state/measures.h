// What contacts do to bodies, read from a state.
#pragma once

#include "stiction/state/world_state.h"

namespace stiction {

/// Impulse on `body` by all its contacts of the last step, N·s; over the step's length it is the mean force.
Vec3 contact_impulse(const WorldState& state, int body);

/// Impulse on `body` by its contacts with `other` in the last step, N·s.
Vec3 pair_impulse(const WorldState& state, int body, int other);

}  // namespace stiction
