// The card house: stands, loses sections to dropped blocks, and stands again.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "staggered_projections/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

constexpr PaperRow kRow{"card house", 4.7, 528, 3.2, 57.1, 348};

/// Cards that lie more than half a card's width lower than at the start, and cards that did not move by that.
struct Count {
  int fallen = 0, standing = 0;
};
Count count(const Film& film, double time) {
  Count c;
  for (const int i : film.bodies("level")) {
    (film.sunk(i, film.frames().front(), film.at(time)) > 0.5 ? c.fallen : c.standing) += 1;
  }
  return c;
}

void play(Stage& stage) {
  const int levels = 6;
  const double every = stage.pick(3.0, 3.0, 60.0);
  // The shortest run sees the first of three fall.
  const int blocks = stage.pick(1, 3, 4), laid = stage.pick(3, 3, 4);
  Scene scene = build_gallery_scene("card_house", {{"levels", levels},
                                                   {"drop_blocks", laid},
                                                   {"drop_every", every},
                                                   {"block_size", 0.3},
                                                   {"slices", stage.pick(1, 2, 2)}});
  scene.step = stage.pick(0.005, 0.005, 0.001);
  const double before = every - 0.1;
  FilmOptions options{.duration = stage.pick(5.9, 11.9, 600.0), .name = "card house"};
  // What the house is like before each block falls.
  for (int i = 1; i <= laid; ++i) options.closely.push_back({i * every - 1, i * every});
  const Film film = stage.shoot(scene, options);
  stage.check("the house stands until the first block falls", film.moved("level", 0, before) < 1e-3,
              "its cards moved by up to " + length_text(film.moved("level", 0, before)));
  // Which of the blocks takes cards with it hangs on the last digits.
  int fallen = 0;
  std::string sections;
  bool stays = true;
  for (int i = 1; i <= blocks; ++i) {
    const double time = i == blocks ? film.end() : (i + 1) * every - 0.1;
    const Count now = count(film, time);
    if (now.fallen > fallen) {
      sections += fmt::format("block {} brings the fallen to {}, {} stand; ", i, now.fallen, now.standing);
      stays = stays && now.standing > 0;
    }
    if (stage.depth() == Depth::full) {
      const double unrest = film.moved("level", time - 0.5, time);
      stage.check(
          fmt::format("after block {} it finds rest", i), unrest < 2e-3,
          fmt::format("{} cards down; in half a second no card moved more than {}", now.fallen, length_text(unrest)));
    }
    fallen = now.fallen;
  }
  if (stage.depth() != Depth::minimal)
    stage.check("blocks take sections with them, and the rest stays up", fallen > 0 && stays,
                sections + fmt::format("{} blocks in all", blocks));
  stage.note(fmt::format("{} of {} cards came down in all.", fallen, film.bodies("level").size()));
  stage.check_sound(film, 3e-3);
  compare_with_table_1(stage, kRow, film);
  CameraWish camera;
  camera.eye = Vec3(8, -21, 6);
  camera.target = Vec3(0, 0, 3.9);
  std::vector<double> times = {before};
  for (int i = 1; i <= blocks; ++i) times.push_back(i == blocks ? film.end() : (i + 1) * every - 0.1);
  stage.strip(film, times, "Card house", camera);
}

}  // namespace

Exhibit card_house() {
  return {"card_house", "Card house with dropped blocks, e = 0.1, mu = 0.8",
          "The house stands; blocks make sections of it fall, and it regains equilibrium.", play};
}

}  // namespace stiction::papers
