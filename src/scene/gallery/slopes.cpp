// One body on a plane: incline, slide, puck.
#include <cmath>

#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

/// Upright prism over a regular polygon, centred on its axis' middle; an edge of the polygon faces +x.
ConvexDescription regular_prism(int sides, double diameter, double height) {
  ConvexDescription convex;
  for (const double z : {-height / 2, height / 2}) {
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * std::numbers::pi * (i + 0.5) / sides;
      convex.points.emplace_back(diameter / 2 * std::cos(angle), diameter / 2 * std::sin(angle), z);
    }
  }
  return convex;
}

Scene build_incline(const GalleryArguments& arguments) {
  const double angle = radians(arguments.number("angle"));
  const double width = arguments.number("width"), height = arguments.number("height");
  Scene s = scene("incline", "block", {arguments.number("mu"), 0, arguments.number("density")});
  // The slope itself is tilted and falls towards +x; gravity stays vertical.
  const Vec3 normal(std::sin(angle), 0, std::cos(angle));
  s.bodies.push_back(floor("block"));
  s.bodies.back().name = "slope";
  s.bodies.back().shape = HalfSpaceDescription{normal, 0};
  BodyDescription body = box("body", {width, arguments.number("depth"), height}, height / 2 * normal, "block");
  if (arguments.word("shape") == "prism") body.shape = regular_prism(arguments.integer("sides"), width, height);
  body.rotation = about_y(angle);
  s.bodies.push_back(std::move(body));
  return s;
}

Scene sliding_cube(const std::string& name, const std::string& material, double mu, double speed, double heading) {
  constexpr double size = 0.2;
  Scene s = scene(name, material, {mu, 0, 1000});
  s.bodies.push_back(floor(material));
  s.bodies.push_back(box("cube", Vec3::Constant(size), {0, 0, size / 2}, material));
  s.bodies.back().velocity = speed * Vec3(std::cos(heading), std::sin(heading), 0);
  return s;
}

Scene build_slide(const GalleryArguments& arguments) {
  Scene s = sliding_cube("slide", "block", arguments.number("mu"), arguments.number("speed"),
                         radians(arguments.number("heading")));
  s.step = 0.001;
  s.duration = 2;
  return s;
}

Scene build_puck(const GalleryArguments& arguments) {
  return sliding_cube("puck", "ice", 0, arguments.number("speed"), radians(arguments.number("heading")));
}

GalleryParameter speed(double default_value) {
  return number("speed", "speed at the start", "m/s", default_value, 0, 1000);
}
GalleryParameter heading() {
  return number("heading", "direction of motion from the x axis; the cube is not turned with it", "deg", 0, -360, 360);
}

}  // namespace

GalleryEntry incline() {
  return {"incline",
          "A block stands on a slope: it sticks, slides or topples.",
          {number("angle", "slope", "deg", 25, 0, 89), choice("shape", "shape of the block", {"box", "prism"}),
           number("width", "extent along the slope; diameter over the corners of a prism", "m", 0.2, 0.001, 100),
           number("height", "extent away from the slope", "m", 0.2, 0.001, 100),
           number("depth", "extent of a box across the slope", "m", 0.2, 0.001, 100),
           whole("sides", "sides of a prism", 32, 3, 512), friction(0.5), density(1000)},
          build_incline};
}

GalleryEntry slide() {
  return {"slide",
          "A cube slides over the floor until friction has stopped it.",
          {speed(2), heading(), friction(0.3)},
          build_slide};
}

GalleryEntry puck() {
  return {"puck", "A cube slides without friction and never slows down.", {speed(3), heading()}, build_puck};
}

}  // namespace stiction::gallery_entries
