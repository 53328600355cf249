// Reading one body of a scene file.
#pragma once

#include <string>

#include "stiction/scene/json_node.h"
#include "stiction/scene/scene.h"

namespace stiction {

/// A unit quaternion [w, x, y, z].
Quat read_rotation(const JsonNode& node);

/// Structure and types only; ranges are judged by validate(). Convex files are looked up in `directory`.
BodyDescription read_body(const JsonNode& node, const std::string& directory);

}  // namespace stiction
