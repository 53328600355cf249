// Writing a recording, so that it can be read meanwhile and survives the writer's death.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "stiction/recording/recording.h"
#include "stiction/recording/records.h"

namespace stiction {

/// Writes one HDF5 file in single-writer-multiple-reader mode. The file appears under its name complete with the
/// initial state; from then on, whatever happens to the process, it opens and holds everything up to the last
/// flush. Flushes come every half second of wall time, with each checkpoint and at close. One thread at a time.
class Recorder {
 public:
  /// Starts a recording. An older recording at `path` is replaced; any other file there is left alone and gives
  /// an InputError, as does a place that cannot be written or a recording that another run is writing.
  /// @param initial state before the first step: checkpoint 0
  static Recorder create(const std::string& path, const RecordingHeader& header, const WorldState& initial,
                         const Frame& initial_frame);

  /// Starts a recording at `path` with everything `source` holds up to its checkpoint `checkpoint`, and goes on
  /// from there. `path` may be the source's own: the old file stays until the copy is complete.
  static Recorder resume(const std::string& path, const RecordingHeader& header, const Recording& source,
                         std::int64_t checkpoint);

  ~Recorder();  ///< closes; failures then go unnoticed, so call close() to hear of them
  Recorder(Recorder&&) noexcept;
  Recorder& operator=(Recorder&&) noexcept;

  void add(const StepRecord& record);  ///< every step, in order
  void add(const Frame& frame);        ///< in order
  void add_checkpoint(const WorldState& state);
  /// What was done to a live run (RecordingHeader::live), before the steps that it acts on.
  void add(const LiveInput& input);
  void flush();
  /// Flushes and closes in order: the file then opens with any HDF5 program.
  void close();

  const std::string& path() const;
  std::int64_t last_checkpoint_step() const;
  std::int64_t last_frame_step() const;

 private:
  struct Impl;
  explicit Recorder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
