#include "stiction/export/replay_rows.h"

#include <bit>
#include <cstdint>

namespace stiction {
namespace {

static_assert(std::endian::native == std::endian::little, "replays are little-endian; this machine is not");

template <typename Word>
void append(std::string& bytes, Word word) {
  static_assert(sizeof(Word) == 4);
  bytes.append(reinterpret_cast<const char*>(&word), sizeof word);
}

void append(std::string& bytes, const Vec3& v) {
  for (int i = 0; i < 3; ++i) append(bytes, static_cast<float>(v[i]));
}

}  // namespace

void append_pose(std::string& bytes, const Vec3& position, const Quat& rotation) {
  append(bytes, position);
  append(bytes, Vec3(rotation.x(), rotation.y(), rotation.z()));
  append(bytes, static_cast<float>(rotation.w()));
}

void append_vertices(std::string& bytes, const std::vector<Vec3>& vertices) {
  for (const Vec3& v : vertices) append(bytes, v);
}

void append_contact(std::string& bytes, const ContactState& contact) {
  append(bytes, contact.body_a);
  append(bytes, contact.body_b);
  append(bytes, contact.position);
  append(bytes, contact.normal);
  append(bytes, static_cast<float>(contact.gap));
  append(bytes, static_cast<float>(contact.mu));
  append(bytes, Vec3(contact.impulse_normal * contact.normal + contact.impulse_tangent));
  append(bytes, contact.slip);
}

}  // namespace stiction
