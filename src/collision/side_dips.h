// Smooth ridges of a mesh that press into the sides and rims of round bodies between samples.
#pragma once

#include "stiction/collision/sample_contacts.h"
#include "stiction/geometry/shape.h"

namespace stiction {

/// Where nothing tells of a contact yet, adds the deepest places of the side, and of each rim. Contacts are in the
/// frame of the mesh, with normals out of the round body.
void add_side_dips(const SolidMesh& mesh, const Capsule& b, const Pose& b_in_mesh, SampleContacts& contacts);
void add_side_dips(const SolidMesh& mesh, const Cylinder& b, const Pose& b_in_mesh, SampleContacts& contacts);

}  // namespace stiction
