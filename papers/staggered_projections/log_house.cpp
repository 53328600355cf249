// The log house slides, jumps a ramp and collides; decomposed and not. Table 2, right.
#include <fmt/format.h>

#include <algorithm>

#include "staggered_projections/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

double highest(const Film& film, int body) {
  double top = 0;
  for (const Moment& frame : film.frames()) top = std::max(top, frame.bodies[std::size_t(body)].position.z());
  return top;
}

void play(Stage& stage) {
  const int courses = stage.pick(3, 6, 16);
  const double seconds = stage.pick(1.2, 2.0, 600.0);
  double cost[2] = {};
  for (const bool decompose : {true, false}) {
    if (!decompose && stage.depth() == Depth::minimal) break;
    Scene scene = build_gallery_scene("log_house", {{"courses", courses}});
    scene.decompose = decompose;
    const Film film = stage.shoot(scene, {.duration = decompose ? seconds : stage.pick(0.0, 0.5, 3.0),
                                          .name = decompose ? "log house" : "log house, undivided"});
    cost[decompose ? 0 : 1] = film.cost_while_moving().solve_s;
    stage.check_sound(film, 3e-3);
    if (!decompose) break;
    const int low = film.bodies("course").front();
    const Vec3 start = film.frames().front().bodies[std::size_t(low)].position;
    const Vec3 end = film.frames().back().bodies[std::size_t(low)].position;
    stage.check("the house slides", film.at(0.2).bodies[std::size_t(low)].position.x() > start.x() + 0.5,
                "its lowest log is " + length_text(film.at(0.2).bodies[std::size_t(low)].position.x() - start.x()) +
                    " further after 0.2 s");
    stage.check("it jumps the ramp", highest(film, low) > start.z() + 0.1,
                "the lowest log rose by " + length_text(highest(film, low) - start.z()));
    if (stage.depth() != Depth::minimal) {
      const double unrest = film.unrest(0.25);
      stage.check("it comes down again", end.z() < start.z() + 0.5, "its lowest log is at " + length_text(end.z()));
      stage.note("In the last quarter of a second nothing moved more than " + length_text(unrest) + ".");
      stage.compare("Table 2: decomposition", "log house", "degrees of freedom", 414, film.dofs());
    }
    CameraWish camera;
    camera.eye = Vec3(4, -15, 5);
    camera.target = Vec3(3.2, 0, 0.8);
    stage.strip(film, {0, 0.6, 1.2, std::min(3.0, film.end())}, "Log house", camera);
  }
  if (stage.depth() == Depth::minimal) return;
  stage.compare("Table 2: decomposition", "log house, decomposed", "solve, s (ours: CPU)", 0.061, cost[0]);
  stage.compare("Table 2: decomposition", "log house", "solve, s (ours: CPU)", 4.9, cost[1]);
  stage.check("decomposed it is 80 times faster, or the undivided one is fast already",
              cost[1] > 80 * cost[0] || cost[1] < 0.061,
              fmt::format("{:.1f} ms of solving a step against {:.1f} ms; the paper needs 61 ms and 4900 ms",
                          1e3 * cost[0], 1e3 * cost[1]));
}

}  // namespace

Exhibit log_house() {
  return {"log_house", "Log house (Table 2)",
          "A log house slides, jumps a ramp and collides, with and without decomposition.", play};
}

}  // namespace stiction::papers
