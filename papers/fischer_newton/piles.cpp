// Random mixed objects and non-convex gears come to rest; the still frames and the cost of Figure 9.
#include <fmt/format.h>

#include "fischer_newton/exhibits.h"

namespace stiction::papers {
namespace {

void watch(Stage& stage, const char* name, const std::map<std::string, GalleryValue>& parameters, double seconds,
           double depth) {
  Scene scene = build_gallery_scene(name, parameters);
  scene.solver.type = "fischer_newton";
  const Film film = stage.shoot(scene, {.duration = seconds, .name = fmt::format("{}, Fischer-Newton", name)});
  stage.check_sound(film, depth);
  const Cost cost = film.cost_while_moving();
  stage.compare("Figure 9: a frame while bodies move", name, "contacts", 280, cost.contacts);
  stage.compare("Figure 9: a frame while bodies move", name, "ms (ours: solves, CPU)", 6, 1e3 * cost.solve_s);
  stage.compare("Figure 9: a frame while bodies move", name, "the same beside our whole step", 6, 1e3 * cost.cpu_s);
  stage.strip(film, {0.1, 0.5, film.end()}, name);
  if (stage.depth() == Depth::minimal) return;
  const double unrest = film.unrest(0.25);
  stage.check(fmt::format("{}: the heap comes to rest", name), unrest < 5e-3,
              "in the last quarter of a second nothing moved more than " + length_text(unrest));
}

void play(Stage& stage) {
  watch(stage, "mixed", {{"count", stage.pick(12, 60, 60)}}, stage.pick(0.3, 5.0, 20.0), 5e-3);
  watch(stage, "gears", {{"count", stage.pick(2, 8, 27)}, {"across", stage.pick(1, 2, 3)}}, stage.pick(0.1, 2.0, 10.0),
        2e-3);
}

}  // namespace

Exhibit piles() {
  return {"piles", "Random mixed objects and gears (Figures 1a, 1b and 9)",
          "Mixed objects and non-convex gears fall on a heap; about 280 contacts at 6 ms a frame.", play};
}

}  // namespace stiction::papers
