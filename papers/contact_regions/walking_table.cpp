// Figure 2: a plastic table walks down a slope that would hold a rigid one.
#include <fmt/format.h>

#include <cmath>

#include "contact_regions/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

constexpr double kSlip = 1e-4;  // m/s

void play(Stage& stage) {
  const double seconds = stage.pick(0.3, 1.5, 3.0);
  const Film plastic =
      stage.shoot(build_gallery_scene("walking_table"),
                  {.duration = seconds, .name = "walking table", .frames_per_second = 1000, .most_frames = 4000});
  const Film rigid = stage.shoot(build_gallery_scene("walking_table", {{"model", "rigid"}}),
                                 {.duration = std::min(seconds, 0.5), .name = "rigid table"});
  // The probes tell the slip of the front and of the rear feet, three numbers each.
  int front_alone = 0, rear_alone = 0, turns = 0, last = 0;
  Plot plot{"Slip of the feet", "time, s", "slip, m/s", false, false, {{"front", {}}, {"rear", {}, false, false}}};
  for (std::size_t i = 0; i < plastic.frames().size(); ++i) {
    const auto& p = plastic.probes()[i];
    const Vec3 front(p[0], p[1], p[2]), rear(p[3], p[4], p[5]);
    const bool f = front.norm() > kSlip, r = rear.norm() > kSlip;
    const int who = f && !r ? 1 : r && !f ? -1 : 0;
    front_alone += who == 1;
    rear_alone += who == -1;
    if (who != 0 && last != 0 && who != last) ++turns;
    if (who != 0) last = who;
    if (plastic.frames()[i].time < 0.3) {
      plot.curves[0].points.emplace_back(plastic.frames()[i].time, front.x());
      plot.curves[1].points.emplace_back(plastic.frames()[i].time, rear.x());
    }
  }
  const int table = plastic.body("table");
  const Vec3 way = plastic.frames().back().bodies[std::size_t(table)].position -
                   plastic.frames().front().bodies[std::size_t(table)].position;
  stage.check(
      "front and rear feet slip in turns", turns >= 2 && front_alone > 0 && rear_alone > 0,
      fmt::format("front feet alone in {} frames, rear feet alone in {}, {} changes", front_alone, rear_alone, turns));
  stage.check("the table walks down the slope", way.x() > 1e-4, "by " + length_text(way.x()));
  stage.check("a rigid one stands", rigid.moved("table", 0, rigid.end()) < 1e-6,
              "it moved by " + length_text(rigid.moved("table", 0, rigid.end())));
  stage.check_sound(plastic, 1e-3);
  stage.add(std::move(plot));
  stage.picture(plastic, plastic.end(), "The plastic table on its slope");
}

}  // namespace

Exhibit walking_table() {
  return {"walking_table", "A plastic table on an inclined plane (Figure 2)",
          "On a slope that would hold it, a deformable table moves down, its front and rear legs sliding in turns.",
          play};
}

}  // namespace stiction::papers
