// Second half of isosurface stuffing: what is inside of every tetrahedron of a warped lattice becomes tetrahedra.
#pragma once

#include "stiction/geometry/tet/tet_mesh.h"
#include "stiction/geometry/tet/warped_lattice.h"

namespace stiction {

/// Tetrahedra of the inside, in the lattice's order; vertices in the order of their first use.
TetMesh inside_tets(const WarpedLattice& warped);

}  // namespace stiction
