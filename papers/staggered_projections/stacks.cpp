// Stacks of rigid and of deformable blocks that stand for good.
#include <fmt/format.h>

#include "staggered_projections/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

void play(Stage& stage) {
  const double seconds = stage.pick(1.0, 3.0, 600.0);
  const Film rigid =
      stage.shoot(build_gallery_scene("stack", {{"count", 40}}), {.duration = seconds, .name = "stack, rigid"});
  stage.check("forty rigid cubes stand", rigid.moved("cube", 0, rigid.end()) < 1e-4,
              "they moved by up to " + length_text(rigid.moved("cube", 0, rigid.end())));
  stage.check_sound(rigid, 1e-4);
  stage.picture(rigid, rigid.end(), "Forty rigid cubes");
  for (const char* model : {"modal", "stvk"}) {
    // Blocks that bend first settle under their weight.
    const Film film =
        stage.shoot(build_gallery_scene("soft_stack", {{"model", model}, {"count", stage.pick(3, 10, 10)}}),
                    {.duration = seconds, .name = fmt::format("stack, {}", model)});
    double leaned = 0;
    for (const int i : film.bodies("block")) {
      const Vec3 way =
          film.frames().back().bodies[std::size_t(i)].position - film.frames().front().bodies[std::size_t(i)].position;
      leaned = std::max(leaned, way.head<2>().norm());
    }
    const double unrest = film.unrest(seconds / 5);
    stage.check(fmt::format("{} blocks stand", model), leaned < 1e-3 && unrest < 1e-4,
                fmt::format("they leaned by {}; in the last fifth of the time nothing moved more than {}",
                            length_text(leaned), length_text(unrest)));
    stage.check_sound(film, 1e-3);
    stage.picture(film, film.end(), fmt::format("{} blocks, deformed by their weight", model));
  }
}

}  // namespace

Exhibit stacks() {
  return {"stacks", "Stacks of blocks", "Stacks of rigid and of deformable blocks stand for ten minutes.", play};
}

}  // namespace stiction::papers
