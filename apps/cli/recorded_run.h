// A recording together with what its scene tells: everything that looking at a run needs.
#pragma once

#include <memory>
#include <string>

#include "stiction/export/replay.h"
#include "stiction/recording/recording.h"
#include "stiction/scene/scene.h"

namespace stiction::cli {

class RecordedRun {
 public:
  /// Throws InputError, naming the file and a remedy.
  explicit RecordedRun(const std::string& path);

  const Recording& recording() const { return recording_; }
  const Scene& scene() const { return scene_; }
  /// The words that `stiction run` ended with.
  const std::string& summary() const { return summary_; }
  Replay replay(const ReplayLimits& limits = {}) const;

 private:
  Recording recording_;
  Scene scene_;
  World world_;  ///< at the last checkpoint
  std::string summary_;
};

}  // namespace stiction::cli
