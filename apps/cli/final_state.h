// The end of a run as JSON: every body and every contact, in full precision.
#pragma once

#include <string>

#include "stiction/stepping/world.h"

namespace stiction::cli {

/// Throws InputError if the state could not be written to `path` later: before a long run, not after it. A file
/// that is there already may be replaced only if it is such a state itself.
void check_final_state_path(const std::string& path);

/// Positions are those of each body's own frame, velocities those of its centre of mass, as in a scene file.
void write_final_state(const std::string& path, const World& world);

}  // namespace stiction::cli
