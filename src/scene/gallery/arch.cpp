// A masonry arch of wedge stones between two fixed springers.
#include <algorithm>
#include <cmath>

#include "stiction/common/error.h"
#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

constexpr double springer_height = 0.5;  // m, of the lowest corner of the arch above the floor

/// The line in the arch's plane (x, z) along which two stones meet: perpendicular to the centre line.
struct Joint {
  Vec2 inner, outer;
};

/// A point of the centre line and the outward unit normal there.
struct CentreLinePoint {
  Vec2 point, normal;
};

/// Parameter c of the catenary z = c cosh(x/c) that rises by `rise` over `half_span`.
double catenary_parameter(double half_span, double rise) {
  // With u = half_span/c: (cosh u - 1)/u = rise/half_span, whose left side grows with u. Bisection to the last bit.
  double low = 0, high = 20;
  for (double middle = 10; middle != low && middle != high; middle = (low + high) / 2) {
    ((std::cosh(middle) - 1) / middle < rise / half_span ? low : high) = middle;
  }
  return half_span / high;
}

/// Under its own weight an arch of constant thickness carries its thrust along a catenary. Stones of equal arc length.
std::vector<CentreLinePoint> catenary(double half_span, double rise, int stones) {
  const double c = catenary_parameter(half_span, rise);
  const double half_length = c * std::sinh(half_span / c);
  std::vector<CentreLinePoint> line;
  for (int i = 0; i <= stones; ++i) {
    const double s = half_length * (2.0 * i - stones) / stones;  // arc length from the crown
    const double slope = s / c, secant = std::hypot(1, slope);   // sinh(x/c), cosh(x/c)
    line.push_back({{c * std::asinh(slope), rise + c - c * secant}, Vec2(slope, 1) / secant});
  }
  return line;
}

std::vector<CentreLinePoint> semicircle(double radius, int stones) {
  std::vector<CentreLinePoint> line;
  for (int i = 0; i <= stones; ++i) {
    // Measured from the crown, so that both halves mirror each other to the last bit.
    const double angle = std::numbers::pi / 2 * (2.0 * i - stones) / stones;
    const Vec2 normal(std::sin(angle), 2 * std::abs(angle) == std::numbers::pi ? 0 : std::cos(angle));
    line.push_back({radius * normal, normal});
  }
  return line;
}

/// The prism over a polygon of the arch's plane, centred on y = 0. In several slices side by side it is the same body,
/// but every slice has contacts of its own.
BodyDescription prism(const std::string& name, const std::vector<Vec2>& polygon, double depth, int slices = 1) {
  const auto points = [&](double from, double to) {
    std::vector<Vec3> out;
    for (const double y : {from, to}) {
      for (const Vec2& p : polygon) out.emplace_back(p.x(), y, p.y());
    }
    return out;
  };
  BodyDescription body = hull(name, points(-depth / 2, depth / 2), "stone");
  if (slices == 1) return body;
  CompoundDescription compound;
  for (int i = 0; i < slices; ++i) {
    ConvexDescription slice;
    slice.points = points(depth * i / slices - depth / 2, depth * (i + 1) / slices - depth / 2);
    for (Vec3& p : slice.points) p -= body.position;
    compound.parts.push_back({slice});
  }
  body.shape = std::move(compound);
  return body;
}

/// A block on the floor whose upper face is the end joint, with a foot wider on the outside.
BodyDescription springer(const std::string& name, const Joint& joint, double outwards, double depth) {
  const Vec2 inner_foot(joint.inner.x(), 0), outer_foot(joint.outer.x() + outwards * springer_height, 0);
  BodyDescription body = prism(name, {joint.inner, joint.outer, outer_foot, inner_foot}, depth);
  body.fixed = true;
  return body;
}

std::vector<Joint> joints(const std::vector<CentreLinePoint>& line, double thickness) {
  const double lowest = line.front().point.y() - thickness / 2 * line.front().normal.y();
  const Vec2 lift(0, springer_height - lowest);
  std::vector<Joint> out;
  for (const CentreLinePoint& at : line) {
    out.push_back({at.point + lift - thickness / 2 * at.normal, at.point + lift + thickness / 2 * at.normal});
  }
  return out;
}

/// Blocks of 27 kg that come one after the other: from the left towards `foot`, and from above the crown.
void add_blocks(Scene& s, const GalleryArguments& arguments, const Vec3& foot, double crown) {
  constexpr double block = 0.3, distance = 1;  // m
  const int thrown = arguments.integer("hit"), dropped = arguments.integer("drop");
  s.materials["block"] = {arguments.number("mu"), 0, 1000};
  const auto name = [](const std::string& stem, int i, int count) {
    return count == 1 ? stem : numbered(stem, i, count);
  };
  for (int i = 0; i < thrown; ++i) {
    s.bodies.push_back(
        box(name("thrown", i, thrown), Vec3::Constant(block), foot - Vec3((i + 1) * distance, 0, 0), "block"));
    s.bodies.back().velocity = {arguments.number("speed"), 0, 0};
  }
  for (int i = 0; i < dropped; ++i) {
    s.bodies.push_back(box(name("dropped", i, dropped), Vec3::Constant(block),
                           {0, 0, crown + (i + 1) * distance + block / 2}, "block"));
  }
}

Scene build_arch(const GalleryArguments& arguments) {
  const int stones = arguments.integer("stones");
  const double half_span = arguments.number("span") / 2, depth = arguments.number("depth");
  const double thickness = arguments.number("thickness_ratio") * half_span;
  const bool is_catenary = arguments.word("kind") == "catenary";
  const double rise = is_catenary ? arguments.number("rise") : half_span;
  if (rise < 0.05 * half_span || rise > 10 * half_span) {
    throw InputError("rise", "is out of proportion to the span", "give a rise from 0.025 to 5 times the span");
  }
  if (is_catenary && thickness / 2 >= catenary_parameter(half_span, rise)) {
    throw InputError("thickness_ratio", "is too large for the tight bend at the crown",
                     "give thinner stones or a smaller rise");
  }

  const auto line = is_catenary ? catenary(half_span, rise, stones) : semicircle(half_span, stones);
  const std::vector<Joint> joint = joints(line, thickness);
  Scene s = scene("arch", "stone", {arguments.number("mu"), 0, arguments.number("density")});
  s.bodies.push_back(floor("stone"));
  s.bodies.push_back(springer("springer_left", joint.front(), -1, depth));
  s.bodies.push_back(springer("springer_right", joint.back(), 1, depth));
  for (std::size_t i = 0; i + 1 < joint.size(); ++i) {
    s.bodies.push_back(prism(numbered("stone", static_cast<int>(i), stones),
                             {joint[i].inner, joint[i].outer, joint[i + 1].outer, joint[i + 1].inner}, depth,
                             arguments.integer("slices")));
  }

  double crown = 0;
  for (const Joint& j : joint) crown = std::max(crown, j.outer.y());
  const Vec3 foot(joint.front().outer.x() - springer_height, 0, springer_height + 0.6 * rise);
  add_blocks(s, arguments, foot, crown);
  return s;
}

}  // namespace

GalleryEntry arch() {
  return {
      "arch",
      "Wedge stones without mortar bridge the gap between two fixed springers.",
      {choice("kind", "shape of the centre line", {"catenary", "semicircle"}),
       whole("stones", "number of wedge stones", 27, 2, 2000),
       number("span", "width between the feet of the centre line; twice the radius of a semicircle", "m", 4, 0.1, 100),
       number("rise", "height of a catenary's centre line (a semicircle rises by its radius)", "m", 2, 0.01, 100),
       number("thickness_ratio", "thickness of the stones over half the span (over the radius)", "", 0.15, 0.01, 1),
       number("depth", "extent of the stones across the arch", "m", 0.5, 0.01, 100), friction(0.6), density(2000),
       whole("slices", "parts of every stone across the arch, each with contacts of its own", 1, 1, 100),
       whole("hit", "blocks of 27 kg that are thrown at a leg, one after the other", 0, 0, 20),
       number("speed", "of the blocks that are thrown", "m/s", 6, 0, 100),
       whole("drop", "blocks of 27 kg that fall on the crown from 1 m and more above it", 0, 0, 20)},
      build_arch};
}

}  // namespace stiction::gallery_entries
