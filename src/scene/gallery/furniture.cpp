// Furniture that bends and slips: walking_table, chair.
#include <cmath>

#include "stiction/scene/gallery/entries.h"
#include "stiction/scene/gallery/parts.h"

namespace stiction::gallery_entries {
namespace {

using namespace gallery_parts;

struct Furniture {
  Vec3 top;       ///< edges of the top, m
  double leg;     ///< height of the legs, m
  double across;  ///< edge of the legs' square section, m
};

/// A top on four legs at its corners. The own frame has its origin between the feet.
CompoundDescription four_legs(const Furniture& f) {
  CompoundDescription parts;
  parts.parts.push_back({BoxDescription{f.top}, Vec3(0, 0, f.leg + f.top.z() / 2)});
  for (const int x : {-1, 1})
    for (const int y : {-1, 1})
      parts.parts.push_back({BoxDescription{Vec3(f.across, f.across, f.leg)},
                             Vec3(x * (f.top.x() - f.across) / 2, y * (f.top.y() - f.across) / 2, f.leg / 2)});
  return parts;
}

/// Slip of the feet in front (towards +x) and in the rear.
void add_slip_probes(Scene& s, const std::string& body, const Furniture& f) {
  const double far = f.top.maxCoeff(), foot = f.leg / 4;
  s.probes.push_back({"front", ProbeType::slip, body, "", "", HoldDescription{{0, -far, -foot}, {far, far, foot}}});
  s.probes.push_back({"rear", ProbeType::slip, body, "", "", HoldDescription{{-far, -far, -foot}, {0, far, foot}}});
}

Scene build_walking_table(const GalleryArguments& arguments) {
  const double angle = std::atan(arguments.number("mu") * arguments.number("steepness"));
  const Furniture table{{0.8, 0.5, 0.02}, 0.5, 0.03};
  Scene s = scene("walking_table", "plastic", {arguments.number("mu"), 0, 1050});
  s.step = 0.001;
  s.duration = 3;
  const Vec3 normal(std::sin(angle), 0, std::cos(angle));
  s.bodies.push_back(floor("plastic"));
  s.bodies.back().name = "slope";
  s.bodies.back().shape = HalfSpaceDescription{normal, 0};
  BodyDescription body;
  body.name = "table";
  body.material = "plastic";
  body.shape = four_legs(table);
  body.rotation = about_y(angle);
  if (const std::string model = arguments.word("model"); model != "rigid") {
    ElasticDescription elastic = elastic_like(model);
    elastic.youngs_modulus = arguments.number("youngs_modulus");
    elastic.poisson_ratio = 0.35;
    elastic.stiffness_damping = 1e-4;
    elastic.size = 0.1;
    elastic.theta = 0.5;
    if (model == "modal") {
      elastic.modes = 20;
    } else {
      elastic.edge_strain = true;
    }
    elastic.vibration = {{arguments.integer("mode"), arguments.number("speed")}};
    body.elastic = elastic;
  }
  s.bodies.push_back(body);
  add_slip_probes(s, "table", table);
  return s;
}

/// Seat and back on legs like boards, which bend along x and hardly along y, with narrow glides under them. Pushed
/// down a slope on which it would stop if it were rigid, it goes on: its feet stick and slip at the legs' frequency.
Scene build_chair(const GalleryArguments& arguments) {
  const double mu = arguments.number("mu"), angle = std::atan(mu * arguments.number("steepness"));
  const Vec3 seat(0.45, 0.45, 0.03), leg(0.025, 0.06, 0.45), glide(0.006, 0.06, 0.01), back(0.025, 0.45, 0.4);
  Scene s = scene("chair", "plastic", {mu, 0, 1050});
  s.step = 0.0005;
  s.duration = 1.2;
  const Vec3 normal(std::sin(angle), 0, std::cos(angle));
  s.bodies.push_back(floor("plastic"));
  s.bodies.back().name = "slope";
  s.bodies.back().shape = HalfSpaceDescription{normal, 0};
  CompoundDescription shape;
  const auto add = [&](const Vec3& size, const Vec3& middle) { shape.parts.push_back({BoxDescription{size}, middle}); };
  add(seat, {0, 0, leg.z() + seat.z() / 2});
  add(back, {(back.x() - seat.x()) / 2, 0, leg.z() + seat.z() + back.z() / 2});
  for (const int x : {-1, 1})
    for (const int y : {-1, 1}) {
      const Vec3 top(x * (seat.x() - leg.x()) / 2, y * (seat.y() - leg.y()) / 2, 0);
      add(leg, top + Vec3(0, 0, leg.z() / 2));
      add(glide, top - Vec3(0, 0, glide.z() / 2));
    }
  BodyDescription body;
  body.name = "chair";
  body.material = "plastic";
  body.shape = shape;
  body.position = glide.z() * normal;
  body.rotation = about_y(angle);
  body.velocity = arguments.number("speed") * (about_y(angle) * Vec3::UnitX());
  ElasticDescription elastic = elastic_like("modal");
  elastic.youngs_modulus = arguments.number("youngs_modulus");
  elastic.poisson_ratio = 0.35;
  // The same share of critical damping whatever the stiffness: a tenth at the legs' frequency.
  elastic.stiffness_damping = 8e-4 * std::sqrt(2e9 / elastic.youngs_modulus);
  elastic.size = 0.09;
  elastic.modes = 20;
  elastic.theta = 0.5;
  body.elastic = elastic;
  s.bodies.push_back(body);
  add_slip_probes(s, "chair", {seat, leg.z(), leg.x()});
  return s;
}

}  // namespace

GalleryEntry chair() {
  return {"chair",
          "A plastic chair pushed down a slope chatters: its feet stick and slip at the frequency of its legs.",
          {number("youngs_modulus", "of the chair", "Pa", 2e9, 1e6, 1e12),
           number("speed", "down the slope at the start", "m/s", 0.2, 0, 10),
           number("steepness", "slope over the steepest one that holds a rigid chair", "", 0.9, 0, 3), friction(0.3)},
          build_chair};
}

GalleryEntry walking_table() {
  return {"walking_table",
          "A plastic table, knocked so that it vibrates, walks down a slope too shallow for it to slide.",
          {choice("model", "of the table", {"modal", "tetrahedral", "rigid"}),
           number("steepness", "slope over the steepest one that holds a rigid table", "", 0.7, 0, 2),
           whole("mode", "that vibrates at the start", 1, 1, 20),
           number("speed", "of the fastest place of the table at the start", "m/s", 0.5, -100, 100),
           number("youngs_modulus", "of the table", "Pa", 2e9, 1e6, 1e12), friction(0.35)},
          build_walking_table};
}

}  // namespace stiction::gallery_entries
