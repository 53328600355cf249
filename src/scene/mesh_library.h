// Mesh files of one scene: each is read once, and bodies with the same mesh share it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "stiction/geometry/mesh/triangle_mesh.h"
#include "stiction/scene/scene.h"

namespace stiction {

class MeshLibrary {
 public:
  /// File names are relative to `directory`.
  explicit MeshLibrary(std::string directory) : directory_(std::move(directory)) {}

  /// The vertices of an OBJ file. Throws InputError that names the file.
  std::vector<Vec3> obj_points(const std::string& file);

  /// Fills `solid` (or `surface`) from `file`, `scale`, `flip` and `cells`, and makes the file's path absolute, so that
  /// it is found from anywhere. Throws InputError that names the file and the place in it.
  void complete(MeshDescription& mesh);
  void complete(TerrainDescription& terrain);
  /// The triangles of `file` as they are; makes its path absolute. Throws InputError that names the file.
  const TriangleMesh& control_mesh(std::string& file);

 private:
  std::string path_of(const std::string& file) const;
  const TriangleMesh& load(const std::string& path);

  std::string directory_;
  std::map<std::string, TriangleMesh> files_;
  std::map<std::tuple<std::string, double, bool, int>, std::shared_ptr<const SolidMesh>> solids_;
};

}  // namespace stiction
