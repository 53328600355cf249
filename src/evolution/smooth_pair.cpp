#include "stiction/evolution/smooth_pair.h"

#include <optional>

#include "stiction/common/error.h"
#include "stiction/evolution/contact_search.h"
#include "stiction/evolution/free_flight.h"

namespace stiction {
namespace {

class Pair {
 public:
  Pair(const SmoothContact& contact, PairState& state, const Vec3& gravity, const PairOptions& options,
       ContactObserver* observer)
      : contact_(contact), state_(state), gravity_(gravity), options_(options), observer_(observer) {}

  PairOutcome run(double duration) {
    while (outcome_.end == ContactEnd::kNone && !done_ && outcome_.elapsed < duration) {
      if (static_cast<int>(outcome_.events.size()) > options_.evolution.max_events) {
        outcome_.end = ContactEnd::kStalled;
      } else if (state_.touching) {
        touch(duration - outcome_.elapsed);
      } else {
        fly_on(duration - outcome_.elapsed);
      }
    }
    if (done_) outcome_.elapsed = duration;  // exactly, whatever the sum of the parts
    return outcome_;
  }

 private:
  void note(PairEvent::Kind kind, double speed = 0) { outcome_.events.push_back({outcome_.elapsed, kind, speed, {}}); }

  void touch(double left) {
    const EvolutionOutcome evolved = evolve(contact_, state_.contact, left, gravity_, options_.evolution, observer_);
    for (ContactEvent event : evolved.events) {
      event.time += outcome_.elapsed;
      outcome_.events.push_back({event.time, PairEvent::Kind::kContact, 0, event});
    }
    double time = outcome_.elapsed;
    for (const double length : evolved.step_sizes) outcome_.steps.push_back({time += length, length});
    outcome_.elapsed += evolved.elapsed;
    done_ = evolved.in_contact();
    state_.bodies = evolved.bodies;
    if (evolved.in_contact()) return;
    state_.touching = false;
    state_.first = state_.contact.first;
    state_.second = state_.contact.second;
    state_.placed = true;
    note(PairEvent::Kind::kLeaves);
    if (evolved.left_to_general_path()) outcome_.end = evolved.end;
  }

  std::optional<NearestPair> nearest(const SmoothContact::Bodies& bodies) const {
    if (state_.placed)
      if (auto pair = refine_contact(contact_, bodies, state_.first, state_.second)) return pair;
    return options_.search ? search_contact(contact_, bodies) : std::nullopt;
  }
  SmoothContact::Bodies after(double time) const {
    SmoothContact::Bodies bodies = state_.bodies;
    fly(contact_.first(), bodies.first, time, gravity_);
    fly(contact_.second(), bodies.second, time, gravity_);
    return bodies;
  }
  bool meets(const SmoothContact::Bodies& bodies, const NearestPair& pair) const {
    if (pair.gap >= 0) return false;
    return ImpactPoint(contact_, bodies, pair.position, pair.normal).velocity(bodies).dot(pair.normal) < 0;
  }

  void fly_on(double left) {
    const bool last = left <= options_.flight_step;
    double time = last ? left : options_.flight_step;
    SmoothContact::Bodies bodies = after(time);
    std::optional<NearestPair> pair = nearest(bodies);
    const bool impact = pair && meets(bodies, *pair);
    if (impact) {
      // The moment at which the gap closes, by bisection: gaps need not close monotonically.
      double open = 0;
      for (int i = 0; i < 50 && time - open > 1e-15; ++i) {
        const double middle = 0.5 * (open + time);
        const SmoothContact::Bodies trial = after(middle);
        const std::optional<NearestPair> there = refine_contact(contact_, trial, pair->first, pair->second);
        if (there && meets(trial, *there)) {
          time = middle;
          bodies = trial;
          pair = there;
        } else {
          open = middle;
        }
      }
    }
    state_.bodies = bodies;
    outcome_.elapsed += time;
    done_ = last && !impact;
    state_.placed = pair.has_value();
    if (pair) {
      state_.first = pair->first;
      state_.second = pair->second;
    }
    if (impact) collide(*pair);
  }

  void collide(const NearestPair& pair) {
    const ImpactPoint point(contact_, state_.bodies, pair.position, pair.normal);
    const Vec3 velocity = point.velocity(state_.bodies);
    const double approach = -velocity.dot(pair.normal);
    note(PairEvent::Kind::kImpact, approach);
    CollisionLaw law = options_.collision;
    const bool stays = law.restitution * approach < options_.entry_speed;
    if (stays) law.restitution = 0;
    point.apply(state_.bodies, collision_impulse(point, velocity, law));
    if (!stays) return;
    state_.contact = contact_.touch(state_.bodies, pair.first, pair.second);
    state_.touching = true;
    note(PairEvent::Kind::kTouches);
  }

  const SmoothContact& contact_;
  PairState& state_;
  const Vec3 gravity_;
  const PairOptions& options_;
  ContactObserver* observer_;
  PairOutcome outcome_;
  bool done_ = false;
};

}  // namespace

PairOutcome advance_pair(const SmoothContact& contact, PairState& state, double duration, const Vec3& gravity,
                         const PairOptions& options, ContactObserver* observer) {
  if (!(options.flight_step > 0)) throw InputError("smooth pair: flight_step", "is not positive", "give 2e-3 s, say");
  if (!(options.entry_speed > 0)) throw InputError("smooth pair: entry_speed", "is not positive", "give 0.02 m/s, say");
  return Pair(contact, state, gravity, options, observer).run(duration);
}

}  // namespace stiction
