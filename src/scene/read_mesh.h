// Reading the shapes made of triangles.
#pragma once

#include "stiction/scene/json_node.h"
#include "stiction/scene/mesh_library.h"

namespace stiction {

MeshDescription read_mesh(const JsonNode& node, MeshLibrary& library);
TerrainDescription read_terrain(const JsonNode& node, MeshLibrary& library);
HeightFieldDescription read_height_field(const JsonNode& node);

}  // namespace stiction
