// Stack, wall and pyramid, by Fischer-Newton from the first step on.
#include <fmt/format.h>

#include "fischer_newton/exhibits.h"

namespace stiction::papers {
namespace {

void play(Stage& stage) {
  const double seconds = stage.pick(0.3, 2.0, 60.0);
  struct Case {
    const char* name;
    std::map<std::string, GalleryValue> parameters;
  };
  const Case cases[] = {{"stack", {{"count", 10}}}, {"wall", {}}, {"pyramid", {{"base", 9}}}};
  for (const Case& c : cases) {
    Scene scene = build_gallery_scene(c.name, c.parameters);
    scene.solver.type = "fischer_newton";
    const Film film = stage.shoot(scene, {.duration = seconds, .name = fmt::format("{}, Fischer-Newton", c.name)});
    const double moved = film.moved("", 0, film.end());
    stage.check(fmt::format("the {} stands", c.name), moved < 1e-3, "nothing moved more than " + length_text(moved));
    stage.check_sound(film, 1e-4);
    stage.picture(film, film.end(), fmt::format("{}, by Fischer-Newton", c.name));
  }
}

}  // namespace

Exhibit structures() {
  return {"structures", "Stack, wall and pyramid (Figures 1c, 1d and 5)",
          "Structured stacks of boxes rest on each other; the dense wall is where the paper's method gets stuck.",
          play};
}

}  // namespace stiction::papers
