// Figures 10 and 11: a rattleback reverses its spin; by step length, and once or many times by damping and friction.
#include <fmt/format.h>

#include <cmath>

#include "contact_evolution/exhibits.h"
#include "stiction/scene/gallery.h"

namespace stiction::papers {
namespace {

struct Spinning {
  std::vector<std::pair<double, double>> spin;  ///< over time: about the vertical, rad/s
  std::vector<double> reversals;                ///< s
  double rocking = NAN;                         ///< period in the last two seconds before the first reversal, s
  double lost = 0;                              ///< share of the energy that it has at the start above that of rest
};

double spin(const Moment& moment, int body) { return moment.bodies[std::size_t(body)].angular_velocity.z(); }

/// When the mean over half a second changes its sign: rocking makes the spin itself swing.
std::vector<double> reversals(const std::vector<std::pair<double, double>>& spin) {
  std::vector<double> found;
  double last = spin.front().second;
  for (std::size_t from = 0, to = 0; to < spin.size(); ++to) {
    while (spin[to].first - spin[from].first > 0.5) ++from;
    if (spin[to].first < 0.5) continue;
    double mean = 0;
    for (std::size_t i = from; i <= to; ++i) mean += spin[i].second / double(to - from + 1);
    if (mean * last < 0) found.push_back(0.5 * (spin[from].first + spin[to].first));
    last = mean;
  }
  return found;
}

Spinning watch(const Film& film) {
  const int body = film.body("rattleback");
  Spinning run;
  for (const Moment& frame : film.frames()) run.spin.emplace_back(frame.time, spin(frame, body));
  run.reversals = reversals(run.spin);
  const RigidBody& model = film.world().model().bodies[std::size_t(body)];
  const auto energy = [&](const Moment& moment) {
    const FrameBody& b = moment.bodies[std::size_t(body)];
    const Vec3 turn = b.rotation.conjugate() * b.angular_velocity;
    // Upright its centre of mass is lowest.
    const double height = b.position.z() - film.scene().bodies[std::size_t(body)].centre_of_mass->z();
    return model.mass * (0.5 * b.velocity.squaredNorm() + 9.81 * height) + 0.5 * turn.dot(model.inertia * turn);
  };
  const double start = energy(film.frames().front());
  run.lost = 1 - energy(film.frames().back()) / start;
  if (!run.reversals.empty()) {
    int up = 0;
    double first = 0, last = 0, before = 0;
    for (const Moment& frame : film.frames()) {
      const double lean = (frame.bodies[std::size_t(body)].rotation * Vec3::UnitX()).z();
      if (frame.time > run.reversals[0] - 2 && frame.time < run.reversals[0] && before <= 0 && lean > 0) {
        last = frame.time;
        if (up++ == 0) first = last;
      }
      before = lean;
    }
    if (up > 1) run.rocking = (last - first) / (up - 1);
  }
  return run;
}

std::string times(const std::vector<double>& reversals) {
  if (reversals.empty()) return "never";
  std::string text;
  for (const double time : reversals) text += fmt::format("{}{:.1f}", text.empty() ? "" : ", ", time);
  return text + " s";
}

Curve curve(const std::string& name, const Spinning& run) { return {name, run.spin}; }

Plot plot_of(const std::string& title) {
  return {title, "time, s", "angular velocity about the vertical, rad/s", false, false, {}};
}

/// The paper's study: Runge-Kutta with steps of this length.
void step_study(Stage& stage, const Scene& start) {
  Table table{"By length of the steps (Runge-Kutta), 15 s",
              {"step, ms", "reverses at", "spin at the end, rad/s", "energy lost, %"}};
  Plot plot = plot_of("Spin by length of the steps");
  for (const double step : {0.01, 0.05, 0.1}) {
    Scene scene = start;
    scene.step = scene.evolution.max_step = scene.evolution.min_step = step;
    scene.evolution.method = "runge_kutta4";
    const Film film = stage.try_out(scene, {.duration = 15, .frames_per_second = 100, .most_frames = 3000});
    const Spinning run = watch(film);
    table.rows.push_back({fmt::format("{:g}", 1e3 * step), times(run.reversals),
                          fmt::format("{:.2f}", run.spin.back().second), fmt::format("{:.2g}", 100 * run.lost)});
    plot.curves.push_back(curve(fmt::format("{:g} ms", 1e3 * step), run));
    if (step == 0.01)
      stage.check("steps of 10 ms: it reverses and keeps its energy", run.reversals.size() == 1 && run.lost < 1e-3,
                  fmt::format("at {}; {:.1e} of its energy of motion is lost", times(run.reversals), run.lost));
    if (step == 0.05)
      stage.check("steps of 50 ms: it loses energy", run.lost > 0.01,
                  fmt::format("{:.0f} % of it; reverses at {}. The paper's loses most of it", 100 * run.lost,
                              times(run.reversals)));
    if (step == 0.1)
      stage.check("steps of 100 ms: it spins on and does not reverse",
                  run.reversals.empty() && run.spin.back().second < -1,
                  fmt::format("{:.2f} rad/s after 15 s", run.spin.back().second));
  }
  stage.add(std::move(table));
  stage.add(std::move(plot));
}

/// One reversal or many, as damping and friction have it.
void losses(Stage& stage, const Scene& start) {
  struct Case {
    const char* name;
    double mu, drag;
  };
  Table table{"By friction and viscous damping, 60 s", {"", "mu", "damping, N m s", "reverses at", "energy lost, %"}};
  Plot plot = plot_of("Spin by friction and damping");
  for (const Case& c : {Case{"no losses", 10, 0}, {"damped", 10, 2e-4}, {"slips", 0.05, 0}}) {
    Scene scene = start;
    MaterialDescription& wood = scene.materials.at("wood");
    wood.mu = c.mu;
    wood.mu_static = 1.2 * c.mu;
    scene.evolution.angular_drag = c.drag;
    const Film film = stage.try_out(scene, {.duration = 60, .frames_per_second = 50, .most_frames = 3000});
    const Spinning run = watch(film);
    table.rows.push_back({c.name, fmt::format("{:g}", c.mu), fmt::format("{:g}", c.drag), times(run.reversals),
                          fmt::format("{:.2g}", 100 * run.lost)});
    plot.curves.push_back(curve(c.name, run));
    if (c.drag == 0 && c.mu > 1)
      stage.check("without losses it reverses many times", run.reversals.size() >= 3, times(run.reversals));
    if (c.drag > 0) stage.check("damped it reverses once", run.reversals.size() == 1, times(run.reversals));
  }
  stage.add(std::move(table));
  stage.add(std::move(plot));
}

void play(Stage& stage) {
  const double seconds = stage.pick(10.0, 15.0, 60.0);
  const Scene start = build_gallery_scene("rattleback");
  const Film film = stage.shoot(start, {.duration = seconds, .frames_per_second = 50, .most_frames = 3000});
  const Spinning run = watch(film);
  const double first = run.spin.front().second;
  double strongest = 0;
  for (const auto& [time, now] : run.spin)
    if (now * first < 0) strongest = std::max(strongest, std::abs(now));
  stage.check(
      "the rattleback turns round", !run.reversals.empty() && strongest > 0.5 * std::abs(first),
      fmt::format("it reverses at {}, and spins the other way at up to {:.2f} rad/s; it began with {:.2f} rad/s",
                  times(run.reversals), strongest, first));
  stage.check("before, it rocks with a period of about half a second", std::abs(run.rocking - 0.5) < 0.1,
              fmt::format("{:.2f} s", run.rocking));
  stage.compare("Rattleback", "spin reverses after, s", "time", 8, run.reversals.empty() ? NAN : run.reversals[0]);
  stage.compare("Rattleback", "rocks before with a period of, s", "time", 0.5, run.rocking);
  Plot plot = plot_of("Spin of the rattleback");
  plot.curves.push_back(curve("spin", run));
  stage.add(std::move(plot));
  CameraWish camera;
  camera.eye = Vec3(0.25, -0.4, 0.3);
  camera.target = Vec3(0, 0, 0.01);
  stage.strip(film, {0, 7.5, film.end()}, "Rattleback", camera);
  if (stage.depth() == Depth::minimal) return;
  step_study(stage, start);
  losses(stage, start);
}

}  // namespace

Exhibit rattleback() {
  return {"rattleback", "Rattleback (Figures 10 and 11)",
          "Spun one way it rocks, stops and turns the other way after about 8 s; not with long steps; once or more "
          "often, as damping and friction have it.",
          play};
}

}  // namespace stiction::papers
