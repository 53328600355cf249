// One pair of smooth bodies through one step: flight, impacts, contact and what lies between.
#pragma once

#include <optional>
#include <vector>

#include "stiction/state/step_report.h"
#include "stiction/stepping/smooth_bodies.h"

namespace stiction {

/// Two bodies that have nothing but each other; the first one moves freely.
struct SmoothPairModel {
  int first = -1, second = -1;  ///< in the world
  const RigidBody *first_body = nullptr, *second_body = nullptr;
  const SmoothSkin *first_skin = nullptr, *second_skin = nullptr;
  const SmoothContact* contact = nullptr;
  PairOptions options;
};

/// Where a pair goes.
struct SmoothAdvance {
  std::optional<SmoothLeave> left;  ///< why it must be left to the general path; then nothing else counts
  PairState pair;
  std::vector<SmoothEvent> events;
  double clearance = 0;  ///< from a second contact, see SecondContact
};

/// As reports tell it.
SmoothLeave leave_reason(ContactEnd end);
SmoothEventKind event_kind(ContactEvent::Kind kind);

/// Moves a pair by `h` (s) from `time` on. Flying bodies are looked at every `flight_step`: sphere trees of their
/// triangulations find where they may meet, and Newton's method on the surfaces finds the place. Bodies that are not
/// convex are also watched for a second contact while they touch. `clearance`: what is known of one at the start; it
/// saves work and changes nothing else, so that a resumed run may begin without.
SmoothAdvance advance_smooth_pair(const SmoothPairModel& model, PairState start, double clearance, double time,
                                  double h, const Vec3& gravity);

}  // namespace stiction
