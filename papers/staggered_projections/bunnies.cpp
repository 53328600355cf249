// Bunnies: two soft groups down a ramp into arches (Figure 6), and the large drop of rigid ones (Figure 1c, Table 2).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "staggered_projections/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

bool have_bunny() { return find_gallery_entry("bunnies")->is_available(); }

/// Mean way along x of the bodies with that prefix, m.
double way(const Film& film, const std::string& prefix) {
  double sum = 0;
  const std::vector<int> bodies = film.bodies(prefix);
  for (const int i : bodies) {
    sum += film.frames().back().bodies[std::size_t(i)].position.x() -
           film.frames().front().bodies[std::size_t(i)].position.x();
  }
  return sum / double(bodies.size());
}

void play_arches(Stage& stage) {
  const Scene scene =
      build_gallery_scene("bunny_arches", {{"count", stage.pick(1, 4, 6)},
                                           {"arches", stage.pick(1, 2, 2)},
                                           {"model", stage.depth() == Depth::minimal ? "rigid" : "stvk"}});
  std::set<int> struck;  // stones that a bunny ran into
  FilmOptions options{.duration = stage.pick(0.5, 2.0, 600.0), .name = "bunnies and arches"};
  options.after_step = [&](World& world) {
    const auto is = [&](int body, const char* what) {
      return world.model().bodies[std::size_t(body)].name.find(what) != std::string::npos;
    };
    for (const ContactState& c : world.state().contacts) {
      if (!(c.impulse_normal > 0)) continue;
      for (const auto& [stone, other] : {std::pair(c.body_a, c.body_b), std::pair(c.body_b, c.body_a)})
        if (is(stone, "stone") && (is(other, "red") || is(other, "blue"))) struck.insert(stone);
    }
  };
  const Film film = stage.shoot(scene, options);
  stage.check_sound(film, 0.01);
  CameraWish camera;
  camera.eye = Vec3(7, -7, 4.5);
  camera.target = Vec3(0.3, 0, 0.7);
  stage.strip(film, {0, 0.7, film.end()}, "Bunnies with mu 0.4 and 0.1", camera);
  if (stage.depth() == Depth::minimal) return;
  stage.check("the slippery ones get farther down than the rough ones", way(film, "blue") > way(film, "red"),
              fmt::format("on average {:.2f} m against {:.2f} m", way(film, "blue"), way(film, "red")));
  double moved = 0;
  for (const int stone : struck)
    moved = std::max(moved, film.moved(stone, film.frames().front(), film.frames().back()));
  stage.check("they run into the arches", !struck.empty(),
              fmt::format("into {} stones, of which one moved by {}", struck.size(), length_text(moved)));
  if (stage.depth() != Depth::full) return;
  stage.check("all ends in still piles", film.unrest(1) < 5e-3,
              "in the last second nothing moved more than " + length_text(film.unrest(1)));
}

void play_drop(Stage& stage) {
  const int count = stage.pick(8, 36, 2046), across = stage.pick(2, 3, 13);
  Scene scene = build_gallery_scene("bunnies", {{"count", count}, {"across", across}});
  scene.solver.tolerance = 1e-4;  // the paper's
  FilmOptions options{.duration = stage.pick(0.2, 0.8, 10.0), .name = fmt::format("drop of {} bunnies", count)};
  // Every frame is searched for overlaps by brute force.
  options.frames_per_second = stage.pick(25.0, 5.0, 6.0);
  const Film film = stage.shoot(scene, options);
  stage.check_sound(film, 5e-3);
  int inside = 0;
  const double half = 0.5 * across * 0.2;  // the bin is narrower
  for (const int i : film.bodies("bunny")) {
    const Vec3& at = film.frames().back().bodies[std::size_t(i)].position;
    inside += at.z() > 0 && std::abs(at.x()) < half && std::abs(at.y()) < half;
  }
  stage.check("all are in the bin", inside == count, fmt::format("{} of {}", inside, count));
  if (stage.depth() == Depth::full) {
    stage.check("the heap comes to rest", film.unrest(0.5) < 5e-3,
                "in the last half second nothing moved more than " + length_text(film.unrest(0.5)));
    const Cost cost = film.cost_while_moving();
    // Its islands are solved side by side, and so are the branches of its factors.
    stage.compare("Table 2: decomposition", "bunny drop", "solve, s (ours: by the clock)", 37.5, cost.solve_wall_s);
    stage.compare("Table 2: decomposition", "bunny drop", "the same beside our CPU time of all threads", 37.5,
                  cost.solve_s);
    stage.compare("Table 2: decomposition", "bunny drop", "degrees of freedom", 12276, film.dofs());
  } else {
    stage.note(fmt::format(
        "{} bunnies: {:.1f} ms a step while they move, {:.0f} contacts. The paper's 2046 are part of --full.", count,
        1e3 * film.cost_while_moving().cpu_s, film.cost_while_moving().contacts));
  }
  CameraWish camera;
  camera.azimuth = -60;
  camera.elevation = 40;
  stage.picture(film, film.end(), fmt::format("{} bunnies", count), camera);
}

}  // namespace

Exhibit bunny_arches() {
  return {"bunny_arches", "Bunnies down a ramp into arches (Figure 6)",
          "Two groups of StVK bunnies, mu 0.4 and 0.1, stick and slide down a ramp into semicircular arches.",
          play_arches, have_bunny};
}

Exhibit bunny_drop() {
  return {"bunny_drop", "Drop of rigid bunnies (Figure 1c, Table 2)",
          "2046 rigid bunnies, 12 276 degrees of freedom, pile up.", play_drop, have_bunny};
}

}  // namespace stiction::papers
