// What a replay tells of smooth bodies: their paths, their events and the steps of their integrator.
#pragma once

#include <cstdint>
#include <vector>

#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/recording/recording.h"

namespace stiction {

struct ReplaySmooth {
  /// Bins of step lengths: equal shares of a decade from `kLeastStep` (s) on; beyond the ends, the first and the last.
  static constexpr double kLeastStep = 1e-7;
  static constexpr int kBinsPerDecade = 8, kBins = 56;

  std::vector<std::int32_t> bodies;  ///< the smooth bodies that forces move
  std::vector<float> path;           ///< frame by frame, of each of them: x, y, z of the centre of mass, m
  std::vector<std::uint32_t> steps;  ///< of each of them: how many steps of the integrator fell into each bin
  // Events, in order of time, without steps of the integrator.
  std::vector<double> time;  ///< s
  std::vector<std::int32_t> body, kind, patch;
  std::vector<float> value;
};

/// `frames`: those that the replay keeps. Of more than `most_events` events only the first ones are told.
ReplaySmooth smooth_tables(const Recording& recording, const std::vector<RigidBody>& bodies,
                           const std::vector<std::int64_t>& frames, std::size_t most_events = 50000);

}  // namespace stiction
