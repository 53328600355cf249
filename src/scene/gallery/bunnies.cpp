// Stanford bunnies fall into a bin.
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "stiction/common/error.h"
#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"
#include "stiction/scene/gallery/random.h"
#include "stiction/scene/mesh_library.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;
namespace fs = std::filesystem;

/// The folder that STICTION_DATA names, else build/data beside or above the working folder; empty if it is nowhere.
std::string find_bunny() {
  std::error_code ignored;
  if (const char* folder = std::getenv("STICTION_DATA")) {
    const fs::path file = fs::path(folder) / "bunny.obj";
    return fs::is_regular_file(file, ignored) ? file.string() : "";
  }
  for (fs::path folder = fs::current_path(ignored); !folder.empty(); folder = folder.parent_path()) {
    const fs::path file = folder / "build" / "data" / "bunny.obj";
    if (fs::is_regular_file(file, ignored)) return file.string();
    if (folder == folder.root_path()) break;
  }
  return "";
}

Scene build_bunnies(const GalleryArguments& arguments) {
  MeshDescription shape;
  shape.file = arguments.word("file").empty() ? find_bunny() : arguments.word("file");
  if (shape.file.empty()) {
    throw InputError(
        "file", "there is no build/data/bunny.obj in this folder or above it",
        "get it with tools/fetch_bunny.sh (needs npm), set STICTION_DATA to its folder, or name any closed "
        "mesh with file=...");
  }
  // 10 units of the model are 10 cm: scale 1 would be a bunny of 10 m.
  const double size = arguments.number("size");
  shape.scale = size / 9.907325;
  shape.cells = arguments.integer("cells");
  MeshLibrary(".").complete(shape);

  const int count = arguments.integer("count"), across = arguments.integer("across");
  const double cell = 1.05 * shape.solid->box().diagonal().norm();
  const Vec3 middle = shape.solid->box().center();
  Scene s =
      scene("bunnies", "clay", {arguments.number("mu"), arguments.number("restitution"), arguments.number("density")});
  s.duration = 4;
  s.bodies.push_back(floor("clay"));
  add_walls(s, across * cell, "clay");
  Random random(static_cast<std::uint64_t>(arguments.number("seed")));
  for (int i = 0; i < count; ++i) {
    const int column = i % across, row = i / across % across, layer = i / (across * across);
    const Vec3 centre(cell * (column - 0.5 * (across - 1)), cell * (row - 0.5 * (across - 1)),
                      arguments.number("drop") + cell * (layer + 0.5));
    const Quat rotation = random.rotation();
    s.bodies.push_back(mesh(numbered("bunny", i, count), shape, centre - rotation * middle, "clay"));
    s.bodies.back().rotation = rotation;
  }
  return s;
}

}  // namespace

GalleryEntry bunnies() {
  return {"bunnies",
          "Stanford bunnies drop into a bin and pile up (needs the model: tools/fetch_bunny.sh).",
          {whole("count", "number of bunnies", 20, 1, 20000),
           whole("across", "bunnies along a side of the bin", 3, 1, 1000),
           number("size", "length of a bunny", "m", 0.1, 0.001, 100),
           number("drop", "height of the lowest bunnies above the floor", "m", 0, 0, 100),
           whole("cells", "cells of the distance field along the bunny", SolidMesh::kDefaultCells,
                 SolidMesh::kLeastCells, SolidMesh::kMostCells),
           whole("seed", "seed of the orientations", 1, 0, 1000000000), friction(0.5), restitution(0), density(1000),
           text("file", "mesh file instead of the bunny; empty: the bunny", "")},
          build_bunnies,
          [] { return !find_bunny().empty(); }};
}

}  // namespace stiction::gallery_entries
