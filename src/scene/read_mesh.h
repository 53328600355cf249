// Reading the shapes made of triangles.
#pragma once

#include "stiction/scene/json_node.h"
#include "stiction/scene/mesh_library.h"

namespace stiction {

/// "vertices" and "triangles" of an object.
TriangleMesh read_triangles(const JsonNode& node);
MeshDescription read_mesh(const JsonNode& node, MeshLibrary& library);
TerrainDescription read_terrain(const JsonNode& node, MeshLibrary& library);
HeightFieldDescription read_height_field(const JsonNode& node);

}  // namespace stiction
