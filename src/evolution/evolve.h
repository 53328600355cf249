// Moves a contact forward in time, with all that may happen to it on the way.
//
// Kry and Pai (2002), sections 3.4 to 3.7. Beyond the paper: both bodies may move, an error-controlled integrator,
// every switch and crossing found as an event in time (so that a result does not depend on where the steps fell), and
// contacts that pass through extraordinary vertices.
#pragma once

#include <string>
#include <vector>

#include "stiction/evolution/smooth_contact.h"

namespace stiction {

struct EvolutionOptions {
  enum class Method {
    kRungeKutta4,   ///< as in the paper: steps grow to max_step, and are halved down to min_step before an event
    kDormandPrince  ///< order 5 with an embedded order 4, under error control
  };
  Method method = Method::kDormandPrince;
  /// RungeKutta4 integrates q̇, as the paper does, and not the velocities of the state. Needs third derivatives; in
  /// vertex charts, where there are none, it has no effect.
  bool coordinate_velocities = false;
  double min_step = 1e-3;   ///< s, RungeKutta4: events are looked for within steps of this length; at most max_step
  double max_step = 1e-2;   ///< s
  double tolerance = 1e-9;  ///< DormandPrince: error of a step, relative to the lengths and speeds of the motion
  /// Above this, contact coordinates no longer describe the contact well, and it is left to the general path.
  double max_condition = 1e8;
  /// Hop over extraordinary vertices with `bounce_speed` (m/s), as the paper does, and do not pass through them.
  bool bounce_at_vertices = false;
  double bounce_speed = 0.02;
  int max_events = 10000;  ///< in one call; more of them end it as kStalled
};

/// Why a contact is no longer evolved.
enum class ContactEnd {
  kNone,         ///< it goes on
  kSeparated,    ///< the contact force vanished: the bodies fly apart
  kBounced,      ///< pushed apart near an extraordinary vertex
  kConforming,   ///< the surfaces are too alike (or overlap) at the contact
  kSurfaceEnds,  ///< the contact came to where a surface has no neighbouring patch
  kCrease,       ///< the contact came to a sharp edge
  kJammed,       ///< sliding friction outweighs the normal force; only an impact can go on from here
  kStopped,      ///< an observer ended it
  kStalled       ///< steps became too small, or events too many
};

struct ContactEvent {
  enum class Kind { kRolls, kSlides, kStopsSpinning, kSpins, kCrossesFirst, kCrossesSecond, kEnds };
  double time = 0;  ///< s since the call
  Kind kind = Kind::kEnds;
  int patch = 0;  ///< of a crossing: the patch that is entered
};

struct EvolutionOutcome {
  ContactEnd end = ContactEnd::kNone;
  double elapsed = 0;  ///< s: how far the state was moved
  int steps = 0, rejected = 0, evaluations = 0;
  std::vector<ContactEvent> events;
  std::vector<double> step_sizes;  ///< of the steps taken, s
  SmoothContact::Bodies bodies;    ///< where the contact ended; with the speed of a bounce

  bool in_contact() const { return end == ContactEnd::kNone; }
  /// The bodies still touch, but not in a way that contact coordinates describe.
  bool left_to_general_path() const {
    return end != ContactEnd::kNone && end != ContactEnd::kSeparated && end != ContactEnd::kBounced;
  }
  /// What happened, in words.
  std::string message() const;
};

/// Sees every step of a contact, and may end it.
class ContactObserver {
 public:
  virtual ~ContactObserver() = default;
  /// After a step of `h` (s) that led to `state`, with the contact force there. False: the contact ends, as kStopped.
  virtual bool after_step(const SmoothContactState& state, const ContactReaction& reaction, double h) = 0;
};

/// Moves `state` by `duration` (s), or up to where the contact ends.
EvolutionOutcome evolve(const SmoothContact& contact, SmoothContactState& state, double duration, const Vec3& gravity,
                        const EvolutionOptions& options = {}, ContactObserver* observer = nullptr);

}  // namespace stiction
