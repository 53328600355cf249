// `stiction scene list / show / export / check`
#pragma once

#include <string>

#include "run_options.h"

namespace stiction::cli {

/// The gallery, one line a scene.
int scene_list();
/// What a scene is and which parameters it takes.
int scene_show(const std::string& source);
/// The scene as JSON to `output`, or to stdout if that is empty. An existing file is replaced only with `force`.
int scene_export(const SceneOptions& options, const std::string& output, bool force);
/// Reads, validates and builds a scene file.
int scene_check(const std::string& file);

}  // namespace stiction::cli
