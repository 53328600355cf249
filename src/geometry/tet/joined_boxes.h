// Tetrahedra that fill a union of boxes along the axes exactly, by formula: tables, chairs, frames.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "stiction/geometry/tet/tet_mesh.h"

namespace stiction {

/// The planes of all faces cut space into bricks; bricks within a box are divided into cells of about `size` (m) along
/// each axis, at least one, and these into five tetrahedra each, mirrored from cell to cell. Boxes may touch and
/// overlap. Throws InputError unless all boxes and `size` are positive and there are at most kMostTets tetrahedra.
TetMesh joined_box_tets(const std::vector<Eigen::AlignedBox3d>& boxes, double size);

}  // namespace stiction
