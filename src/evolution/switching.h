// What pairs and trees of contacts share when something changes.
#pragma once

#include <functional>

#include "stiction/evolution/evolve.h"

namespace stiction {

/// To another patch or chart on one of the bodies, (41) to (43); the velocities of the state only turn with the axes.
/// `rate`: of the parameters on that body. Nothing changes where there is no way on.
Crossing cross_border(const SmoothContact& contact, bool first, const Vec2& rate, SmoothContactState& state);

/// The direction in which slip begins: that in which it grows while sliding friction acts against it, and to which it
/// returns when it is a little off. `guess` is where friction gave way; `growth`: rate of slip in a direction, while
/// friction acts against that.
Vec2 slip_onset(const Vec2& guess, const std::function<Vec2(const Vec2&)>& growth);

/// Throws InputError.
void check_evolution(double duration, const EvolutionOptions& options);

}  // namespace stiction
