// Table II and Figures 6 to 9: a bowl is thrown on a table, with maximum steps of 1 to 128 ms.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "contact_evolution/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

constexpr double kSeconds = 3;
constexpr double kHalfTable = 0.2;  // m

struct Throw {
  double step;  ///< maximum, s
  double paper_s;
};
constexpr Throw kThrows[] = {{0.001, 6.542}, {0.002, 3.328}, {0.004, 1.766}, {0.008, 0.974},
                             {0.016, 0.521}, {0.032, 0.370}, {0.064, 0.286}, {0.128, NAN}};

std::string marks(SmoothEventKind kind) {
  switch (kind) {
    case SmoothEventKind::impact:
      return "collisions";
    case SmoothEventKind::touches:
    case SmoothEventKind::leaves:
      return "continuous contact";
    case SmoothEventKind::rolls:
    case SmoothEventKind::slides:
      return "rolling, sliding";
    case SmoothEventKind::crosses_own:
    case SmoothEventKind::crosses_other:
      return "patches";
    default:
      return "";
  }
}

/// The share of the steps of each length, as steps of a curve.
Plot histogram(const std::vector<double>& lengths, double longest) {
  constexpr int kBins = 32;
  std::vector<double> count(kBins, 0);
  for (const double length : lengths) {
    count[std::size_t(std::clamp(int(kBins * length / longest), 0, kBins - 1))] += 1;
  }
  Plot plot{fmt::format("Figure 8: steps in contact, at most {:g} ms", 1e3 * longest),
            "step, ms",
            "number",
            false,
            false,
            {{"steps", {}}}};
  for (int i = 0; i < kBins; ++i)
    for (const int side : {0, 1})
      plot.curves[0].points.emplace_back(1e3 * longest * (i + side) / kBins, count[std::size_t(i)]);
  return plot;
}

void play(Stage& stage) {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  Plot paths{"Figure 7: the bowl's centre from above", "x, m", "y, m"};
  const Scene start = build_gallery_scene("bowl");
  for (const Throw& thrown : kThrows) {
    const bool shown = thrown.step == 0.001 || thrown.step == 0.016 || thrown.step == 0.064;
    if (stage.depth() == Depth::minimal && thrown.step != 0.016) continue;
    Scene scene = start;
    scene.step = scene.evolution.max_step = thrown.step;
    scene.evolution.min_step = 0.001;
    scene.evolution.method = "runge_kutta4";
    std::vector<double> lengths;
    std::map<std::string, std::vector<std::pair<double, double>>> events;
    std::vector<double> crossings;
    FilmOptions options{
        .duration = kSeconds, .name = fmt::format("bowl, {:g} ms", 1e3 * thrown.step), .frames_per_second = 100};
    options.after_step = [&](World& world) {
      const Vec3& at = world.state().bodies[1].position;
      for (const SmoothEvent& event : world.report().smooth.events) {
        if (event.kind == SmoothEventKind::step) lengths.push_back(event.value);
        const std::string mark = marks(event.kind);
        if (!mark.empty()) events[mark].emplace_back(at.x(), at.y());
        if (mark == "patches") crossings.push_back(event.time);
      }
    };
    const Film film = stage.shoot(scene, options);
    const FrameBody& bowl = film.frames().back().bodies[1];
    const double speed = bowl.velocity.norm() + 0.065 * bowl.angular_velocity.norm();
    const bool on_table =
        std::abs(bowl.position.x()) < kHalfTable && std::abs(bowl.position.y()) < kHalfTable && bowl.position.z() > 0;
    double cpu = 0;
    for (const Sample& sample : film.samples()) cpu += sample.cpu_s;
    stage.compare("Table II: 3 s of the bowl on its table, CPU s", fmt::format("at most {:g} ms", 1e3 * thrown.step),
                  "CPU", thrown.paper_s, cpu);
    // At 128 ms the paper's bowl falls off the table.
    if (thrown.step < 0.1) {
      stage.check(
          fmt::format("steps of at most {:g} ms: the bowl stays on the table and slows down", 1e3 * thrown.step),
          on_table && speed < 0.3,
          fmt::format("after {} s it is at ({:.3f}, {:.3f}) m and moves with {:.3f} m/s, rim included", kSeconds,
                      bowl.position.x(), bowl.position.y(), speed));
    } else {
      stage.note(fmt::format(
          "With steps of {:g} ms, where the paper's bowl falls off the table, ours {} (at ({:.3f}, {:.3f}) m, {:.3f} "
          "m/s).",
          1e3 * thrown.step, on_table ? "is still on it" : "is off it", bowl.position.x(), bowl.position.y(), speed));
    }
    if (!shown) continue;
    Curve path{fmt::format("{:g} ms", 1e3 * thrown.step), {}};
    for (const Moment& frame : film.frames())
      path.points.emplace_back(frame.bodies[1].position.x(), frame.bodies[1].position.y());
    paths.curves.push_back(path);
    if (thrown.step == 0.001)
      for (const auto& [name, points] : events) paths.curves.push_back({name, points, false, true});
    if (thrown.step > 0.001) stage.add(histogram(lengths, thrown.step));
    if (thrown.step == 0.064) {
      Plot x{"Figure 9: x of the centre in the first second; patch transitions dashed",
             "time, s",
             "x, m",
             false,
             false,
             {{"x", {}}}};
      double low = INFINITY, high = -INFINITY;
      for (const Moment& frame : film.frames()) {
        if (frame.time > 1) break;
        x.curves[0].points.emplace_back(frame.time, frame.bodies[1].position.x());
        low = std::min(low, frame.bodies[1].position.x());
        high = std::max(high, frame.bodies[1].position.x());
      }
      for (const double time : crossings)
        if (time <= 1) x.curves.push_back({"", {{time, low}, {time, high}}, true, false, 7});
      stage.add(std::move(x));
    }
    CameraWish camera;
    camera.eye = Vec3(0.35, -0.6, 0.45);
    camera.target = Vec3(0, 0, 0.02);
    stage.strip(film, {0, 0.5, 1, 1.5, 2, 2.5}, fmt::format("At most {:g} ms", 1e3 * thrown.step), camera);
  }
  stage.add(std::move(paths));
}

}  // namespace

Exhibit bowl_on_table() {
  return {"bowl_on_table", "A bowl thrown on a table (Table II, Figures 6 to 9)",
          "With steps of at most 1, 16 and 64 ms the bowl bounces, slides, rolls and comes to rest on the table.",
          play};
}

}  // namespace stiction::papers
