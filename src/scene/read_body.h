// Reading one body of a scene file.
#pragma once

#include "stiction/scene/json_node.h"
#include "stiction/scene/mesh_library.h"
#include "stiction/scene/scene.h"

namespace stiction {

/// A unit quaternion [w, x, y, z].
Quat read_rotation(const JsonNode& node);

/// Structure and types only; ranges are judged by validate(). Files are taken from `library`.
BodyDescription read_body(const JsonNode& node, MeshLibrary& library);

}  // namespace stiction
