// Validation of one body.
#pragma once

#include <string>

#include "stiction/scene/scene.h"

namespace stiction {

/// Ranges and references of `body`; places are relative to it ("shape.box.size[0]"). Throws InputError.
void validate_body(const Scene& scene, const BodyDescription& body);

}  // namespace stiction
