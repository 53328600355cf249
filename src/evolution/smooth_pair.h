// Two smooth bodies that fly, bounce and touch: continuous contact with all that comes before and after it.
#pragma once

#include <vector>

#include "stiction/evolution/collision_law.h"
#include "stiction/evolution/evolve.h"

namespace stiction {

struct PairOptions {
  EvolutionOptions evolution;
  CollisionLaw collision;
  /// m/s: impacts that leave less than this along the normal end in continuous contact. 0.02 m/s is a bounce of 4 ms.
  double entry_speed = 0.02;
  double flight_step = 2e-3;  ///< s: how often flying bodies are looked at
  /// Where the places that were nearest lead nowhere, look for the nearest ones everywhere: slow. Else bodies fly on.
  bool search = true;
};

/// All that changes, plain values.
struct PairState {
  bool touching = false;
  SmoothContactState contact;    ///< while touching
  SmoothContact::Bodies bodies;  ///< always
  /// While flying: the places that were nearest to each other, where they are looked for again.
  SurfacePlace first, second;
  bool placed = false;  ///< whether these are known
};

struct PairEvent {
  enum class Kind { kImpact, kTouches, kLeaves, kContact };
  double time = 0;  ///< s since the call
  Kind kind = Kind::kImpact;
  double speed = 0;      ///< of an impact: approach along the normal, m/s
  ContactEvent contact;  ///< of kContact: what happened in continuous contact
};

struct PairOutcome {
  ContactEnd end = ContactEnd::kNone;  ///< anything that leaves the pair to the general path
  double elapsed = 0;                  ///< s
  std::vector<PairEvent> events;
  struct Step {
    double time = 0, length = 0;  ///< s: when it ended since the call, and how long it was
  };
  std::vector<Step> steps;  ///< of the integrator, in continuous contact
};

/// Moves a pair by `duration` (s). While flying, only the pair of points that was nearest before is followed; a caller
/// with more bodies, or surfaces that may meet elsewhere, finds contacts itself and sets `first` and `second`.
PairOutcome advance_pair(const SmoothContact& contact, PairState& state, double duration, const Vec3& gravity,
                         const PairOptions& options = {}, ContactObserver* observer = nullptr);

}  // namespace stiction
