// Figure 10: a heavy box on a light one, by Fischer-Newton and by 150 sweeps of projected Gauss-Seidel.
#include <fmt/format.h>

#include "fischer_newton/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

void play(Stage& stage) {
  const double seconds = stage.pick(1.0, 2.0, 10.0);
  Table table{"A box of R kg on a box of 1 kg", {"R", "solver", "sank, mm", "outcome"}};
  for (const double ratio :
       stage.pick(std::vector{1000.}, std::vector{100., 1000., 10000.}, std::vector{100., 1000., 10000.})) {
    double sank[2] = {};
    for (const int side : {0, 1}) {
      Scene scene = build_gallery_scene("mass_ratio", {{"ratio", ratio}});
      scene.solver.type = side == 0 ? "fischer_newton" : "gauss_seidel";
      scene.solver.warm_start = side == 0;
      if (side == 1) scene.solver.max_iterations = 150;
      const FilmOptions options{.duration = seconds,
                                .name = fmt::format("mass ratio {}, {}", ratio, scene.solver.type)};
      const Film film = side == 0 ? stage.shoot(scene, options) : stage.try_out(scene, options);
      for (const int i : film.bodies())
        sank[side] = std::max(sank[side], film.moved(i, film.frames().front(), film.frames().back()));
      table.rows.push_back({fmt::format("{:g}", ratio), side == 0 ? "Fischer-Newton" : "Gauss-Seidel, 150 sweeps, cold",
                            fmt::format("{:.3g}", 1e3 * sank[side]), sank[side] < 2e-3 ? "holds" : "fails"});
      if (ratio == 1000) stage.strip(film, {0, 0.5, 1.0}, side == 0 ? "Fischer-Newton" : "Gauss-Seidel");
    }
    stage.check(fmt::format("Fischer-Newton holds {:g} kg on 1 kg", ratio), sank[0] < 1e-3,
                "moved by " + length_text(sank[0]));
    if (ratio >= 1000)
      stage.check(fmt::format("Gauss-Seidel does not hold {:g} kg", ratio), sank[1] > 10 * sank[0] && sank[1] > 2e-3,
                  "moved by " + length_text(sank[1]));
  }
  stage.add(std::move(table));
}

}  // namespace

Exhibit mass_ratio() {
  return {"mass_ratio", "A heavy box on a light one (Figures 5a and 10)",
          "Fischer-Newton supports the heavy box; Gauss-Seidel with 150 iterations a frame does not.", play};
}

}  // namespace stiction::papers
