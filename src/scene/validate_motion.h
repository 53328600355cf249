// Validation of a body's prescribed motion.
#pragma once

#include "stiction/scene/scene.h"

namespace stiction {

/// `body` has a motion; places are relative to the body ("motion.position[0]"). Throws InputError.
void validate_motion(const Scene& scene, const BodyDescription& body);

}  // namespace stiction
