// Boxes of random size and orientation fall into a bin.
#include <algorithm>
#include <cmath>

#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"
#include "stiction/scene/gallery/random.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

Scene build_pile(const GalleryArguments& arguments) {
  constexpr double smallest = 0.14, largest = 0.26;  // m, edges
  const double cell = largest * std::sqrt(3.0);      // holds a box in any orientation
  const int count = arguments.integer("count");
  const double width = arguments.number("width");
  const int across = static_cast<int>(std::floor(width / cell));
  Scene s =
      scene("pile", "block", {arguments.number("mu"), arguments.number("restitution"), arguments.number("density")});
  s.bodies.push_back(floor("block"));
  add_walls(s, width, "block");
  Random random(static_cast<std::uint64_t>(arguments.number("seed")));
  for (int i = 0; i < count; ++i) {
    const int column = i % across, row = i / across % across, layer = i / (across * across);
    const Vec3 centre(cell * (column - 0.5 * (across - 1)), cell * (row - 0.5 * (across - 1)), cell * (layer + 0.5));
    s.bodies.push_back(box(numbered("box", i, count), random.in_box(smallest, largest), centre, "block"));
    s.bodies.back().rotation = random.rotation();
  }
  return s;
}

}  // namespace

GalleryEntry pile() {
  return {"pile",
          "Boxes of many sizes tumble into a bin and come to rest in a heap.",
          {whole("count", "number of boxes", 50, 1, 20000),
           whole("seed", "seed of sizes and orientations", 1, 0, 1000000000),
           number("width", "inner width of the square bin", "m", 2, 0.5, 100), friction(0.5), restitution(0),
           density(1000)},
          build_pile};
}

}  // namespace stiction::gallery_entries
