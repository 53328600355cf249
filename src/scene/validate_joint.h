// Validation of one joint.
#pragma once

#include <map>
#include <string>

#include "stiction/scene/scene.h"

namespace stiction {

/// Where each body is in the scene, by name.
using NameIndex = std::map<std::string, std::size_t>;

/// Ranges and references of `joint`; places are relative to it ("limits[0]"). Throws InputError.
void validate_joint(const Scene& scene, const NameIndex& bodies, const JointDescription& joint);

}  // namespace stiction
