// A live world at 1000 Hz: what its steps cost while a scripted hand drags a brick through a dry wall.
#include <fmt/core.h>
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>
#include <tuple>
#include <vector>

#include "../command_line.h"
#include "stiction/common/timer.h"
#include "stiction/live/device.h"
#include "stiction/live/governor.h"
#include "stiction/live/live_world.h"
#include "stiction/scene/gallery.h"

namespace {

using namespace stiction;

struct Options {
  double seconds = 60, step = 1e-3, budget_ms = 0.8, tolerance = 1e-4;
  int repeats = 2;  ///< runs from the recorded inputs
  int work = 0;     ///< a fixed limit on the factorizations of a step; 0: as the budget allows
  bool paced = false;
};

/// Contacts that slide faster than this slip, m/s.
constexpr double kSlip = 1e-4;

double percentile(std::vector<double> values, double part) {
  const auto n = static_cast<std::size_t>(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(n), values.end());
  return values[n];
}

Scene dry_wall(const Options& options) {
  Scene scene = build_gallery_scene("wall", {{"rows", 3}, {"columns", 4}});
  scene.step = options.step;
  scene.solver.tolerance = options.tolerance;
  return scene;
}

/// Pulls a brick of the top row to and fro across the wall, rests, and pushes it along the wall into its neighbour.
ScriptedDevice hand(const World& world) {
  const int brick = static_cast<int>(world.model().bodies.size()) - 2;
  const Vec3 home = world.state().bodies[std::size_t(brick)].position;
  const auto at = [&](double x, double y, double z) {
    return DevicePose{brick, Vec3(0, 0, 0.01), home + Vec3(x, y, z)};
  };
  return ScriptedDevice({{0, at(0, 0, 0)},
                         {0.5, at(0, 0.06, 0)},
                         {1.5, at(0, -0.06, 0)},
                         {2.0, at(0, 0, 0)},
                         {2.5, at(0.03, 0, 0)},
                         {3.0, at(0, 0, 0)},
                         {3.2, DevicePose{-1, Vec3::Zero(), home}},
                         {3.5, at(0, 0, 0)}});
}

std::vector<std::tuple<int, int, std::uint64_t>> features(const WorldState& state) {
  std::vector<std::tuple<int, int, std::uint64_t>> all;
  for (const ContactState& c : state.contacts)
    if (c.impulse_normal > 0) all.emplace_back(c.body_a, c.body_b, c.feature);
  return all;
}

/// Runs `live` again from its inputs; lowers the times of steps that are faster this time. Returns the final state's
/// hash.
std::uint64_t repeat_timed(const Options& options, const LiveWorld& live, std::vector<double>& cpu_ms) {
  LiveWorld again(build_world(dry_wall(options)));
  std::size_t next = 0;
  for (std::size_t i = 0; i < cpu_ms.size(); ++i) {
    const double cpu = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    for (; next < live.inputs().size() && live.inputs()[next].step <= static_cast<std::int64_t>(i); ++next)
      again.apply(live.inputs()[next]);
    again.step();
    cpu_ms[i] = std::min(cpu_ms[i], 1e3 * (clock_seconds(CLOCK_THREAD_CPUTIME_ID) - cpu));
  }
  return hash(again.world().state());
}

void run(const Options& options) {
  LiveWorld live(build_world(dry_wall(options)));
  ScriptedDevice device = hand(live.world());
  WorkGovernor governor(1e-3 * options.budget_ms);
  const auto steps = static_cast<std::int64_t>(std::llround(options.seconds / options.step));
  std::vector<double> cpu_ms, wall_ms;
  std::int64_t busy = 0, converged = 0, cut = 0;
  double contacts = 0, worst_normal = 0, worst_normal_cut = 0, factorizations = 0, factorizations_cut = 0;
  int limit = std::numeric_limits<int>::max();
  auto before = features(live.world().state());
  const double start = wall_seconds();
  for (std::int64_t i = 0; i < steps; ++i) {
    if (options.paced) {
      const double early = start + static_cast<double>(i) * options.step - wall_seconds();
      if (early > 0) std::this_thread::sleep_for(std::chrono::duration<double>(early));
    }
    const double cpu = clock_seconds(CLOCK_THREAD_CPUTIME_ID), wall = wall_seconds();
    step_with(live, device);
    const double took = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - cpu;
    cpu_ms.push_back(1e3 * took);
    wall_ms.push_back(1e3 * (wall_seconds() - wall));
    const StepReport& report = live.world().report();
    governor.learn(report, took);
    factorizations += report.factorizations;
    if (report.path == SolvePath::unconverged) {
      ++cut;
      factorizations_cut += report.factorizations;
      worst_normal_cut = std::max(worst_normal_cut, report.certificate.normal);
    }
    const int wanted = options.work > 0 ? options.work : governor.limit();
    if (wanted != limit) {
      limit = wanted;
      live.apply({.action = LiveAction::work, .value = {static_cast<double>(limit), 0, 0}});
    }
    contacts += report.contacts;
    converged += report.converged;
    worst_normal = std::max(worst_normal, report.certificate.normal);
    auto now = features(live.world().state());
    const auto& all = live.world().state().contacts;
    busy += now != before || std::any_of(all.begin(), all.end(), [](const ContactState& c) {
              return c.impulse_normal > 0 && c.slip.norm() > kSlip;
            });
    before = std::move(now);
  }
  const double wall = wall_seconds() - start;
  const auto share = [&](std::int64_t count) { return 100 * double(count) / double(steps); };
  fmt::print("{} steps of {} ms, {} degrees of freedom, {:.0f} contacts on average\n", steps, 1e3 * options.step,
             6 * (live.world().model().bodies.size() - 1), contacts / double(steps));
  fmt::print("slipping or changing contacts: {:.1f} % of the steps\n", share(busy));
  fmt::print("converged at {:.0e}: {:.2f} % of the steps, with {:.1f} factorizations; others with {:.1f}\n",
             options.tolerance, share(converged), (factorizations - factorizations_cut) / double(steps - cut),
             factorizations_cut / double(std::max<std::int64_t>(1, cut)));
  fmt::print("contact constraint: worst violation {:.1e} m/s, in steps cut short {:.1e} m/s\n", worst_normal,
             worst_normal_cut);
  fmt::print("CPU of a step, ms:  p50 {:.3f}  p99 {:.3f}  p99.9 {:.3f}  max {:.3f}\n", percentile(cpu_ms, 0.5),
             percentile(cpu_ms, 0.99), percentile(cpu_ms, 0.999), percentile(cpu_ms, 1));
  fmt::print("wall of a step, ms: p50 {:.3f}  p99 {:.3f}  p99.9 {:.3f}  max {:.3f}; {:.0f} steps/s\n",
             percentile(wall_ms, 0.5), percentile(wall_ms, 0.99), percentile(wall_ms, 0.999), percentile(wall_ms, 1),
             double(steps) / wall);
  std::vector<double> fastest = cpu_ms;
  for (int run = 0; run < options.repeats; ++run) {
    const bool same = repeat_timed(options, live, fastest) == hash(live.world().state());
    fmt::print("repeated from its {} inputs: {}\n", live.inputs().size(), same ? "the same bits" : "DIFFERENT");
  }
  fmt::print(
      "CPU of a step, ms, the fastest of {} runs (what is slow in one only is the machine): p50 {:.3f}  p99 {:.3f}  "
      "p99.9 {:.3f}  max {:.3f}\n",
      options.repeats + 1, percentile(fastest, 0.5), percentile(fastest, 0.99), percentile(fastest, 0.999),
      percentile(fastest, 1));
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"A live world: cost of its steps while a scripted hand drags a brick through a dry wall"};
  app.add_option("--seconds", options.seconds, "simulated time")->check(stiction::bench::positive());
  app.add_option("--step", options.step, "s")->check(stiction::bench::positive());
  app.add_option("--budget-ms", options.budget_ms, "time a step may take")->check(stiction::bench::positive());
  app.add_option("--work", options.work, "factorizations a step may take, whatever the time")
      ->check(CLI::PositiveNumber);
  app.add_option("--tolerance", options.tolerance)->check(stiction::bench::positive());
  app.add_option("--repeats", options.repeats, "runs from the recorded inputs, to tell the machine's share")
      ->check(CLI::Range(0, 100));
  app.add_flag("--paced", options.paced, "steps in real time, not one after the other");
  if (const auto code = stiction::bench::parse(app, argc, argv)) return *code;
  // A step of this size is not worth a second thread, and the thread's own CPU clock must see all of it.
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  run(options);
  return 0;
}
