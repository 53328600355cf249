// Places where a tetrahedral mesh touches itself in a vertex or an edge alone.
#pragma once

#include "stiction/geometry/tet/tet_mesh.h"

namespace stiction {

/// Takes such places apart, so that the surface is a manifold: tetrahedra around a vertex that hang together by no face
/// at it get vertices of their own, at the same place. An edge between two fans of tetrahedra that hang together
/// elsewhere around both its ends is halved first. A vertex whose tetrahedra hang together and that the outside still
/// touches from several sides is cut off halfway along its edges. Returns how many places were changed.
int split_pinches(TetMesh& mesh);

/// Vertices of a closed surface at which its triangles make more than one fan, in rising order. Every edge has two
/// triangles that run through it in opposite directions.
std::vector<int> touching_vertices(const std::vector<std::array<int, 3>>& triangles);

}  // namespace stiction
