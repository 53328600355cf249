// Composites thrown at a board of pegs: what holds together depends on the impact.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "staggered_projections/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

/// From one strand to the next, m: strands that came that much closer to or farther from another left their places, and
/// those that did by twice of it left the weave.
constexpr double kPitch = 0.05;

/// By how much the distance of any two strands changed since the start, at most, m. How the weave moves as a whole does
/// not count.
double loosened(const Film& film, const Moment& at) {
  const std::vector<int> strands = film.bodies("w");  // weft and warp
  const auto place = [](const Moment& moment, int i) { return moment.bodies[std::size_t(i)].position; };
  const Moment& start = film.frames().front();
  double most = 0;
  for (std::size_t i = 0; i < strands.size(); ++i)
    for (std::size_t j = i + 1; j < strands.size(); ++j) {
      const double before = (place(start, strands[i]) - place(start, strands[j])).norm(),
                   now = (place(at, strands[i]) - place(at, strands[j])).norm();
      most = std::max(most, std::abs(now - before));
    }
  return most;
}

void play(Stage& stage) {
  struct Throw {
    const char* name;
    double turn, speed;
    const char* must;  ///< hold, come apart, or nothing
  };
  std::vector<Throw> throws = {{"flat", 0, 5, "hold"}, {"edge first", 90, 20, "come apart"}};
  if (stage.depth() == Depth::full)
    throws.insert(throws.end(),
                  {{"edge first, slowly", 90, 8, ""}, {"slanted", 45, 15, ""}, {"flat and fast", 0, 20, ""}});
  if (stage.depth() == Depth::minimal) throws.resize(1);
  // Strokes take a hundredth of a second; what follows is flight and fall.
  constexpr double kAfter = 0.12;
  Table table{"Composites thrown at a peg board, mu = 0.5, 20 MPa",
              {"impact", "speed, m/s", "strands shifted, mm", "most elastic energy, % of the throw's", "outcome"}};
  for (const Throw& t : throws) {
    const Scene scene =
        build_gallery_scene("peg_board", {{"turn", t.turn}, {"speed", t.speed}, {"strands", stage.pick(3, 4, 4)}});
    // Ten minutes of those of which something must be seen; the others until they lie still.
    FilmOptions options{.duration = stage.pick(0.006, kAfter, *t.must ? 600.0 : 10.0),
                        .name = fmt::format("thrown {}", t.name),
                        .frames_per_second = stage.pick(100.0, 100.0, 25.0),
                        .most_frames = 15000};
    double elastic = 0;  // J, at most
    options.after_step = [&](World& world) { elastic = std::max(elastic, world.report().elastic_energy); };
    const Film film = stage.shoot(scene, options);
    const double shift = loosened(film, film.at(kAfter)), share = elastic / (0.5 * film.mass() * t.speed * t.speed);
    const bool holds = shift<kPitch, parts = shift> 2 * kPitch;
    table.rows.push_back({t.name, fmt::format("{:g}", t.speed), fmt::format("{:.1f}", 1e3 * shift),
                          fmt::format("{:.0f}", 100 * share),
                          holds   ? "one piece"
                          : parts ? "comes apart"
                                  : "loosened"});
    stage.check_sound(film, 3e-3);
    if (stage.depth() == Depth::minimal) continue;
    const std::string detail = fmt::format(
        "{:g} s after the throw the distance of two strands has changed by {}; neighbours lie {} apart. {:.0f} % of "
        "the "
        "energy went into bending",
        kAfter, length_text(shift), length_text(kPitch), 100 * share);
    if (std::string(t.must) == "hold")
      stage.check(fmt::format("thrown {}, it bends as a whole and stays in one piece", t.name), holds && share > 0.01,
                  detail);
    if (std::string(t.must) == "come apart")
      stage.check(fmt::format("thrown {}, it comes apart", t.name), parts, detail);
    if (stage.depth() == Depth::full)
      stage.check(fmt::format("thrown {}, it ends at rest", t.name), film.unrest(1) < 1e-3,
                  "in the last second nothing moved more than " + length_text(film.unrest(1)));
    CameraWish camera;
    camera.eye = Vec3(0.65, -0.75, 0.3);
    camera.target = Vec3(0, -0.08, 0);
    stage.strip(film, {0, 0.04, kAfter}, fmt::format("Thrown {}, {:g} m/s", t.name, t.speed), camera);
  }
  stage.add(std::move(table));
}

}  // namespace

Exhibit thrown_composites() {
  return {"thrown_composites", "Composites thrown at a peg board, mu = 0.5",
          "Some impacts bend a composite as a whole, others make it come apart quickly.", play};
}

}  // namespace stiction::papers
