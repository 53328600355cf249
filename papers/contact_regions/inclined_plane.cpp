// Blocks on an incline: the critical angle is atan mu, whatever the number of contact regions.
#include <fmt/format.h>

#include <cmath>

#include "contact_regions/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

constexpr double kMu = 0.5;

/// A deformable bar on a slope, standing on this number of feet: as many separate contact regions.
Scene bar_on_feet(double angle, int feet, bool decompose) {
  Scene s = build_gallery_scene("incline", {{"mu", kMu}, {"angle", angle}});
  s.decompose = decompose;
  s.step = 0.002;
  BodyDescription& body = s.bodies.back();
  const double length = 0.4, foot = 0.04, height = 0.04;
  CompoundDescription parts;
  parts.parts.push_back({BoxDescription{Vec3(length, 0.08, 0.04)}, Vec3(0, 0, height + 0.02)});
  for (int i = 0; i < feet; ++i) {
    const double x = feet == 1 ? 0 : (length - foot) * (double(i) / (feet - 1) - 0.5);
    parts.parts.push_back({BoxDescription{Vec3(feet == 1 ? length : foot, 0.08, height)}, Vec3(x, 0, height / 2)});
  }
  body.shape = std::move(parts);
  body.position = Vec3::Zero();
  ElasticDescription elastic;
  elastic.model = SoftKind::tetrahedral;
  elastic.youngs_modulus = 5e6;
  // It bends with 10 Hz on two feet, and as long as it swings its feet creep in turns: it must be still before the
  // measurement begins.
  elastic.stiffness_damping = 0.01;
  elastic.size = 0.04;
  body.elastic = elastic;
  return s;
}

void play(Stage& stage) {
  const double critical = std::atan(kMu) * 180 / M_PI;
  Table table{fmt::format("A bar on a slope with mu = {}: it must slide from {:.3f}° on", kMu, critical),
              {"feet (regions)", "regions solved apart", "below", "slid, mm", "above", "slid, mm"}};
  for (const int feet : stage.pick(std::vector{3}, std::vector{1, 2, 3, 5}, std::vector{1, 2, 3, 5})) {
    for (const bool apart : {true, false}) {
      if (!apart && (stage.depth() == Depth::minimal || (stage.depth() == Depth::quick && feet != 3))) continue;
      double slid[2] = {};
      const double off = 0.2;
      for (const int side : {0, 1}) {
        const Film film =
            stage.shoot(bar_on_feet(critical + (side == 0 ? -off : off), feet, apart),
                        {.duration = stage.pick(0.6, 1.0, 4.0),
                         .name = fmt::format("bar on {} feet, {} the angle", feet, side == 0 ? "below" : "above")});
        // It first settles under its weight.
        slid[side] = film.moved("body", 0.5 * film.end(), film.end());
        if (feet == 3 && apart && side == 1)
          stage.picture(film, film.end(), "A bar on three feet slides just above the critical angle");
      }
      const double half = stage.pick(0.3, 0.5, 2.0);
      // Half of what gravity gives a body that starts to slide at the middle of the run.
      const double expected = 0.5 * half * half * 9.81 *
                              (std::sin((critical + off) * M_PI / 180) - kMu * std::cos((critical + off) * M_PI / 180));
      stage.check(
          fmt::format("{} feet, regions {}: sticks below atan mu and slides above", feet, apart ? "apart" : "together"),
          slid[0] < 1e-5 && slid[1] > expected,
          fmt::format("{} at -{}°, {} at +{}°", length_text(slid[0]), off, length_text(slid[1]), off));
      table.rows.push_back({fmt::format("{}", feet), apart ? "yes" : "no", fmt::format("-{}°", off),
                            fmt::format("{:.2g}", 1e3 * slid[0]), fmt::format("+{}°", off),
                            fmt::format("{:.2g}", 1e3 * slid[1])});
    }
  }
  stage.add(std::move(table));
}

}  // namespace

Exhibit inclined_plane() {
  return {"inclined_plane", "Deformable bars on an inclined plane",
          "The critical angle is atan mu with high accuracy, whatever the number of contact regions.", play};
}

}  // namespace stiction::papers
