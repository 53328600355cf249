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

/// Cubes above the house, spread over its width and one metre apart in height, so that they strike one by one. If they
/// are to fall some time apart, each waits on a tray that is pulled away from under it.
void add_falling_blocks(Scene& s, const GalleryArguments& arguments, double house_width, double house_height) {
  constexpr double drop = 2;
  const double size = arguments.number("block_size");
  const int count = arguments.integer("drop_blocks");
  const double every = arguments.number("drop_every");
  if (count == 0) return;
  s.materials["block"] = {s.materials["card"].mu, s.materials["card"].restitution, 1000};
  s.materials["tray"] = {0, 0, 1000};
  for (int i = 0; i < count; ++i) {
    const double share = (i + 0.5) / count - 0.5;
    const double above = drop + (every > 0 ? 0 : i);
    const Vec3 centre(share * house_width + 0.03, 0.05 * (i % 3 - 1) + 0.02, house_height + above + size / 2);
    s.bodies.push_back(box(numbered("block", i, count), Vec3::Constant(size), centre, "block"));
    if (every == 0) continue;
    constexpr double thin = 0.02, pull = 0.1, away = 300;  // m, s, m
    const Vec3 below = centre - Vec3(0, 0, (size + thin) / 2);
    s.bodies.push_back(box(numbered("tray", i, count), {1.2 * size, 1.2 * size, thin}, below, "tray"));
    s.bodies.back().fixed = true;
    s.bodies.back().motion.emplace().keyframes = {
        {0, below}, {(i + 1) * every, below}, {(i + 1) * every + pull, below + Vec3(0, away, 0)}};
  }
}

/// The same box in several parts side by side along y, each with contacts of its own.
void slice(BodyDescription& body, int slices) {
  if (slices == 1) return;
  Vec3 size = std::get<BoxDescription>(body.shape).size;
  const double depth = size.y();
  size.y() /= slices;
  CompoundDescription compound;
  for (int i = 0; i < slices; ++i) {
    compound.parts.push_back({BoxDescription{size}, Vec3(0, depth * (i + 0.5) / slices - depth / 2, 0)});
  }
  body.shape = std::move(compound);
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
  for (BodyDescription& body : s.bodies) {
    if (!body.fixed) slice(body, arguments.integer("slices"));
  }
  add_falling_blocks(s, arguments, spacing * levels / 2, z - thickness);
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
  parameters.push_back(whole("drop_blocks", "cubes that fall on the house", 0, 0, 100));
  parameters.push_back(number("block_size", "edge of these cubes; 0.2 m make 8 kg", "m", 0.2, 0.01, 2));
  parameters.push_back(
      number("drop_every", "time from one cube to the next; 0: all fall from the start", "s", 0, 0, 1000));
  parameters.push_back(whole("slices", "parts of every card across, each with contacts of its own", 1, 1, 100));
  return {"card_house", "A house of cards: tents and bridges that stand by friction alone.", std::move(parameters),
          build_card_house};
}

}  // namespace stiction::gallery_entries
