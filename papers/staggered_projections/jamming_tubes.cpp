// Jamming: rigid and deformable bodies in a tube, held by wall friction or not.
#include <fmt/format.h>

#include "staggered_projections/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

void play(Stage& stage) {
  // The wedge of 4 kg pushes the cheeks apart by faces that lean by 0.2: walls must carry its weight and the cheeks'
  // with a normal force of 1/(2 0.2) times the wedge's on either side.
  constexpr double slope = 0.2;
  const double seconds = stage.pick(1.2, 1.5, 600.0);
  Table table{"Jamming by friction coefficient", {"model", "mu", "needed to hold", "fell, m", "outcome"}};
  for (const char* model : {"rigid", "modal"}) {
    for (const double mu : {0.15, 0.3, 0.5}) {
      // Soft models take seconds to build: tests look at one.
      if (stage.depth() == Depth::minimal && std::string(model) != "rigid" && mu != 0.3) continue;
      const Scene scene = build_gallery_scene("jamming", {{"model", model}, {"mu", mu}});
      FilmOptions options;
      options.name = fmt::format("jamming, {}, mu {}", model, mu);
      const Film probe = stage.try_out(scene, {.duration = scene.step});
      const double wedge = 4, needed = slope * probe.mass() / wedge;
      // What falls has nothing to land on: a second tells all.
      options.duration = mu < needed ? std::min(seconds, 1.2) : seconds;
      const Film film = stage.shoot(scene, options);
      const double fell = film.sunk(film.body("wedge"), film.frames().front(), film.frames().back());
      const bool holds = fell < 0.02;
      stage.check(fmt::format("{} bodies with mu = {} {}", model, mu, mu < needed ? "fall through" : "jam"),
                  mu < needed ? fell > 0.1 : holds && film.unrest(0.2) < 1e-4,
                  fmt::format("the walls hold from mu = {:.2f} on; the wedge sank by {}", needed, length_text(fell)));
      stage.check_sound(film, 1e-3);
      table.rows.push_back({model, fmt::format("{}", mu), fmt::format("{:.2f}", needed), fmt::format("{:.4f}", fell),
                            holds ? "jams" : "falls"});
      if (mu == 0.3) {
        CameraWish camera;
        camera.eye = Vec3(0.25, -1.1, 0.35);
        camera.target = Vec3(0, 0, 0);
        stage.picture(film, film.end(), fmt::format("{} cheeks jam with mu = 0.3, their support taken away", model),
                      camera);
      }
    }
  }
  stage.add(std::move(table));
}

}  // namespace

Exhibit jamming_tubes() {
  return {"jamming", "Jamming in a tube",
          "Rigid and deformable bodies dropped into a tight tube jam or fall, as the friction coefficient decides.",
          play};
}

}  // namespace stiction::papers
