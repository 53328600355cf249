// Writes a recording of a world that somebody else steps, in the form that `stiction run` writes.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "stiction/recording/recorder.h"
#include "stiction/scene/probe.h"
#include "stiction/scene/scene.h"
#include "stiction/stepping/motion.h"

namespace stiction {

struct RecordingIntervals {
  double frames_per_second = 50;
  double checkpoint_every = 1;  ///< simulated s
  bool live = false;            ///< inputs are recorded, too
};

/// A world as recordings show it at one moment.
Frame frame_of(const World& world, const Probes& probes);
/// What stays constant over the recording of a scene; intervals in steps.
RecordingHeader header_of(const Scene& scene, const WorldModel& model, std::int64_t frame_interval,
                          std::int64_t checkpoint_interval);

/// HDF5 knows no threads: all users of HDF5 in a process must share a lock (in Python, that is the GIL).
class WorldRecorder {
 public:
  /// Throws InputError unless the world is at its first step, and where the file cannot be written.
  WorldRecorder(const std::string& path, const Scene& scene, const World& world, const RecordingIntervals& intervals);

  /// `inputs`: what was done to a live world before this step.
  void add_step(const World& world, std::span<const LiveInput> inputs = {});
  /// Adds the last frame and a checkpoint, so that the run can be resumed where it ended.
  void close(const World& world);

 private:
  Probes probes_;
  std::int64_t frame_interval_, checkpoint_interval_, settle_step_;
  Displacement from_start_, from_settled_;
  std::optional<Recorder> recorder_;
};

}  // namespace stiction
