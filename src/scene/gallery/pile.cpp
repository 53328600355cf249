// Boxes, or bodies of many kinds, of random size and orientation fall into a bin: pile, container, mixed.
#include <algorithm>
#include <cmath>

#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"
#include "stiction/scene/gallery/random.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

constexpr double kSmallest = 0.14, kLargest = 0.26;  // m, edges

/// Boxes in layers over a square bin, each in a cell that holds it in any orientation.
Scene falling_boxes(const std::string& name, const GalleryArguments& arguments, double width) {
  const double cell = kLargest * std::sqrt(3.0);
  const int count = arguments.integer("count");
  const int across = static_cast<int>(std::floor(width / cell));
  Scene s =
      scene(name, "block", {arguments.number("mu"), arguments.number("restitution"), arguments.number("density")});
  s.bodies.push_back(floor("block"));
  add_walls(s, width, "block");
  Random random(static_cast<std::uint64_t>(arguments.number("seed")));
  for (int i = 0; i < count; ++i) {
    const int column = i % across, row = i / across % across, layer = i / (across * across);
    const Vec3 centre(cell * (column - 0.5 * (across - 1)), cell * (row - 0.5 * (across - 1)), cell * (layer + 0.5));
    s.bodies.push_back(box(numbered("box", i, count), random.in_box(kSmallest, kLargest), centre, "block"));
    s.bodies.back().rotation = random.rotation();
  }
  return s;
}

Scene build_pile(const GalleryArguments& arguments) {
  return falling_boxes("pile", arguments, arguments.number("width"));
}

/// A heap of twice the length in every direction has eight times the boxes: about 0.4 times as high as wide.
Scene build_container(const GalleryArguments& arguments) {
  return falling_boxes("container", arguments, 1.5 * std::cbrt(arguments.integer("count") / 100.0));
}

/// One of six kinds, none larger than `size` (m) across.
ShapeDescription random_shape(int kind, double size, Random& random) {
  switch (kind) {
    case 0:
      return SphereDescription{0.4 * size};
    case 1:
      return CapsuleDescription{0.22 * size, 0.5 * size};
    case 2:
      return CylinderDescription{0.35 * size, 0.6 * size};
    case 3:
      return ConeDescription{0.35 * size, 0.7 * size};
    case 4: {
      ConvexDescription convex;
      for (int i = 0; i < 12; ++i) convex.points.push_back(0.5 * size * random.in_box(-1, 1).normalized());
      return convex;
    }
    default:
      return BoxDescription{random.in_box(0.4 * size, 0.57 * size)};
  }
}

Scene build_mixed(const GalleryArguments& arguments) {
  const double cell = 1.05 * kLargest, width = 4 * cell;
  const int count = arguments.integer("count"), across = 4;
  Scene s =
      scene("mixed", "block", {arguments.number("mu"), arguments.number("restitution"), arguments.number("density")});
  s.duration = 4;
  s.bodies.push_back(floor("block"));
  add_walls(s, width, "block");
  Random random(static_cast<std::uint64_t>(arguments.number("seed")));
  for (int i = 0; i < count; ++i) {
    const int column = i % across, row = i / across % across, layer = i / (across * across);
    BodyDescription body;
    body.name = numbered("body", i, count);
    body.material = "block";
    body.shape = random_shape(i % 6, kLargest, random);
    body.position = {cell * (column - 0.5 * (across - 1)), cell * (row - 0.5 * (across - 1)), cell * (layer + 0.5)};
    body.rotation = random.rotation();
    s.bodies.push_back(std::move(body));
  }
  return s;
}

}  // namespace

GalleryEntry mixed() {
  return {
      "mixed",
      "Balls, capsules, cylinders, cones, boxes and lumps tumble into a bin and come to rest.",
      {whole("count", "number of bodies", 60, 1, 20000),
       whole("seed", "seed of sizes and orientations", 1, 0, 1000000000), friction(0.5), restitution(0), density(1000)},
      build_mixed};
}

GalleryEntry pile() {
  return {"pile",
          "Boxes of many sizes tumble into a bin and come to rest in a heap.",
          {whole("count", "number of boxes", 50, 1, 20000),
           whole("seed", "seed of sizes and orientations", 1, 0, 1000000000),
           number("width", "inner width of the square bin", "m", 2, 0.5, 100), friction(0.5), restitution(0),
           density(1000)},
          build_pile};
}

GalleryEntry container() {
  return {
      "container",
      "A pile whose bin grows with the number of boxes, so that heaps of all sizes have the same shape.",
      {whole("count", "number of boxes", 100, 4, 20000),
       whole("seed", "seed of sizes and orientations", 1, 0, 1000000000), friction(0.5), restitution(0), density(1000)},
      build_container};
}

}  // namespace stiction::gallery_entries
