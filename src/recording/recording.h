// Reading a recording: also one that is being written, and one whose writer was killed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "stiction/recording/records.h"

namespace stiction {

/// A recording as it was when opened; open it again to see what a living writer has added since.
/// Everything counted here is complete: a tail torn by a crash is left out. Use from one thread at a time.
class Recording {
 public:
  /// Throws InputError, naming the file and a remedy, for anything that is not a sound recording.
  explicit Recording(const std::string& path);
  ~Recording();
  Recording(Recording&&) noexcept;
  Recording& operator=(Recording&&) noexcept;

  /// Whether `path` is a stiction recording at all, sound or not.
  static bool is_recording(const std::string& path);

  const std::string& path() const;
  const RecordingHeader& header() const;

  std::int64_t step_count() const;  ///< steps 1 ... step_count() are recorded
  std::int64_t frame_count() const;
  std::int64_t checkpoint_count() const;  ///< at least 1: the initial state

  /// Records of the steps begin+1 ... end.
  std::vector<StepRecord> steps(std::int64_t begin, std::int64_t end) const;
  /// What was done to a live run, in order; none of any other.
  std::vector<LiveInput> inputs() const;
  Frame frame(std::int64_t index) const;
  std::vector<FrameBody> frame_bodies(std::int64_t index) const;
  std::vector<ContactState> frame_contacts(std::int64_t index) const;
  std::vector<std::vector<double>> frame_deformations(std::int64_t index) const;
  std::int64_t frame_contact_count(std::int64_t index) const;
  std::int64_t frame_step(std::int64_t index) const;
  double frame_time(std::int64_t index) const;  ///< s

  std::int64_t checkpoint_step(std::int64_t index) const;
  /// Whether the checkpoint's checksum matches its content.
  bool checkpoint_valid(std::int64_t index) const;
  /// Throws InputError if the checkpoint is damaged.
  WorldState checkpoint(std::int64_t index) const;
  /// The last checkpoint that is whole and not ahead of the recorded steps.
  std::int64_t last_valid_checkpoint() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
