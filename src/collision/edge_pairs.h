// Sharp edges of two meshes that cross between their samples.
#pragma once

#include "stiction/collision/sample_contacts.h"
#include "stiction/geometry/mesh/solid_mesh.h"
#include "stiction/linalg/types.h"

namespace stiction {

/// Adds a contact wherever a sharp edge of a meets a sharp edge of b across, with a gap of at most `margin` (m) and of
/// at most a cell: further off, the samples on both tell well enough. Candidates are in the frame of b, with normals
/// from b to a, and are named kEdges with the stretches of both (see SharpEdges).
void add_edge_pairs(const SolidMesh& a, const SolidMesh& b, const Pose& a_in_b, const Pose& b_in_a, double margin,
                    SampleContacts& contacts);

}  // namespace stiction
