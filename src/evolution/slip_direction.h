// Which way a sliding contact slips, as friction sees it within a step.
#pragma once

#include "stiction/evolution/smooth_contact.h"

namespace stiction {

/// Friction follows the slip as long as that has a component ahead, and points ahead beyond: so the equations continue
/// smoothly past the moment at which slip ends, and that moment can be found.
///
/// Slip that has just begun is drawn to the direction in which it began until it has reached the threshold below which
/// it counts as none. Its own direction would be stiff: it turns at the rate mu g / |slip|, and where static and
/// dynamic friction are equal slip begins without acceleration, so explicit steps could not get away from its
/// beginning.
struct SlipDirection {
  Vec2 ahead = Vec2::UnitX();
  double gentle = 0;  ///< m/s: slower slip is drawn ahead

  SlipDirection() = default;
  SlipDirection(const SmoothContactState& state, const SmoothContactLaw& law);

  Vec2 of(const Vec2& slip) const {
    const double speed = slip.norm();
    if (!(slip.dot(ahead) > 0) || speed < kNoSlip) return ahead;
    if (speed >= gentle) return slip / speed;
    return (slip + (gentle - speed) * ahead).normalized();
  }

  /// Slower slip (m/s) than this has no direction.
  static constexpr double kNoSlip = 1e-14;
};

inline SlipDirection::SlipDirection(const SmoothContactState& state, const SmoothContactLaw& law)
    : ahead(state.slip_direction) {
  const double speed = state.slip.norm();
  const bool begins = speed <= law.slip_threshold;
  if (begins) gentle = law.slip_threshold;
  if (speed > kNoSlip && (!begins || !(state.slip.dot(ahead) > 0))) ahead = state.slip / speed;
}

}  // namespace stiction
