// What bodies of prescribed motion do to the rest of a world.
#pragma once

#include "stiction/stepping/world.h"

namespace stiction::testing {

/// Work of the last step's contacts with bodies of prescribed motion that do not turn, J: impulse times their velocity.
inline double prescribed_work(const World& world) {
  double work = 0;
  for (const ContactState& c : world.state().contacts) {
    const Vec3 on_a = c.impulse_normal * c.normal + c.impulse_tangent;
    if (world.model().bodies[std::size_t(c.body_a)].motion)
      work -= on_a.dot(world.state().bodies[std::size_t(c.body_a)].velocity);
    if (world.model().bodies[std::size_t(c.body_b)].motion)
      work += on_a.dot(world.state().bodies[std::size_t(c.body_b)].velocity);
  }
  return work;
}

}  // namespace stiction::testing
