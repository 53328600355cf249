#include "stiction/scene/mesh_library.h"

#include <filesystem>

#include "stiction/common/error.h"
#include "stiction/geometry/mesh/mesh_files.h"
#include "stiction/scene/text_file.h"

namespace stiction {
namespace {

TriangleMesh prepared(TriangleMesh mesh, double scale, bool flip) {
  mesh = scaled(std::move(mesh), scale);
  return flip ? flipped(std::move(mesh)) : mesh;
}

/// Runs `call`; its InputError is told as one of the file.
template <class Call>
auto within(const std::string& path, Call&& call) {
  try {
    return call();
  } catch (const InputError& error) {
    throw error.within(path);
  }
}

}  // namespace

std::string MeshLibrary::path_of(const std::string& file) const {
  return std::filesystem::absolute(std::filesystem::path(directory_) / file).lexically_normal().string();
}

std::vector<Vec3> MeshLibrary::obj_points(const std::string& file) {
  const std::string path = (std::filesystem::path(directory_) / file).string();
  const std::string text = read_text_file(path);
  const std::vector<Vec3> points = within(path, [&] { return obj_vertices(text); });
  if (points.empty()) throw InputError(path, "holds no vertices", "give an OBJ file with lines: v x y z");
  return points;
}

const TriangleMesh& MeshLibrary::load(const std::string& path) {
  const auto known = files_.find(path);
  if (known != files_.end()) return known->second;
  const std::string bytes = read_text_file(path);
  return files_.emplace(path, within(path, [&] { return mesh_from_file(path, bytes); })).first->second;
}

void MeshLibrary::complete(MeshDescription& mesh) {
  mesh.file = path_of(mesh.file);
  auto& solid = solids_[{mesh.file, mesh.scale, mesh.flip, mesh.cells}];
  if (!solid) {
    const TriangleMesh& loaded = load(mesh.file);
    solid = within(mesh.file, [&] { return SolidMesh::make(prepared(loaded, mesh.scale, mesh.flip), mesh.cells); });
  }
  mesh.solid = solid;
}

const TriangleMesh& MeshLibrary::control_mesh(std::string& file) {
  file = path_of(file);
  return load(file);
}

void MeshLibrary::complete(TerrainDescription& terrain) {
  terrain.file = path_of(terrain.file);
  const TriangleMesh& loaded = load(terrain.file);
  terrain.surface = within(terrain.file, [&] {
    return std::make_shared<const TerrainSurface>(prepared(loaded, terrain.scale, terrain.flip));
  });
}

}  // namespace stiction
