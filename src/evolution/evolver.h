// One call of evolve(): steps, and the events between them.
//
// A step starts from a settled state: inside its patches, with a contact force that pushes, in a mode that the force
// allows. settle() sees to that, and is the only place where anything switches. A step that ends in a state that is not
// settled is taken back and cut at the first moment at which something changes; settle() then finds out what.
#pragma once

#include <array>

#include "stiction/evolution/contact_dynamics.h"
#include "stiction/evolution/evolve.h"

namespace stiction {

template <int N>
class Evolver {
 public:
  Evolver(const SmoothContact& contact, SmoothContactState& state, const Vec3& gravity, const EvolutionOptions& options,
          ContactObserver* observer)
      : contact_(contact),
        state_(state),
        gravity_(gravity),
        options_(options),
        observer_(observer),
        y_(pack<N>(state)) {}

  EvolutionOutcome run(double duration);

 private:
  using Vector = MotionVector<N>;
  /// A step that was tried: its end, the derivative and the contact force there, and its error over the tolerance.
  struct Trial {
    Vector end, rate;
    ContactReaction reaction;
    double error = 0;
  };
  /// Positive where all is well; each belongs to one thing that may change.
  using Watch = std::array<double, 7>;

  void evaluate(const StepContext& context, const Vector& y, Vector& rate, ContactReaction& reaction);
  void refresh();
  Trial attempt(double h);
  Vector coordinate_step(double h);
  double error_norm(const Vector& error) const;
  Watch watch(const Vector& y, const ContactReaction& reaction) const;
  Trial locate(double& h, const Watch& start, Trial far);
  void accept(const Trial& trial, double h);

  void settle();
  bool settle_places();
  bool settle_slip();
  bool settle_spin();
  bool cross(bool first);
  ContactReaction reaction_in(const ContactMode& mode, const Vec2& slip_direction);
  Vec2 slip_onset(const Vec2& guess);
  void stop(bool rolling, bool spin_locked);
  void note(ContactEvent::Kind kind, int patch = 0);
  void finish(ContactEnd end);

  const SmoothContact& contact_;
  SmoothContactState& state_;
  const Vec3 gravity_;
  const EvolutionOptions& options_;
  ContactObserver* observer_;  ///< may be none
  Vector y_, rate_;
  ContactReaction reaction_;
  StepContext context_;
  EvolutionOutcome outcome_;
};

extern template class Evolver<kSecondFixed>;
extern template class Evolver<kSecondMoves>;

}  // namespace stiction
