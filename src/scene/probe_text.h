// Probes in scene files: reading, validation, writing.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "stiction/scene/json_node.h"
#include "stiction/scene/scene.h"

namespace stiction {

/// Structure, types, and fields that a probe of its type does not have.
ProbeDescription read_probe(const JsonNode& node);

/// References of `probe`, given where bodies and joints are by name; places are relative to it. Throws InputError.
void validate_probe(const Scene& scene, const std::map<std::string, std::size_t>& bodies,
                    const std::map<std::string, std::size_t>& joints, const ProbeDescription& probe);

nlohmann::ordered_json probe_json(const ProbeDescription& probe);

}  // namespace stiction
