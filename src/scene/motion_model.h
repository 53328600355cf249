// From the description of a motion to the motion.
#pragma once

#include <memory>

#include "stiction/scene/scene.h"

namespace stiction {

/// `initial` is the body's placement in the scene. Throws InputError (place relative to the body).
std::shared_ptr<const PrescribedMotion> make_motion(const MotionDescription& description, const Placement& initial);

}  // namespace stiction
