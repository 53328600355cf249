// Cubes on cubes: stack, mass_ratio, pyramid.
#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

GalleryParameter cube_size() { return number("size", "edge of a cube", "m", 0.2, 0.001, 100); }

Scene build_stack(const GalleryArguments& arguments) {
  const int count = arguments.integer("count");
  const double size = arguments.number("size");
  Scene s = scene("stack", "block", {arguments.number("mu"), 0, arguments.number("density")});
  s.bodies.push_back(floor("block"));
  for (int i = 0; i < count; ++i) {
    s.bodies.push_back(box(numbered("cube", i, count), Vec3::Constant(size), {0, 0, size * (i + 0.5)}, "block"));
  }
  return s;
}

Scene build_mass_ratio(const GalleryArguments& arguments) {
  const double size = arguments.number("size");
  Scene s = scene("mass_ratio", "block", {arguments.number("mu"), 0, 1000});
  s.bodies.push_back(floor("block"));
  s.bodies.push_back(box("light", Vec3::Constant(size), {0, 0, 0.5 * size}, "block"));
  s.bodies.back().mass = 1;
  s.bodies.push_back(box("heavy", Vec3::Constant(size), {0, 0, 1.5 * size}, "block"));
  s.bodies.back().mass = arguments.number("ratio");
  return s;
}

Scene build_pyramid(const GalleryArguments& arguments) {
  const int base = arguments.integer("base");
  const double size = arguments.number("size");
  const double pitch = size + arguments.number("clearance");
  Scene s = scene("pyramid", "block", {arguments.number("mu"), 0, arguments.number("density")});
  s.bodies.push_back(floor("block"));
  const int count = base * (base + 1) / 2;
  int index = 0;
  for (int row = 0; row < base; ++row) {
    const int cubes = base - row;
    for (int i = 0; i < cubes; ++i) {
      const Vec3 centre(pitch * (i - 0.5 * (cubes - 1)), 0, size * (row + 0.5));
      s.bodies.push_back(box(numbered("cube", index++, count), Vec3::Constant(size), centre, "block"));
    }
  }
  return s;
}

}  // namespace

GalleryEntry stack() {
  return {"stack",
          "A tower of equal cubes, one on top of the other.",
          {whole("count", "number of cubes", 10, 1, 2000), cube_size(), friction(0.5), density(1000)},
          build_stack};
}

GalleryEntry mass_ratio() {
  return {"mass_ratio",
          "A heavy cube rests on a cube of 1 kg.",
          {number("ratio", "mass of the upper cube over that of the lower", "", 1000, 1e-6, 1e6), cube_size(),
           friction(0.5)},
          build_mass_ratio};
}

GalleryEntry pyramid() {
  return {"pyramid",
          "A flat pyramid of cubes, each resting on two below.",
          {whole("base", "number of cubes in the lowest row", 8, 1, 100), cube_size(),
           number("clearance", "gap between the cubes of a row", "m", 0.02, 1e-4, 10), friction(0.5), density(1000)},
          build_pyramid};
}

}  // namespace stiction::gallery_entries
