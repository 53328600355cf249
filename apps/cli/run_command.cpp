#include "run_command.h"

#include <fmt/core.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "exit_codes.h"
#include "final_state.h"
#include "run.h"
#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/stepping/measures.h"
#include "stop_signal.h"

namespace stiction::cli {
namespace {

constexpr int kMaxThreads = 1024;

void check_options(const RunOptions& options) {
  if (options.scene.source.empty() && options.resume.empty()) {
    throw InputError("run", "no scene is given", "name a scene file or a scene of the gallery (`stiction scene list`)");
  }
  if (options.threads && (*options.threads < 1 || *options.threads > kMaxThreads)) {
    throw InputError("--threads", fmt::format("is {}", *options.threads), fmt::format("give 1 to {}", kMaxThreads));
  }
  if (!options.final_state.empty()) check_final_state_path(options.final_state);
  if (!options.probes.empty()) check_probes_path(options.probes);
}

RunSummary summarize(const Run& run) {
  RunSummary summary;
  summary.scene = &run.scene();
  summary.statistics = &run.statistics();
  summary.simulated_s = run.world().state().time;
  summary.energy_start = run.energy_start();
  summary.energy_elastic = run.world().elastic_energy();
  summary.energy_end = run.world().kinetic_energy() + run.world().potential_energy() + summary.energy_elastic;
  summary.momentum = linear_momentum(run.world());
  summary.angular_momentum = angular_momentum(run.world());
  summary.hash = hash(run.world().state());
  summary.recording = run.recording_path();
  summary.stopped = !run.finished();
  summary.resumed_at = run.resumed_at();
  summary.moving_bodies =
      static_cast<int>(std::count_if(run.world().model().bodies.begin(), run.world().model().bodies.end(),
                                     [](const RigidBody& body) { return !body.fixed || body.soft; }));
  return summary;
}

}  // namespace

int run_command(const RunOptions& options) {
  const double cpu = cpu_seconds(), wall = wall_seconds();
  check_options(options);
  const int threads = options.threads.value_or(
      static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism)));
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));

  catch_stop_signals();
  Run run = options.resume.empty() ? Run::start(options) : Run::resume(options);
  // What was spent before a resume is in the recording.
  const double earlier_cpu = run.statistics().step_cpu_s(), earlier_wall = run.statistics().step_wall_s();
  // An arena of its own: the default one is never wider than the machine.
  tbb::task_arena(threads).execute([&] { run.advance(); });

  RunSummary summary = summarize(run);
  summary.cpu_s = earlier_cpu + cpu_seconds() - cpu;
  summary.wall_s = earlier_wall + wall_seconds() - wall;
  if (!options.final_state.empty()) write_final_state(options.final_state, run.world());
  if (!options.probes.empty()) run.probe_log().write(options.probes, run.probes().columns());
  fmt::print("{}", options.json ? to_json(summary) + "\n" : to_text(summary));
  if (!options.json && !summary.recording.empty()) {
    // ./run says how it is called: there the program itself is not on the path.
    const char* caller = std::getenv("STICTION_COMMAND");
    fmt::print("  Look at it  {} view {}\n", caller != nullptr ? caller : "stiction", summary.recording);
  }
  if (std::fflush(stdout) != 0) throw Error("the summary could not be written to standard output");
  if (summary.stopped) return kStopped;
  return options.strict && !run.statistics().all_converged() ? kNotConverged : kGood;
}

}  // namespace stiction::cli
