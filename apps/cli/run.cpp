#include "run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "progress.h"
#include "scene_source.h"
#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/session/world_recorder.h"
#include "stop_signal.h"

namespace stiction::cli {
namespace {

constexpr double kMaxFramesPerSecond = 50;
/// Long runs get fewer frames a second: a viewer needs no more, and files stay small.
constexpr double kMaxFrames = 3000;
constexpr double kCheckpointSeconds = 1;  // simulated
constexpr double kMaxCheckpoints = 300;
/// Slow scenes also get a checkpoint after this much wall time, s.
constexpr double kCheckpointWall = 10;
constexpr std::int64_t kReplayBlock = 4096;

std::int64_t step_count(const Scene& scene) {
  return static_cast<std::int64_t>(std::ceil(scene.duration / scene.step - 1e-6));
}

std::int64_t whole_steps(double seconds, double step) {
  return static_cast<std::int64_t>(std::clamp(std::round(seconds / step), 1.0, 1e15));
}

std::int64_t frame_interval(const RunOptions& options, const Scene& scene) {
  if (const auto& rate = options.frames_per_second) {
    if (!(*rate > 0)) throw InputError("--frames-per-second", "is not above 0", "give for example 50");
    return whole_steps(1 / *rate, scene.step);
  }
  const double seconds = std::max(1 / kMaxFramesPerSecond, scene.duration / kMaxFrames);
  // Rounded up, as these are upper limits; a step of 0.0200001 s still gets a frame each.
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(seconds / scene.step - 1e-6)));
}

std::int64_t checkpoint_interval(const RunOptions& options, const Scene& scene) {
  if (const auto& every = options.checkpoint_every) {
    if (!(*every > 0)) throw InputError("--checkpoint-every", "is not above 0 s", "give for example 1");
    return whole_steps(*every, scene.step);
  }
  return whole_steps(std::max(kCheckpointSeconds, scene.duration / kMaxCheckpoints), scene.step);
}

/// Throws if the user wants to see probes of a scene that has none.
void check_probes(const RunOptions& options, const Scene& scene) {
  if (options.probes.empty() || !scene.probes.empty()) return;
  throw InputError("--probes", "is given, but the scene has no probes", "add \"probes\" to the scene, or leave it out");
}

/// The recorded scene with the wanted duration; throws if the options ask for a different scene.
Scene scene_to_resume(const RunOptions& options, const Recording& source) {
  const Scene recorded = scene_from_json(source.header().scene_json, source.path() + ": scene");
  SceneOptions wanted = options.scene;
  wanted.duration = options.scene.duration.value_or(recorded.duration);
  Scene scene = recorded;
  if (wanted.source.empty()) {
    if (!wanted.set.empty() || wanted.seed) {
      throw InputError(source.path(), "cannot take --set or --seed: its scene is recorded",
                       "leave them out, or name the scene as well");
    }
    apply_overrides(wanted, scene);
  } else {
    scene = load(wanted);
  }
  Scene same_duration = scene;
  same_duration.duration = recorded.duration;
  if (scene_to_json(same_duration) != scene_to_json(recorded)) {
    throw InputError(source.path(), "was recorded from another scene or with other settings",
                     "resume with nothing but --resume (and --duration), or start a new run");
  }
  return scene;
}

double total_energy(const World& world) {
  return world.kinetic_energy() + world.potential_energy() + world.elastic_energy();
}

}  // namespace

Run::Run(Scene scene, World world, const WorldState& initial)
    : scene_(std::move(scene)),
      world_(std::move(world)),
      probes_(scene_),
      target_(step_count(scene_)),
      settle_step_(settle_step(scene_.step)),
      checkpoint_wall_(wall_seconds()),
      from_start_(world_.model()),
      from_settled_(world_.model()) {
  from_start_.set_reference(initial);
}

Run Run::start(const RunOptions& options) {
  Scene scene = load(options.scene);
  check_probes(options, scene);
  World world = build_world(scene);
  const WorldState initial = world.state();
  Run run(std::move(scene), std::move(world), initial);
  run.frame_interval_ = frame_interval(options, run.scene_);
  run.checkpoint_interval_ = checkpoint_interval(options, run.scene_);
  run.energy_start_ = total_energy(run.world_);
  const Frame first = frame_of(run.world_, run.probes_);
  run.add_frame(first);
  if (!options.no_record) {
    run.recording_path_ = options.output.empty() ? short_name(options.scene.source) + ".h5" : options.output;
    const auto header = header_of(run.scene_, run.world_.model(), run.frame_interval_, run.checkpoint_interval_);
    run.recorder_ = Recorder::create(run.recording_path_, header, initial, first);
  }
  return run;
}

Run Run::resume(const RunOptions& options) {
  const Recording source(options.resume);
  Scene scene = scene_to_resume(options, source);
  check_probes(options, scene);
  if (step_count(scene) < source.step_count()) {
    throw InputError(options.resume, "already holds " + std::to_string(source.step_count()) + " steps",
                     "ask for a longer --duration");
  }
  const std::int64_t checkpoint = source.last_valid_checkpoint();
  const WorldModel model = build_world(scene).model();
  const WorldState initial = source.checkpoint(0);
  const World first(model, initial);
  Run run(std::move(scene), World(model, source.checkpoint(checkpoint)), initial);
  run.energy_start_ = total_energy(first);
  run.resumed_at_ = run.world_.state().step;
  run.frame_interval_ = source.header().frame_interval;
  run.checkpoint_interval_ = source.header().checkpoint_interval;
  run.replay_statistics(source, checkpoint);
  if (!options.no_record) {
    run.recording_path_ = options.output.empty() ? options.resume : options.output;
    std::error_code failure;
    const bool in_place = std::filesystem::equivalent(run.recording_path_, options.resume, failure);
    // A complete recording is left as it is.
    if (!run.finished() || !in_place) {
      const auto header = header_of(run.scene_, model, run.frame_interval_, run.checkpoint_interval_);
      run.recorder_ = Recorder::resume(run.recording_path_, header, source, checkpoint);
    }
  }
  return run;
}

void Run::replay_statistics(const Recording& source, std::int64_t checkpoint) {
  const std::int64_t end = source.checkpoint_step(checkpoint);
  for (std::int64_t begin = 0; begin < end; begin += kReplayBlock) {
    for (const StepRecord& record : source.steps(begin, std::min(begin + kReplayBlock, end))) statistics_.add(record);
  }
  for (std::int64_t i = 0; i < source.frame_count() && source.frame_step(i) <= end; ++i) {
    add_frame(source.frame(i));
  }
  for (std::int64_t i = 0; i <= checkpoint && !from_settled_.has_reference(); ++i) {
    if (source.checkpoint_step(i) >= settle_step_ && source.checkpoint_valid(i)) {
      from_settled_.set_reference(source.checkpoint(i));
    }
  }
}

void Run::advance() {
  {
    Progress progress(scene_.name, world_.state().time, scene_.duration);
    while (!finished() && !stop_requested()) {
      record_step(world_.step());
      checkpoint_if_due();
      progress.update(world_.state().time, world_.report().contacts, statistics_.worst().error);
    }
  }
  finish_recording();
}

void Run::record_step(const StepReport& report) {
  const WorldState& state = world_.state();
  if (state.step == settle_step_) from_settled_.set_reference(state);
  const StepRecord record{state.step, report, from_start_.measure(state), from_settled_.measure(state)};
  statistics_.add(record);
  if (state.step % frame_interval_ == 0 || finished()) {
    const Frame frame = frame_of(world_, probes_);
    add_frame(frame);
    if (recorder_) recorder_->add(frame);
  }
  if (recorder_) recorder_->add(record);
}

void Run::add_frame(const Frame& frame) {
  statistics_.add(world_.model(), frame);
  if (!scene_.probes.empty()) probe_log_.add(frame.time, frame.probes);
}

void Run::checkpoint_if_due() {
  if (!recorder_) return;
  const std::int64_t step = world_.state().step;
  // The state after settling is what later displacements are measured from: a resumed run needs it.
  const bool due = step % checkpoint_interval_ == 0 || step == settle_step_;
  if (!due && wall_seconds() - checkpoint_wall_ < kCheckpointWall) return;
  recorder_->add_checkpoint(world_.state());
  checkpoint_wall_ = wall_seconds();
}

void Run::finish_recording() {
  if (!recorder_) return;
  const std::int64_t step = world_.state().step;
  if (recorder_->last_frame_step() < step) recorder_->add(frame_of(world_, probes_));
  if (recorder_->last_checkpoint_step() < step) recorder_->add_checkpoint(world_.state());
  recorder_->close();
}

}  // namespace stiction::cli
