// Bodies that join a world while it runs.
#pragma once

#include <string>

#include "stiction/scene/scene.h"

namespace stiction {

/// One body in the form of an entry of a scene file's `bodies`. `where` names the source in messages; files that it
/// names are looked up in `directory`. Ranges are judged by add_body(). Throws InputError.
BodyDescription body_from_json(const std::string& text, const std::string& where, const std::string& directory = ".");

/// Adds a body to a world and to the scene that it was made from; returns its index. Throws InputError, and changes
/// nothing, if the body does not fit into the scene.
int add_body(Scene& scene, World& world, const BodyDescription& body);

}  // namespace stiction
