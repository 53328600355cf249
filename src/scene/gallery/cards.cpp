// Leaning cards: tent, card_house.
#include <cmath>

#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

constexpr double width = 1, thickness = 0.03, length = 1.6;  // m, of every card

/// Two cards that lean on each other. The left one's axis is a = (sin, 0, cos), its inner face's normal
/// f = (cos, 0, -sin). It stands on its inner bottom edge, -L/2 a + t/2 f, the lowest of its edges, and meets the
/// other card at its inner top edge, L/2 a + t/2 f, in the plane of symmetry. The outer top edges are the highest.
struct Tent {
  double angle;  ///< of each card from the vertical, rad

  double centre_height() const { return length / 2 * std::cos(angle) + thickness / 2 * std::sin(angle); }
  double centre_offset() const { return length / 2 * std::sin(angle) + thickness / 2 * std::cos(angle); }
  /// Of the outer top edges, on which bridges rest.
  double height() const { return length * std::cos(angle) + thickness * std::sin(angle); }

  void add_to(Scene& s, const std::string& name, double x, double z) const {
    for (const int side : {-1, 1}) {
      BodyDescription card = box(name + (side < 0 ? "_left" : "_right"), {thickness, width, length},
                                 {x + side * centre_offset(), 0, z + centre_height()}, "card");
      card.rotation = about_y(-side * angle);
      s.bodies.push_back(std::move(card));
    }
  }
};

std::vector<GalleryParameter> card_parameters() {
  return {number("angle", "lean of a card from the vertical", "deg", 22, 1, 60), friction(0.8), restitution(0.1),
          density(1000)};
}

MaterialDescription card_material(const GalleryArguments& arguments) {
  return {arguments.number("mu"), arguments.number("restitution"), arguments.number("density")};
}

Scene build_tent(const GalleryArguments& arguments) {
  const double floor_mu = arguments.number("floor_mu");
  Scene s = scene("tent", "card", card_material(arguments));
  s.materials["floor"] = {floor_mu, arguments.number("restitution"), arguments.number("density")};
  s.contact_pairs.push_back({"card", "floor", floor_mu, {}});
  s.bodies.push_back(floor("floor"));
  Tent{radians(arguments.number("angle"))}.add_to(s, "card", 0, 0);
  return s;
}

/// Cubes above the house, spread over its width and one metre apart in height, so that they strike one by one.
void add_falling_blocks(Scene& s, int count, double house_width, double house_height) {
  constexpr double size = 0.2, drop = 2;
  if (count == 0) return;
  s.materials["block"] = {s.materials["card"].mu, s.materials["card"].restitution, 1000};
  for (int i = 0; i < count; ++i) {
    const double share = (i + 0.5) / count - 0.5;
    const Vec3 centre(share * house_width + 0.03, 0.05 * (i % 3 - 1) + 0.02, house_height + drop + size / 2 + i);
    s.bodies.push_back(box(numbered("block", i, count), Vec3::Constant(size), centre, "block"));
  }
}

Scene build_card_house(const GalleryArguments& arguments) {
  // Bridges are as long as a card; the clearance keeps their ends apart.
  constexpr double clearance = 0.01, spacing = length + clearance;
  const int levels = arguments.integer("levels");
  const Tent tent{radians(arguments.number("angle"))};
  Scene s = scene("card_house", "card", card_material(arguments));
  s.bodies.push_back(floor("card"));
  double z = 0;
  for (int level = 0; level < levels; ++level) {
    const int tents = levels - level;
    const std::string prefix = numbered("level", level, levels);
    for (int i = 0; i < tents; ++i) {
      tent.add_to(s, prefix + "_" + numbered("tent", i, levels), spacing * (i - 0.5 * (tents - 1)), z);
    }
    z += tent.height();
    for (int i = 0; i + 1 < tents; ++i) {
      s.bodies.push_back(box(prefix + "_" + numbered("bridge", i, levels), {length, width, thickness},
                             {spacing * (i - 0.5 * (tents - 2)), 0, z + thickness / 2}, "card"));
    }
    z += thickness;
  }
  add_falling_blocks(s, arguments.integer("drop_blocks"), spacing * levels / 2, z - thickness);
  return s;
}

}  // namespace

GalleryEntry tent() {
  std::vector<GalleryParameter> parameters = card_parameters();
  parameters.push_back(number("floor_mu", "friction coefficient between card and floor", "", 0.8, 0, 10));
  return {"tent", "Two cards lean against each other; friction at their feet keeps them up.", std::move(parameters),
          build_tent};
}

GalleryEntry card_house() {
  std::vector<GalleryParameter> parameters = card_parameters();
  parameters.insert(parameters.begin(), whole("levels", "storeys of the house", 5, 1, 60));
  parameters.push_back(whole("drop_blocks", "cubes of 8 kg that fall on the house", 0, 0, 100));
  return {"card_house", "A house of cards: tents and bridges that stand by friction alone.", std::move(parameters),
          build_card_house};
}

}  // namespace stiction::gallery_entries
