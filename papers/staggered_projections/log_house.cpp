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

void watch(Stage& stage, const Film& film) {
  const int low = film.bodies("course").front();
  const auto place = [&](const Moment& moment) { return moment.bodies[std::size_t(low)].position; };
  const Vec3 start = place(film.frames().front()), end = place(film.frames().back());
  stage.check("the house slides", place(film.at(0.2)).x() > start.x() + 0.5,
              "its lowest log is " + length_text(place(film.at(0.2)).x() - start.x()) + " further after 0.2 s");
  stage.check("it jumps the ramp", highest(film, low) > start.z() + 0.1,
              "the lowest log rose by " + length_text(highest(film, low) - start.z()));
  if (stage.depth() == Depth::minimal) return;
  stage.check("it comes down again", end.z() < start.z() + 0.5, "its lowest log is at " + length_text(end.z()));
  if (stage.depth() == Depth::full)
    stage.check("its logs come to rest", film.unrest(1) < 5e-3,
                "in the last second nothing moved more than " + length_text(film.unrest(1)));
  CameraWish camera;
  camera.eye = Vec3(4, -13, 4);
  camera.target = Vec3(3.1, 0, 0.8);
  stage.strip(film, {0, 0.6, 1.2, std::min(3.0, film.end())}, "Log house", camera);
}

void play(Stage& stage) {
  Scene scene = build_gallery_scene("log_house", {{"courses", stage.pick(3, 6, 16)}});
  // Both ways over the same stretch: slide, jump and collision.
  const double both = stage.pick(0.0, 2.0, 3.0);
  double struck = 0;  // first touch of a pillar, s
  FilmOptions options{.duration = stage.pick(1.2, 2.0, 600.0), .name = "log house"};
  options.after_step = [&](World& world) {
    for (const ContactState& c : world.state().contacts) {
      const std::string &a = world.model().bodies[std::size_t(c.body_a)].name,
                        &b = world.model().bodies[std::size_t(c.body_b)].name;
      if (struck == 0 && c.impulse_normal > 0 && a.starts_with("pillar") != b.starts_with("pillar"))
        struck = world.state().time;
    }
  };
  const Film decomposed = stage.shoot(scene, options);
  stage.check_sound(decomposed, 3e-3);
  watch(stage, decomposed);
  if (stage.depth() == Depth::minimal) return;
  stage.check("it runs into the pillars", struck > 0, fmt::format("after {:.2f} s", struck));
  scene.decompose = false;
  const Film undivided = stage.shoot(scene, {.duration = both, .name = "log house, undivided"});
  stage.check_sound(undivided, 3e-3);
  const double apart = decomposed.cost_until(both).solve_s, together = undivided.cost_until(both).solve_s;
  const char* table = "Table 2: decomposition";
  stage.compare(table, "log house", "degrees of freedom", 414, decomposed.dofs());
  stage.compare(table, "log house, decomposed", "solve, s (ours: CPU)", 0.061, apart);
  stage.compare(table, "log house", "solve, s (ours: CPU)", 4.9, together);
  stage.check("with and without decomposition a step costs less than the paper's decomposed one",
              apart < 0.061 && together < 0.061,
              fmt::format("{:.1f} ms of solving a step against {:.1f} ms; the paper needs 61 ms and 4900 ms",
                          1e3 * apart, 1e3 * together));
  const auto bodies = decomposed.bodies("course");
  double differ = 0;
  for (const int i : bodies) differ = std::max(differ, decomposed.moved(i, decomposed.at(0.5), undivided.at(0.5)));
  stage.check("both ways the same house jumps", differ < 1e-3,
              "in the air, after 0.5 s, no log is elsewhere by more than " + length_text(differ));
}

}  // namespace

Exhibit log_house() {
  return {"log_house", "Log house (Table 2)",
          "A log house slides, jumps a ramp and collides, with and without decomposition.", play};
}

}  // namespace stiction::papers
