// The 64-bit FNV-1a hash of a world state.
#include <bit>
#include <cstddef>

#include "stiction/state/world_state.h"

namespace stiction {
namespace {

/// Feeds values to FNV-1a byte by byte, least significant byte first, so that neither padding nor the
/// machine's byte order reaches the result.
class Fnv1a {
 public:
  void add(std::uint64_t bits) {
    for (int byte = 0; byte < 8; ++byte) {
      value_ = (value_ ^ (bits & 0xffU)) * 0x100000001b3ULL;
      bits >>= 8;
    }
  }
  void add(std::int64_t value) { add(static_cast<std::uint64_t>(value)); }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(const Vec3& v) {
    for (int i = 0; i < 3; ++i) add(v[i]);
  }
  void add(const Quat& q) {
    add(q.w());
    add(Vec3(q.vec()));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace

std::uint64_t hash(const WorldState& state) {
  Fnv1a fnv;
  fnv.add(state.step);
  fnv.add(state.time);
  // The counts go in too: otherwise a body could pass for a contact.
  fnv.add(static_cast<std::uint64_t>(state.bodies.size()));
  fnv.add(static_cast<std::uint64_t>(state.contacts.size()));
  for (const BodyState& body : state.bodies) {
    fnv.add(body.position);
    fnv.add(body.rotation);
    fnv.add(body.velocity);
    fnv.add(body.angular_momentum);
  }
  for (const ContactState& contact : state.contacts) {
    fnv.add(std::int64_t{contact.body_a});
    fnv.add(std::int64_t{contact.body_b});
    fnv.add(contact.feature);
    fnv.add(contact.position);
    fnv.add(contact.normal);
    fnv.add(contact.gap);
    fnv.add(contact.mu);
    fnv.add(contact.impulse_normal);
    fnv.add(contact.impulse_tangent);
    fnv.add(contact.slip);
  }
  // Like joints, torques reach the hash only where there are any.
  bool rolling = false;
  for (const ContactState& contact : state.contacts) rolling = rolling || (contact.torque.array() != 0).any();
  if (rolling)
    for (const ContactState& contact : state.contacts) fnv.add(contact.torque);
  if (!state.joints.empty()) fnv.add(static_cast<std::uint64_t>(state.joints.size()));
  for (const JointState& joint : state.joints) {
    for (const Vec3& v : {joint.linear, joint.angular, joint.limit, joint.drive, joint.force, joint.torque}) fnv.add(v);
    fnv.add(joint.coordinate);
    fnv.add(joint.target);
  }
  for (const Deformation& deformation : state.deformations) {
    fnv.add(static_cast<std::uint64_t>(deformation.q.size()));
    for (const double q : deformation.q) fnv.add(q);
    for (const double v : deformation.v) fnv.add(v);
  }
  for (const SmoothState& s : state.smooth) {
    for (const bool flag : {s.touching, s.placed, s.rolling, s.spin_locked, s.general}) fnv.add(std::int64_t{flag});
    fnv.add(std::int64_t{s.other});
    for (int i = 0; i < 2; ++i) {
      fnv.add(std::int64_t{s.patch[i]});
      fnv.add(std::int64_t{s.chart[i]});
    }
    for (const Vec2& v : {s.place[0], s.place[1], s.slip, s.slip_direction}) {
      fnv.add(v.x());
      fnv.add(v.y());
    }
    fnv.add(s.spin);
    for (const double value : {s.psi, s.spin_direction, s.step}) fnv.add(value);
  }
  return fnv.value();
}

}  // namespace stiction
