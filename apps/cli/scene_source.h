// From a gallery name or a file, and options, to a scene.
#pragma once

#include <string>

#include "run_options.h"
#include "stiction/scene/scene.h"

namespace stiction::cli {

/// The scene named by `options.source` with everything else in `options` applied. A gallery name wins over a
/// file of the same name; write ./name for the file. Throws InputError.
Scene load(const SceneOptions& options);

/// The same options on a scene that is already there (parameters and seed aside: those are the gallery's).
void apply_overrides(const SceneOptions& options, Scene& scene);

/// How to call the scene in file names: the gallery name, or the file's name without folder and ending.
std::string short_name(const std::string& source);

}  // namespace stiction::cli
