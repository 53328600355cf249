// A recording in the form that the viewer reads: a header, small tables, then poses and contacts frame by frame, so
// that a viewer fetches only what it shows. docs/viewer.md describes the bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/recording/recording.h"

namespace stiction {

/// What a viewer wants to know beside the recording itself.
struct ReplayScene {
  std::string name;
  std::string summary;                      ///< the run in words
  std::vector<RigidBody> bodies;            ///< in the order of the recording
  std::vector<std::string> materials;       ///< name of each body's material
  std::vector<std::pair<int, int>> joints;  ///< bodies that each joint ties together; -1 is the world
  double step = 0.01;                       ///< h, s
  double tolerance = 0;                     ///< of a converged step
};

/// How much a replay may hold; 0: no limit.
struct ReplayLimits {
  std::uint64_t frame_bytes = 0;  ///< of all frames together: beyond it, only every n-th frame is kept, and the last
  std::int64_t steps = 0;         ///< beyond it, only the worst step of each group is kept
};

/// The replay as a sequence of bytes, of which all but the header and small tables are made when they are asked for.
/// Refers to the recording, which must live as long. Use from one thread at a time, as the recording.
class Replay {
 public:
  /// Throws InputError if bodies and recording do not belong together.
  Replay(const Recording& recording, const ReplayScene& scene, const ReplayLimits& limits = {});
  ~Replay();
  Replay(Replay&&) noexcept;
  Replay& operator=(Replay&&) noexcept;

  std::uint64_t size() const;
  /// The bytes from `offset` on, at most `length` of them. Throws InputError if the recording turns out damaged.
  std::string read(std::uint64_t offset, std::uint64_t length) const;

  std::int64_t frame_count() const;  ///< of those kept

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
