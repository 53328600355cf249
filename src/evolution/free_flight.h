// Bodies between contacts, and moments between computed ones.
#pragma once

#include "stiction/evolution/smooth_contact.h"

namespace stiction {

/// Moves a body that touches nothing by `duration` (s). Without drag, momentum and angular momentum are exact.
void fly(const SmoothBody& body, BodyMotion& motion, double duration, const Vec3& gravity);

/// The motion between two moments that lie `interval` (s) apart, at `share` (0 to 1) of it: cubic in position and
/// rotation, with the velocities of both ends. For pictures at fixed rates.
BodyMotion interpolate(const BodyMotion& from, const BodyMotion& to, double interval, double share);

}  // namespace stiction
