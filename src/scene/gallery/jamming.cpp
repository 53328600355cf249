// A wedge between two cheeks in a tube: wall friction holds all of it, or none.
#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

constexpr double kSlope = 0.2;  ///< of the faces between wedge and cheeks: horizontal over vertical
constexpr double kHalf = 0.1, kDepth = 0.1, kHeight = 0.1, kRaised = 0.01;  ///< tube, bodies; the wedge stands out, m
constexpr double kRailGap = 5e-4;  ///< from wedge to rail, m: more than it widens under its load

/// Half the width of the wedge at a height over the cheeks' feet, m.
double half_width(double z) { return 0.04 + kSlope * z; }

/// A prism along y over a quadrangle in the x-z plane, given by its width at two heights.
BodyDescription prism(const std::string& name, double z0, double left0, double right0, double z1, double left1,
                      double right1, const std::string& material) {
  std::vector<Vec3> points;
  for (const double y : {-kDepth / 2, kDepth / 2})
    for (const Vec3& p : {Vec3(left0, y, z0), Vec3(right0, y, z0), Vec3(left1, y, z1), Vec3(right1, y, z1)})
      points.push_back(p);
  return hull(name, points, material);
}

Scene build_jamming(const GalleryArguments& arguments) {
  Scene s = scene("jamming", "rubber", {arguments.number("mu"), 0, 1000});
  s.materials["oiled"] = {0, 0, 1000};  // between wedge and cheeks
  s.step = 0.002;
  s.duration = 2;
  for (const int side : {-1, 1}) {
    s.bodies.push_back(
        box(side < 0 ? "wall_left" : "wall_right", {0.02, 0.2, 4}, {side * (kHalf + 0.01), 0, -1.5}, "rubber"));
    s.bodies.back().fixed = true;
  }
  // Soft cheeks squeeze an oiled wedge out along the depth, once it is off the middle: nothing else would stop it.
  for (const int side : {-1, 1}) {
    s.bodies.push_back(box(side < 0 ? "rail_front" : "rail_back", {0.01, 0.01, 4},
                           {0, side * (kDepth / 2 + kRailGap + 0.005), -1.5}, "oiled"));
    s.bodies.back().fixed = true;
  }
  // Carries the cheeks, not the wedge, and is taken away.
  BodyDescription piston = box("piston", {2 * kHalf - 0.002, kDepth, 0.02}, {0, 0, -0.01}, "oiled");
  piston.fixed = true;
  piston.motion.emplace().keyframes = {{0, {0, 0, -0.01}}, {0.5, {0, 0, -0.01}}, {1, {0, 0, -2}}, {10, {0, 0, -60}}};
  piston.motion->interpolation = "linear";
  s.bodies.push_back(piston);
  const double low = half_width(0), high = half_width(kHeight);
  BodyDescription bodies[] = {prism("wedge", kRaised, -half_width(kRaised), half_width(kRaised), kRaised + kHeight,
                                    -half_width(kRaised + kHeight), half_width(kRaised + kHeight), "oiled"),
                              prism("cheek_left", 0, -kHalf, -low, kHeight, -kHalf, -high, "rubber"),
                              prism("cheek_right", 0, low, kHalf, kHeight, high, kHalf, "rubber")};
  bodies[0].mass = arguments.number("load");
  for (BodyDescription& body : bodies) {
    if (const std::string model = arguments.word("model"); model != "rigid") {
      ElasticDescription elastic = elastic_like(model);
      elastic.youngs_modulus = arguments.number("youngs_modulus");
      elastic.stiffness_damping = 0.002;
      elastic.size = 0.02;
      body.elastic = elastic;
    }
    s.bodies.push_back(body);
  }
  return s;
}

}  // namespace

GalleryEntry jamming() {
  return {"jamming",
          "A wedge spreads two cheeks in a tube; with enough friction at the walls they jam, else all falls.",
          {choice("model", "of wedge and cheeks", {"modal", "tetrahedral", "stvk", "rigid"}), friction(0.4),
           number("load", "mass of the wedge", "kg", 4, 0.1, 1000),
           number("youngs_modulus", "of wedge and cheeks", "Pa", 1e6, 1e4, 1e10)},
          build_jamming};
}

}  // namespace stiction::gallery_entries
