// The fields of a body that bends: reading, writing, checking.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "stiction/scene/json_node.h"
#include "stiction/scene/scene.h"

namespace stiction {

/// Nothing for "rigid". `body` is the whole body; its fields "model" and "elastic" are read.
std::optional<ElasticDescription> read_elastic(const JsonNode& body);

/// Adds "model" and "elastic" to the body's JSON.
void write_elastic(const ElasticDescription& elastic, nlohmann::ordered_json& body);

/// Throws InputError (place relative to the body).
void validate_elastic(const BodyDescription& body);

}  // namespace stiction
