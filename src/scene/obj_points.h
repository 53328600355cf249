// The points of a Wavefront OBJ file.
#pragma once

#include <string>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// All vertices (`v x y z` lines) of OBJ text; everything else is skipped. Throws InputError with the line.
std::vector<Vec3> obj_points_from_text(const std::string& text);

/// The same from a file. Throws InputError if it cannot be read or holds no vertices.
std::vector<Vec3> load_obj_points(const std::string& path);

}  // namespace stiction
