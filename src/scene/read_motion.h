// Reading the prescribed motion of a body.
#pragma once

#include "stiction/scene/json_node.h"
#include "stiction/scene/scene.h"

namespace stiction {

/// Structure and types only; the rest is judged by validate().
MotionDescription read_motion(const JsonNode& node);

}  // namespace stiction
