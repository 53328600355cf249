// A brick wall in running bond.
#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

constexpr double length = 0.4, depth = 0.2, height = 0.2;  // m, of a whole brick
constexpr double clearance = 0.001;                        // m, between the bricks of a row

/// Ends of the bricks of one row. Every second row starts and ends with a half brick, so that the joints of a row
/// lie over the middle of the bricks below.
std::vector<std::pair<double, double>> row_bricks(int columns, bool shifted) {
  constexpr double pitch = length + clearance, half = (length - clearance) / 2;
  const double left = -(columns * pitch - clearance) / 2;
  std::vector<std::pair<double, double>> bricks;
  if (!shifted) {
    for (int i = 0; i < columns; ++i) bricks.emplace_back(left + i * pitch, left + i * pitch + length);
    return bricks;
  }
  bricks.emplace_back(left, left + half);
  for (int i = 0; i + 1 < columns; ++i) {
    const double start = left + half + clearance + i * pitch;
    bricks.emplace_back(start, start + length);
  }
  bricks.emplace_back(-left - half, -left);
  return bricks;
}

Scene build_wall(const GalleryArguments& arguments) {
  const int rows = arguments.integer("rows"), columns = arguments.integer("columns");
  Scene s = scene("wall", "brick", {arguments.number("mu"), 0, arguments.number("density")});
  s.bodies.push_back(floor("brick"));
  for (int row = 0; row < rows; ++row) {
    int index = 0;
    for (const auto& [start, end] : row_bricks(columns, row % 2 == 1)) {
      const std::string name = numbered("row", row, rows) + "_" + numbered("brick", index++, columns + 1);
      s.bodies.push_back(
          box(name, {end - start, depth, height}, {(start + end) / 2, 0, height * (row + 0.5)}, "brick"));
    }
  }
  if (arguments.flag("hit")) {
    constexpr double block = 0.3, distance = 1, speed = 6;  // m, m, m/s
    s.materials["block"] = {arguments.number("mu"), 0, 1000};
    s.bodies.push_back(box("thrown", Vec3::Constant(block),
                           {0.03, -depth / 2 - distance - block / 2, 0.6 * rows * height + block}, "block"));
    s.bodies.back().velocity = {0, speed, 0};
  }
  return s;
}

}  // namespace

GalleryEntry wall() {
  return {"wall",
          "A dry brick wall, every joint over the middle of the brick below.",
          {whole("rows", "rows of bricks", 6, 1, 200), whole("columns", "bricks side by side", 6, 1, 200),
           friction(0.6), density(2000), flag("hit", "1: a block of 27 kg is thrown at the wall with 6 m/s")},
          build_wall};
}

}  // namespace stiction::gallery_entries
