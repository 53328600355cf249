// Bodies that bend: woven composites on pegs, chairs on a plane that is tilted, dinosaurs thrown together.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "staggered_projections/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

/// From one strand to the next, m: who comes down that far has left its place in the weave.
constexpr double kPitch = 0.05;

/// How much lower the lowest-fallen of some bodies is at a time, m.
double farthest_fall(const Film& film, const std::string& prefix, double time) {
  double fell = 0;
  for (const int i : film.bodies(prefix)) fell = std::max(fell, film.sunk(i, film.frames().front(), film.at(time)));
  return fell;
}

void play_composites(Stage& stage) {
  const bool all = stage.depth() == Depth::full;
  const double seconds = stage.pick(0.03, 0.6, 600.0);
  struct Setting {
    double mu, stiffness;
    const char* must;  ///< what must be seen: holds, creeps or falls
  };
  std::vector<Setting> settings = {{0.5, 2e7, "holds"}};
  if (stage.depth() != Depth::minimal) settings.push_back({0.1, 5e6, "falls"});
  if (all)
    settings.insert(settings.end(),
                    {{0.3, 2e7, "holds"}, {0.1, 2e7, "falls"}, {0.5, 5e6, "creeps"}, {0.3, 5e6, "falls"}});
  Table table{"Hanging composites", {"mu", "stiffness, MPa", "farthest strand fell, m", "outcome"}};
  for (const Setting& setting : settings) {
    const Scene scene = build_gallery_scene("composite", {{"mu", setting.mu}, {"youngs_modulus", setting.stiffness}});
    FilmOptions options;
    options.name = fmt::format("composite, mu {}, {} MPa", setting.mu, 1e-6 * setting.stiffness);
    // What falls has nothing to land on.
    options.duration = std::string(setting.must) == "falls" ? std::min(seconds, 1.2) : seconds;
    const Film film = stage.shoot(scene, options);
    const double fell = farthest_fall(film, "w", film.end());  // weft and warp
    const bool holds = fell < kPitch;
    table.rows.push_back({fmt::format("{}", setting.mu), fmt::format("{}", 1e-6 * setting.stiffness),
                          fmt::format("{:.4f}", fell), holds ? "holds" : "comes apart"});
    const std::string what = fmt::format("mu = {}, {} MPa", setting.mu, 1e-6 * setting.stiffness);
    if (std::string(setting.must) == "holds")
      stage.check(what + ": the weave holds together", holds, "no strand came down by more than " + length_text(fell));
    if (std::string(setting.must) == "creeps") {
      const double early = farthest_fall(film, "w", 1.2);
      stage.check(what + ": it creeps apart slowly", early < kPitch && fell > early + 1e-3,
                  fmt::format("a strand came down by {} in 1.2 s and by {} in {:g} s", length_text(early),
                              length_text(fell), film.end()));
    }
    if (std::string(setting.must) == "falls")
      stage.check(what + ": strands slip out", fell > 0.1, "the first one came down by " + length_text(fell));
    stage.check_sound(film, 2e-3);
    if (stage.depth() != Depth::minimal && setting.mu == 0.5 && setting.stiffness == 2e7)
      compare_with_table_1(stage, {"composites", 0.56, 921, 0, 0, 192}, film);
    CameraWish camera;
    camera.eye = Vec3(0.15, -0.6, 0.05);
    camera.target = Vec3(0, 0, -0.1);
    stage.picture(film, holds ? film.end() : 0.3, what, camera);
  }
  stage.add(std::move(table));
}

/// Farthest that a chair slid on the plane, which is the first body, from one time to another, m.
double slid(const Film& film, double from, double to) {
  const auto on_plane = [&](double time, int chair) -> Vec3 {
    const FrameBody &base = film.at(time).bodies.front(), &body = film.at(time).bodies[std::size_t(chair)];
    return base.rotation.conjugate() * (body.position - base.position);
  };
  double farthest = 0;
  for (const int chair : film.bodies("chair"))
    farthest = std::max(farthest, (on_plane(to, chair) - on_plane(from, chair)).norm());
  return farthest;
}

/// Counts how often each chair changes between standing fast and sliding with some foot.
class SlipWatch {
 public:
  void look(const World& world) {
    constexpr double kSlip = 1e-3;  // m/s against the plane
    std::map<int, bool> now;
    for (const ContactState& c : world.state().contacts) {
      if (!(c.impulse_normal > 0)) continue;
      bool& slips = now[std::max(c.body_a, c.body_b)];
      slips = slips || c.slip.norm() > kSlip;
    }
    for (const auto& [chair, slips] : now) {
      const auto before = last_.find(chair);
      turns_[chair] += before != last_.end() && before->second != slips;
      last_[chair] = slips;
    }
  }
  /// Of the chair that changed most often.
  int turns() const {
    int most = 0;
    for (const auto& [chair, turns] : turns_) most = std::max(most, turns);
    return most;
  }

 private:
  std::map<int, bool> last_;
  std::map<int, int> turns_;
};

void play_chairs(Stage& stage) {
  const Scene scene =
      build_gallery_scene("chairs", {{"count", stage.pick(1.0, 16.0, 74.0)}, {"mu", 0.3}, {"youngs_modulus", 1e8}});
  FilmOptions options;
  options.name = "chairs";
  options.duration = stage.pick(0.2, 2.0, 3.0);
  SlipWatch slips;
  options.after_step = [&](World& world) { slips.look(world); };
  const Film film = stage.shoot(scene, options);
  // The plane begins 2 degrees below the angle of friction and turns by 2 degrees in a second. Chairs first bend under
  // their own weight.
  if (stage.depth() != Depth::minimal) {
    stage.check("below the angle of friction they stand", slid(film, 0.5, 0.9) < 2e-3,
                "once they had bent, none slid by more than " + length_text(slid(film, 0.5, 0.9)));
    stage.check("above it they slide", slid(film, 1.1, film.end()) > 0.01,
                "the farthest slid by " + length_text(slid(film, 1.1, film.end())));
    stage.check("their legs chatter: they stick and slip in turns", slips.turns() >= 10,
                fmt::format("the feet of one chair changed {} times between sticking and slipping", slips.turns()));
  }
  if (stage.depth() == Depth::full) compare_with_table_1(stage, {"chairs", 0.72, 9025, 0, 0, 1766}, film);
  stage.check_sound(film, 2e-3);
  stage.strip(film, {0, film.end()}, "Chairs on a plane that is tilted");
}

void play_dinosaurs(Stage& stage) {
  const Scene scene = build_gallery_scene("dinosaurs", {{"count", stage.pick(2.0, 15.0, 15.0)}});
  FilmOptions options;
  options.name = "dinosaurs";
  options.duration = stage.pick(0.05, 5.0, 600.0);
  const Film film = stage.shoot(scene, options);
  stage.check_sound(film, 0.02);
  if (stage.depth() != Depth::minimal) {
    stage.check("they end in a still pile", film.unrest(0.5) < 5e-3,
                "in the last half second nothing moved more than " + length_text(film.unrest(0.5)));
    compare_with_table_1(stage, {"dinosaurs", 0.61, 4690, 0, 0, 315}, film);
  }
  stage.strip(film, {0, 0.3, film.end()}, "Dinosaurs thrown together");
}

}  // namespace

Exhibit composites() {
  return {"composites", "Hanging composites",
          "Flat strands woven and hung on pegs: friction and stiffness decide which hold together.", play_composites};
}
Exhibit chairs() {
  return {"chairs", "Chairs on an inclining plane", "Modal chairs stand, then slide and chatter.", play_chairs};
}
Exhibit dinosaurs() {
  return {"dinosaurs", "Dinosaurs", "Bodies that bend far are thrown together and end in a still pile.",
          play_dinosaurs};
}

}  // namespace stiction::papers
