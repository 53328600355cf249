#include "stiction/stepping/measures.h"

#include "stiction/state/measures.h"

namespace stiction {

Vec3 contact_force(const World& world, int body) { return contact_impulse(world.state(), body) / world.model().step; }

Vec3 pair_force(const World& world, int body, int other) {
  return pair_impulse(world.state(), body, other) / world.model().step;
}

Vec3 linear_momentum(const World& world) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < world.model().bodies.size(); ++i) {
    const RigidBody& body = world.model().bodies[i];
    if (!body.fixed || body.soft) sum += body.mass * world.state().bodies[i].velocity;
  }
  return sum;
}

Vec3 angular_momentum(const World& world) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < world.model().bodies.size(); ++i) {
    const RigidBody& body = world.model().bodies[i];
    const BodyState& state = world.state().bodies[i];
    if (!body.fixed || body.soft) sum += state.angular_momentum + body.mass * state.position.cross(state.velocity);
  }
  return sum;
}

}  // namespace stiction
