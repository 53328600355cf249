// Readers of mesh files. They take the bytes of a file; whoever has the path adds it to the error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stiction/geometry/mesh/triangle_mesh.h"

namespace stiction {

/// Most vertices and triangles a file may hold.
inline constexpr std::size_t kMostMeshElements = 5'000'000;

/// Wavefront OBJ: `v` and `f` lines (v, v/vt, v//vn, v/vt/vn; negative indices count back from the last vertex).
/// Polygons become fans about their first corner. Everything else is skipped. Throws InputError with the line.
TriangleMesh mesh_from_obj(std::string_view text);
/// The `v` lines alone; faces are not looked at.
std::vector<Vec3> obj_vertices(std::string_view text);

/// STL, ASCII or binary. Corners with equal coordinates become one vertex, and triangles that this leaves with fewer
/// than three corners are dropped. Throws InputError with the line or byte.
TriangleMesh mesh_from_stl(std::string_view bytes);

/// PLY, ASCII or binary of either byte order: x, y, z of element `vertex`, the list `vertex_indices` (or
/// `vertex_index`) of element `face`; polygons become fans. Other elements and properties are skipped.
/// Throws InputError with the line or byte.
TriangleMesh mesh_from_ply(std::string_view bytes);

/// By the ending of the file's name: .obj, .stl or .ply in upper or lower case.
TriangleMesh mesh_from_file(const std::string& name, std::string_view bytes);

}  // namespace stiction
