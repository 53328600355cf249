// Furniture that bends and slips: walking_table.
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
    if (model == "modal") {
      elastic.modes = 20;
      elastic.theta = 0.5;
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

}  // namespace

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
