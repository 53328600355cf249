#include "stiction/scene/read_mesh.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "stiction/common/error.h"
#include "stiction/geometry/mesh/mesh_files.h"
#include "stiction/scene/checks.h"
#include "stiction/scene/limits.h"

namespace stiction {
namespace {

std::size_t checked_size(const JsonNode& node) {
  const std::size_t count = node.array_size();
  if (count <= kMostMeshElements) return count;
  node.fail(fmt::format("has {} entries", count), fmt::format("give at most {}", kMostMeshElements));
}

/// Exactly one source: a file, or vertices and triangles.
bool has_file(const JsonNode& node) {
  const bool file = node.has("file"), given = node.has("vertices") || node.has("triangles");
  if (file == given) {
    node.fail(file ? "has both file and vertices" : "has neither file nor vertices",
              "give either \"file\": \"name.obj\" or \"vertices\" and \"triangles\"");
  }
  return file;
}

/// Errors of building a mesh belong to this field.
template <class Call>
auto at_field(const JsonNode& node, Call&& call) {
  try {
    return call();
  } catch (const InputError& error) {
    throw error.within(node.path());
  }
}

template <class Description>
void read_placement(const JsonNode& node, Description& description) {
  if (const auto scale = node.find("scale")) {
    description.scale = scale->number();
    check_range(scale->path(), description.scale, 1e-9, 1e9);
  }
  if (const auto flip = node.find("flip")) description.flip = flip->boolean();
}

template <class Description>
TriangleMesh inline_mesh(const JsonNode& node, Description& description) {
  TriangleMesh mesh = scaled(read_triangles(node), description.scale);
  if (description.flip) mesh = flipped(std::move(mesh));
  // What is written out again is the mesh as it is used.
  description.scale = 1;
  description.flip = false;
  return mesh;
}

}  // namespace

TriangleMesh read_triangles(const JsonNode& node) {
  TriangleMesh mesh;
  const JsonNode vertices = node.at("vertices"), triangles = node.at("triangles");
  for (std::size_t i = 0, count = checked_size(vertices); i < count; ++i)
    mesh.vertices.push_back(vertices.item(i).vec3());
  for (std::size_t i = 0, count = checked_size(triangles); i < count; ++i) {
    const JsonNode triangle = triangles.item(i);
    if (triangle.array_size() != 3) {
      triangle.fail(fmt::format("has {} corners", triangle.array_size()), "give three vertices, numbered from 0");
    }
    std::array<int, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      corners[k] = triangle.item(k).integer();
      if (corners[k] >= 0 && corners[k] < int(mesh.vertices.size())) continue;
      triangle.item(k).fail(fmt::format("is {}", corners[k]),
                            fmt::format("there are {} vertices, numbered from 0", mesh.vertices.size()));
    }
    mesh.triangles.push_back(corners);
  }
  return mesh;
}

MeshDescription read_mesh(const JsonNode& node, MeshLibrary& library) {
  node.expect_object({"file", "vertices", "triangles", "scale", "flip", "cells"});
  MeshDescription mesh;
  const bool file = has_file(node);
  read_placement(node, mesh);
  if (const auto cells = node.find("cells")) {
    mesh.cells = cells->integer();
    check_range(cells->path(), mesh.cells, SolidMesh::kLeastCells, SolidMesh::kMostCells);
  }
  if (file) {
    mesh.file = node.at("file").text();
    at_field(node.at("file"), [&] { library.complete(mesh); });
  } else {
    const TriangleMesh given = inline_mesh(node, mesh);
    mesh.solid = at_field(node, [&] { return SolidMesh::make(given, mesh.cells); });
  }
  return mesh;
}

TerrainDescription read_terrain(const JsonNode& node, MeshLibrary& library) {
  node.expect_object({"file", "vertices", "triangles", "scale", "flip"});
  TerrainDescription terrain;
  const bool file = has_file(node);
  read_placement(node, terrain);
  if (file) {
    terrain.file = node.at("file").text();
    at_field(node.at("file"), [&] { library.complete(terrain); });
  } else {
    const TriangleMesh given = inline_mesh(node, terrain);
    terrain.surface = at_field(node, [&] { return std::make_shared<const TerrainSurface>(given); });
  }
  return terrain;
}

HeightFieldDescription read_height_field(const JsonNode& node) {
  node.expect_object({"size", "rows", "columns", "heights"});
  HeightFieldDescription field;
  const std::vector<double> size = node.at("size").numbers();
  if (size.size() != 2) node.at("size").fail(fmt::format("has {} entries", size.size()), "give [size_x, size_y] in m");
  field.size = Vec2(size[0], size[1]);
  field.rows = node.at("rows").integer();
  field.columns = node.at("columns").integer();
  const JsonNode heights = node.at("heights");
  checked_size(heights);
  field.heights = heights.numbers();
  return field;
}

}  // namespace stiction
