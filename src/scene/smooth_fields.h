// Smooth surfaces and the settings of their motion in scene files: reading, checking, writing.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "stiction/scene/json_node.h"
#include "stiction/scene/mesh_library.h"
#include "stiction/scene/scene.h"

namespace stiction {

/// The value of "smooth" in a shape. Its surface is made by complete().
SmoothDescription read_smooth(const JsonNode& node, MeshLibrary& library);
nlohmann::ordered_json smooth_json(const SmoothDescription& smooth);
/// Throws InputError (place relative to the body).
void validate_smooth(const BodyDescription& body, const SmoothDescription& smooth);

/// "evolution" of a scene.
SmoothSettings read_evolution(const JsonNode& node);
/// What differs from the defaults; null if nothing does.
nlohmann::ordered_json evolution_json(const SmoothSettings& settings);
void validate_evolution(const SmoothSettings& settings);

}  // namespace stiction
