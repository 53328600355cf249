// Friction-dependent masonry: a catenary arch under blocks on its keystone, and under blocks thrown at a leg.
#include <fmt/format.h>

#include <algorithm>

#include "staggered_projections/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

constexpr PaperRow kRow{"catenary arch", 1.2, 2042, 5.6, 133.7, 162};

Scene arch(const char* blocks, int slices) {
  return build_gallery_scene("arch", {{blocks, 3}, {"speed", 10}, {"thickness_ratio", 0.1}, {"slices", slices}});
}

/// How far the stone that came down farthest came down, m.
double fall(const Film& film) {
  double most = 0;
  for (const int i : film.bodies("stone")) {
    most = std::max(most, film.sunk(i, film.frames().front(), film.frames().back()));
  }
  return most;
}

double most_moved(const Film& film, const std::string& prefix) {
  double most = 0;
  for (const Moment& frame : film.frames()) most = std::max(most, film.moved(prefix, 0, frame.time));
  return most;
}

void play(Stage& stage) {
  // Blocks on the keystone. As many contacts as in the paper, where stones touch by samples of distance fields.
  const int slices = stage.pick(1, 10, 10);
  const Film drop = stage.shoot(arch("drop", slices), {.duration = stage.pick(2.0, 3.0, 600.0), .name = "arch, drop"});
  stage.check("the arch gives way under the blocks", most_moved(drop, "stone") > 1e-5,
              "its stones moved by up to " + length_text(most_moved(drop, "stone")));
  stage.check("it does not fall", fall(drop) < 0.05, "no stone came down by more than " + length_text(fall(drop)));
  stage.check("it finds a new equilibrium", drop.unrest(0.5) < 1e-4,
              "in the last half second nothing moved more than " + length_text(drop.unrest(0.5)));
  stage.check_sound(drop, 1e-3);
  compare_with_table_1(stage, kRow, drop);
  stage.picture(drop, drop.end(), "Three blocks dropped on the keystone: the arch stands");

  // Blocks thrown at a leg.
  const Film hit = stage.shoot(arch("hit", 1), {.duration = stage.pick(2.0, 6.0, 600.0), .name = "arch, throw"});
  stage.check("thrown at a leg, the same blocks bring it down", fall(hit) > 1,
              "the farthest stone came down by " + length_text(fall(hit)));
  stage.check_sound(hit, 2e-3);
  if (stage.depth() != Depth::minimal) {
    stage.check("the heap comes to rest", hit.unrest(0.5) < 1e-3,
                "in the last half second nothing moved more than " + length_text(hit.unrest(0.5)));
  }
  stage.strip(hit, {0.3, 0.8, hit.end()}, "Three blocks thrown at a leg");
}

}  // namespace

Exhibit catenary_arch() {
  return {"catenary_arch", "Catenary arch, mu = 0.6",
          "The arch survives blocks dropped on its keystone and falls to blocks thrown at a leg.", play};
}

}  // namespace stiction::papers
