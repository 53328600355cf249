// One pose, vertex and contact as a viewer reads them: little-endian 32-bit words. Recorded replays and streams use the
// same.
#pragma once

#include <string>
#include <vector>

#include "stiction/state/world_state.h"

namespace stiction {

/// Position of the centre of mass (m), then the rotation as x, y, z, w: seven floats.
inline constexpr std::size_t kPoseBytes = 7 * 4;
void append_pose(std::string& bytes, const Vec3& position, const Quat& rotation);

/// Vertices of a deformable body in its frame (m): three floats each.
inline constexpr std::size_t kVertexBytes = 3 * 4;
void append_vertices(std::string& bytes, const std::vector<Vec3>& vertices);

/// Two int32 (the bodies), then floats: position (m), normal (second body to first), gap (m), mu, impulse on the first
/// body (N·s), slip (m/s); sixteen words.
inline constexpr std::size_t kContactBytes = 16 * 4;
void append_contact(std::string& bytes, const ContactState& contact);

}  // namespace stiction
