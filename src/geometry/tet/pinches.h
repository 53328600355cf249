// Places where a tetrahedral mesh touches itself in a vertex or an edge alone.
#pragma once

#include "stiction/geometry/tet/tet_mesh.h"

namespace stiction {

/// Takes such places apart, so that the surface is a manifold: tetrahedra around a vertex that hang together by no face
/// at it get vertices of their own, at the same place. An edge between two fans of tetrahedra that hang together
/// elsewhere around both its ends is halved first. Returns how many vertices were added.
int split_pinches(TetMesh& mesh);

}  // namespace stiction
