#include "framework/stage.h"

#include <fmt/format.h>

#include <cmath>

#include "stiction/export/display.h"
#include "stiction/export/picture/png_file.h"
#include "stiction/export/shot.h"

namespace stiction::papers {

namespace {

/// Two digits, and no powers of ten for minutes.
std::string time_text(double seconds) {
  return seconds < 10 ? fmt::format("{:.2g}", seconds) : fmt::format("{:.0f}", seconds);
}

}  // namespace

const char* to_string(Depth depth) {
  return depth == Depth::minimal ? "minimal" : depth == Depth::quick ? "quick" : "full";
}

Film Stage::shoot(const Scene& scene, const FilmOptions& options) {
  Film film(scene, options, watch_);
  findings_.health.push_back(film.health());
  return film;
}

void Stage::breathe() const {
  if (watch_.go_on && !watch_.go_on()) throw Stopped();
}

void Stage::check(const std::string& what, bool seen, const std::string& detail) {
  findings_.checks.push_back({what, seen, detail});
}

void Stage::check_sound(const Film& film, double depth) {
  const Health& health = film.health();
  const bool finite = std::isfinite(health.worst_error) && std::isfinite(health.worst_penetration) &&
                      std::isfinite(film.samples().back().energy);
  check(film.name() + ": no blow-up, and nothing sinks in", finite && health.worst_penetration <= depth,
        fmt::format("worst certificate {:.1e}; deepest overlap {} in {:g} s, allowed {}", health.worst_error,
                    length_text(health.worst_penetration), film.end(), length_text(depth)));
}

void Stage::compare(const std::string& table, const std::string& row, const std::string& column, double paper,
                    double ours) {
  findings_.comparisons.push_back({table, row, column, paper, ours});
}

void Stage::picture(const Film& film, double time, const std::string& caption, const CameraWish& camera) {
  add_pictures(film, {time}, caption, camera);
}

void Stage::strip(const Film& film, const std::vector<double>& times, const std::string& caption,
                  const CameraWish& camera) {
  add_pictures(film, times, caption, camera);
}

void Stage::add_pictures(const Film& film, const std::vector<double>& times, const std::string& caption,
                         const CameraWish& camera) {
  if (depth_ == Depth::minimal) return;
  ShotSettings settings;
  settings.width = kPictureWidth;
  settings.height = kPictureHeight;
  settings.samples = 1;
  settings.camera = camera;
  const WorldModel& model = film.world().model();
  const ShownWorld world = shown_world(film.scene().name, model.bodies, model.gravity, model.step);
  std::vector<Moment> moments;
  for (const double time : times) moments.push_back(film.at(time));
  const Photographer photographer(world, settings, moments);
  const auto go_on = [this] { return !watch_.go_on || watch_.go_on(); };
  for (const Moment& moment : moments) {
    Image image = photographer.take(moment, go_on);
    breathe();
    findings_.pictures.push_back(
        {times.size() == 1 ? caption : fmt::format("{} ({} s)", caption, time_text(moment.time)),
         encode_png(image, kPictureColours)});
  }
}

std::string length_text(double metres) {
  if (!std::isfinite(metres)) return "an unknown distance";
  if (std::abs(metres) >= 1) return fmt::format("{:.3g} m", metres);
  if (std::abs(metres) >= 1e-5) return fmt::format("{:.3g} mm", 1e3 * metres);
  return metres == 0 ? "0 mm" : fmt::format("{:.1e} mm", 1e3 * metres);
}

}  // namespace stiction::papers
