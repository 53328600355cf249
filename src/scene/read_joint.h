// Reading one joint of a scene file.
#pragma once

#include "stiction/scene/json_node.h"
#include "stiction/scene/scene.h"

namespace stiction {

/// Structure, types, and fields that its kind of joint does not have; ranges and references are judged by validate().
JointDescription read_joint(const JsonNode& node);

}  // namespace stiction
