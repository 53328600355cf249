#include "stiction/state/measures.h"

namespace stiction {
namespace {

/// On the contact's first body.
Vec3 impulse(const ContactState& contact) { return contact.impulse_normal * contact.normal + contact.impulse_tangent; }

}  // namespace

Vec3 contact_impulse(const WorldState& state, int body) {
  Vec3 sum = Vec3::Zero();
  for (const ContactState& contact : state.contacts) {
    if (contact.body_a == body) sum += impulse(contact);
    if (contact.body_b == body) sum -= impulse(contact);
  }
  return sum;
}

Vec3 pair_impulse(const WorldState& state, int body, int other) {
  Vec3 sum = Vec3::Zero();
  for (const ContactState& contact : state.contacts) {
    if (contact.body_a == body && contact.body_b == other) sum += impulse(contact);
    if (contact.body_b == body && contact.body_a == other) sum -= impulse(contact);
  }
  return sum;
}

}  // namespace stiction
