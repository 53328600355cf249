// Figures 10 and 11: a rattleback reverses its spin.
#include <fmt/format.h>

#include <cmath>

#include "contact_evolution/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

double spin(const Moment& moment, int body) { return moment.bodies[std::size_t(body)].angular_velocity.z(); }

void play(Stage& stage) {
  const double seconds = stage.pick(10.0, 15.0, 60.0);
  const Film film = stage.shoot(build_gallery_scene("rattleback"),
                                {.duration = seconds, .frames_per_second = 50, .most_frames = 3000});
  const int body = film.body("rattleback");
  // Rocking makes the spin swing; its mean over a second tells the direction.
  double reversed = NAN, strongest = 0;
  const double first = spin(film.frames().front(), body);
  Plot plot{
      "Spin of the rattleback", "time, s", "angular velocity about the vertical, rad/s", false, false, {{"spin", {}}}};
  for (const Moment& frame : film.frames()) {
    const double now = spin(frame, body);
    plot.curves[0].points.emplace_back(frame.time, now);
    if (now * first < 0) strongest = std::max(strongest, std::abs(now));
    if (std::isnan(reversed) && now * first < 0 && std::abs(now) > 0.2 * std::abs(first)) reversed = frame.time;
  }
  stage.check("the rattleback turns round", !std::isnan(reversed),
              fmt::format("it spins the other way from {:.1f} s on, at up to {:.2f} rad/s; it began with {:.2f} rad/s",
                          reversed, strongest, first));
  stage.compare("Rattleback", "spin reverses after, s", "time", 8, reversed);
  stage.add(std::move(plot));
  stage.strip(film, {0, 0.5 * film.end(), film.end()}, "Rattleback");
}

}  // namespace

Exhibit rattleback() {
  return {"rattleback", "Rattleback (Figures 10 and 11)",
          "Spun one way it rocks, stops and turns the other way after about 8 s.", play};
}

}  // namespace stiction::papers
