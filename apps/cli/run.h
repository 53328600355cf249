// One run of a scene: from the start or from a checkpoint, to its end or until it is stopped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "probe_log.h"
#include "run_options.h"
#include "run_statistics.h"
#include "stiction/recording/recorder.h"
#include "stiction/scene/probe.h"
#include "stiction/scene/scene.h"
#include "stiction/stepping/motion.h"
#include "stiction/stepping/world.h"

namespace stiction::cli {

class Run {
 public:
  /// From the scene's initial state. Throws InputError.
  static Run start(const RunOptions& options);
  /// From the last sound checkpoint of options.resume. The recorded scene rules: a scene or setting given as well
  /// must be the same, only the duration may differ. Throws InputError.
  static Run resume(const RunOptions& options);

  /// Steps to the end, recording on the way; ends early between two steps if stop_requested().
  void advance();

  const Scene& scene() const { return scene_; }
  const World& world() const { return world_; }
  const RunStatistics& statistics() const { return statistics_; }
  const std::string& recording_path() const { return recording_path_; }  ///< empty if nothing is recorded
  const Probes& probes() const { return probes_; }
  const ProbeLog& probe_log() const { return probe_log_; }  ///< a line for every frame
  double energy_start() const { return energy_start_; }     ///< J
  std::int64_t resumed_at() const { return resumed_at_; }   ///< step, or -1 if not resumed
  bool finished() const { return world_.state().step >= target_; }

 private:
  Run(Scene scene, World world, const WorldState& initial);
  void record_step(const StepReport& report);
  void add_frame(const Frame& frame);
  void checkpoint_if_due();
  void finish_recording();
  void replay_statistics(const Recording& source, std::int64_t checkpoint);

  Scene scene_;
  World world_;
  Probes probes_;
  ProbeLog probe_log_;
  std::int64_t target_ = 0, settle_step_ = 0, resumed_at_ = -1;
  std::int64_t frame_interval_ = 1, checkpoint_interval_ = 1;
  double energy_start_ = 0, checkpoint_wall_ = 0;
  Displacement from_start_, from_settled_;
  RunStatistics statistics_;
  std::optional<Recorder> recorder_;
  std::string recording_path_;
};

}  // namespace stiction::cli
