// Forces and momenta of a world, for users; nothing here changes a step.
#pragma once

#include "stiction/stepping/world.h"

namespace stiction {

/// Mean force over the last step on body `body` by all its contacts, world axes, N; zero before the first step.
Vec3 contact_force(const World& world, int body);

/// The same by its contacts with body `other` alone.
Vec3 pair_force(const World& world, int body, int other);

/// Of all bodies that forces move, kg m/s.
Vec3 linear_momentum(const World& world);

/// Likewise, about the world's origin, kg m²/s.
Vec3 angular_momentum(const World& world);

}  // namespace stiction
