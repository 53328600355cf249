// Stanford bunnies fall into a bin, or slide down a ramp into arches: bunnies, bunny_arches.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>

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

/// The bunny, or the mesh that `file` names, `size` long.
MeshDescription bunny_shape(const GalleryArguments& arguments) {
  MeshDescription shape;
  shape.file = arguments.word("file").empty() ? find_bunny() : arguments.word("file");
  if (shape.file.empty()) {
    throw InputError(
        "file", "there is no build/data/bunny.obj in this folder or above it",
        "get it with tools/fetch_bunny.sh (needs npm), set STICTION_DATA to its folder, or name any closed "
        "mesh with file=...");
  }
  // 10 units of the model are 10 cm: scale 1 would be a bunny of 10 m.
  shape.scale = arguments.number("size") / 9.907325;
  shape.cells = arguments.integer("cells");
  MeshLibrary(".").complete(shape);
  return shape;
}

std::vector<GalleryParameter> bunny_parameters(double size) {
  return {number("size", "length of a bunny", "m", size, 0.001, 100),
          whole("cells", "cells of the distance field along the bunny", SolidMesh::kDefaultCells,
                SolidMesh::kLeastCells, SolidMesh::kMostCells),
          whole("seed", "seed of the orientations", 1, 0, 1000000000),
          text("file", "mesh file instead of the bunny; empty: the bunny", "")};
}

Scene build_bunnies(const GalleryArguments& arguments) {
  const MeshDescription shape = bunny_shape(arguments);
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

double highest_point(const BodyDescription& hull) {
  double top = -std::numeric_limits<double>::infinity();
  for (const Vec3& p : std::get<ConvexDescription>(hull.shape).points)
    top = std::max(top, (hull.position + hull.rotation * p).z());
  return top;
}

/// Semicircular arches one behind the other, across the way of what comes down the ramp along x: each has a leg in the
/// way of one group. Their stones stand on the floor.
void add_arches(Scene& s, int count, double x) {
  const Scene arch = build_gallery_scene(
      "arch", {{"kind", "semicircle"}, {"span", 2}, {"stones", 15}, {"thickness_ratio", 0.2}, {"depth", 0.4}});
  double lowest = 0;  // of the arch above its floor
  for (const BodyDescription& body : arch.bodies)
    if (body.name == "springer_left") lowest = highest_point(body);
  for (int i = 0; i < count; ++i) {
    for (BodyDescription body : arch.bodies) {
      if (!body.name.starts_with("stone")) continue;
      body.name = numbered("arch", i, count) + "_" + body.name;
      // Its plane turned across x.
      const Quat turn(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitZ()));
      body.position = turn * body.position + Vec3(x + 1.2 * i, i % 2 == 0 ? 0.7 : -0.7, -lowest);
      body.rotation = turn * body.rotation;
      s.bodies.push_back(std::move(body));
    }
  }
}

Scene build_bunny_arches(const GalleryArguments& arguments) {
  const MeshDescription shape = bunny_shape(arguments);
  Scene s = scene("bunny_arches", "stone", {0.5, 0, 2000});
  s.duration = 6;
  s.materials["red"] = {0.4, 0, 1000};
  s.materials["blue"] = {0.1, 0, 1000};
  s.materials["ground"] = {0.5, 0, 1000};
  // The coefficients are the bunnies', whatever they slide on.
  for (const char* other : {"stone", "ground"}) {
    s.contact_pairs.push_back({"red", other, 0.4, {}});
    s.contact_pairs.push_back({"blue", other, 0.1, {}});
  }
  s.bodies.push_back(floor("ground"));
  constexpr double length = 4, thick = 0.1;
  const double angle = radians(arguments.number("angle"));
  // Its upper face ends at the floor, at x = 0.
  BodyDescription ramp = box("ramp", {length, 3, thick}, Vec3::Zero(), "ground");
  ramp.rotation = about_y(angle);
  ramp.position = Vec3(-length / 2 * std::cos(angle), 0, length / 2 * std::sin(angle)) -
                  thick / 2 * Vec3(std::sin(angle), 0, std::cos(angle));
  ramp.fixed = true;
  s.bodies.push_back(ramp);
  add_arches(s, arguments.integer("arches"), 1.6);

  const int count = arguments.integer("count");
  const std::string model = arguments.word("model");
  const double cell = 1.05 * shape.solid->box().diagonal().norm();
  const Vec3 middle = shape.solid->box().center();
  Random random(static_cast<std::uint64_t>(arguments.number("seed")));
  for (int group = 0; group < 2; ++group)
    for (int i = 0; i < count; ++i) {
      const std::string colour = group == 0 ? "red" : "blue";
      const double x = -0.75 * length * std::cos(angle) + cell * (i / 2 % 2);
      const Vec3 centre(x, (group == 0 ? -1 : 1) * cell * (0.55 + i % 2),
                        -x * std::tan(angle) + cell * (0.6 + (i / 4) * 1.0));
      const Quat rotation = random.rotation();
      s.bodies.push_back(mesh(numbered(colour, i, count), shape, centre - rotation * middle, colour));
      s.bodies.back().rotation = rotation;
      if (model == "rigid") continue;
      ElasticDescription elastic = elastic_like(model);
      elastic.youngs_modulus = arguments.number("youngs_modulus");
      elastic.stiffness_damping = 0.002;
      elastic.size = arguments.number("size") / 8;
      s.bodies.back().elastic = elastic;
    }
  return s;
}

}  // namespace

GalleryEntry bunny_arches() {
  std::vector<GalleryParameter> parameters = bunny_parameters(0.5);
  for (const GalleryParameter& p :
       {whole("count", "bunnies in each of the two groups", 4, 1, 100), whole("arches", "number of arches", 2, 0, 10),
        number("angle", "of the ramp", "deg", 30, 5, 60), choice("model", "of the bunnies", {"stvk", "modal", "rigid"}),
        number("youngs_modulus", "of the bunnies", "Pa", 1e5, 1e4, 1e10)})
    parameters.push_back(p);
  return {"bunny_arches",
          "Two groups of soft bunnies, rough and slippery, slide down a ramp into stone arches (needs the model).",
          std::move(parameters), build_bunny_arches, [] { return !find_bunny().empty(); }};
}

GalleryEntry bunnies() {
  std::vector<GalleryParameter> parameters = bunny_parameters(0.1);
  for (const GalleryParameter& p : {whole("count", "number of bunnies", 20, 1, 20000),
                                    whole("across", "bunnies along a side of the bin", 3, 1, 1000),
                                    number("drop", "height of the lowest bunnies above the floor", "m", 0, 0, 100),
                                    friction(0.5), restitution(0), density(1000)})
    parameters.push_back(p);
  return {"bunnies", "Stanford bunnies drop into a bin and pile up (needs the model: tools/fetch_bunny.sh).",
          std::move(parameters), build_bunnies, [] { return !find_bunny().empty(); }};
}

}  // namespace stiction::gallery_entries
