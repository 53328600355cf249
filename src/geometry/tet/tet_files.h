// Tetrahedral meshes in files: Gmsh's MSH 2.2 (ASCII) in and out, VTK's legacy format (ASCII) out. Readers take the
// text of a file; whoever has the path adds it to the error.
#pragma once

#include <string>
#include <string_view>

#include "stiction/geometry/tet/tet_mesh.h"

namespace stiction {

/// Tetrahedra (elements of type 4) of a file in Gmsh's format 2.2, ASCII, in the order of the file; elements of other
/// types are skipped, as are nodes that no tetrahedron uses. The mesh is not checked (see check). Throws InputError
/// with the line.
TetMesh tets_from_msh(std::string_view text);

/// The same format; reading it gives back the same mesh, to the last bit.
std::string tets_to_msh(const TetMesh& mesh);

/// An unstructured grid for ParaView and its like.
std::string tets_to_vtk(const TetMesh& mesh);

/// The mesh as bytes for caches, of this machine's byte order, and back. Throws InputError if the bytes are none.
std::string tets_to_bytes(const TetMesh& mesh);
TetMesh tets_from_bytes(std::string_view bytes);

}  // namespace stiction
