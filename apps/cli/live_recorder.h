// Recordings of a live world: begun and ended while it runs.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "stiction/live/live_loop.h"
#include "stiction/session/world_recorder.h"

namespace stiction::cli {

class LiveRecorder {
 public:
  /// `path` of the first recording; further ones get a number.
  LiveRecorder(Scene scene, std::string path, bool from_the_start);

  /// To be given to the loop; must not outlive this.
  LiveObserver observer();
  void start(LiveLoop& loop);  ///< the world's clock starts anew
  void stop(LiveLoop& loop);

  /// Of the recording under way; empty without.
  std::string path() const;
  /// All that were made.
  std::vector<std::string> made() const;

 private:
  void begin(const LiveWorld& world, std::span<const LiveInput> inputs);
  void add(const LiveWorld& world, std::span<const LiveInput> inputs);
  void end(const LiveWorld& world);

  const Scene scene_;
  const std::string first_path_;
  // Of the loop's thread.
  std::unique_ptr<WorldRecorder> recorder_;
  std::vector<LiveInput> pending_;
  // Shared.
  mutable std::mutex mutex_;
  bool wanted_;
  std::string path_;
  std::vector<std::string> made_;
};

}  // namespace stiction::cli
