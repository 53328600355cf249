#include "stiction/evolution/evolve.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stiction/evolution/evolver.h"
#include "stiction/evolution/switching.h"

namespace stiction {
EvolutionOutcome evolve(const SmoothContact& contact, SmoothContactState& state, double duration, const Vec3& gravity,
                        const EvolutionOptions& options, ContactObserver* observer) {
  check_evolution(duration, options);
  EvolutionOptions used = options;
  used.min_step = std::min(options.min_step, options.max_step);
  const BodyMotion& second = state.second_body;
  const bool still = contact.second().fixed && second.velocity.isZero(0) && second.angular_velocity.isZero(0);
  EvolutionOutcome outcome = still ? Evolver<kSecondFixed>(contact, state, gravity, used, observer).run(duration)
                                   : Evolver<kSecondMoves>(contact, state, gravity, used, observer).run(duration);
  state.psi = std::remainder(state.psi, 2 * std::numbers::pi);
  return outcome;
}

std::string EvolutionOutcome::message() const {
  switch (end) {
    case ContactEnd::kNone:
      return "in contact";
    case ContactEnd::kSeparated:
      return "separated: the contact force vanished";
    case ContactEnd::kBounced:
      return "bounced near an extraordinary vertex";
    case ContactEnd::kConforming:
      return "left to the general path: the surfaces nearly conform at the contact";
    case ContactEnd::kSurfaceEnds:
      return "left to the general path: the contact reached the end of a surface";
    case ContactEnd::kCrease:
      return "left to the general path: the contact reached a sharp edge";
    case ContactEnd::kJammed:
      return "left to the general path: sliding friction jams the contact";
    case ContactEnd::kStopped:
      return "left to the general path: stopped from outside";
    case ContactEnd::kStalled:
      return "left to the general path: steps became too small or events too many";
  }
  return "unknown";
}

}  // namespace stiction
