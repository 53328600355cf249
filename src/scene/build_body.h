// From the description of a body to the body and its first state.
#pragma once

#include <string>

#include "stiction/scene/scene.h"

namespace stiction {

/// Throws InputError if there is no material of that name.
int material_index(const MaterialTable& table, const std::string& name);

/// `description` must be valid.
RigidBody build_body(const BodyDescription& description, const MaterialTable& materials);

/// The state of a body that joins a world at `time` (s) with steps of `step` (s).
BodyState initial_state(const BodyDescription& description, const RigidBody& body, double time, double step);

}  // namespace stiction
