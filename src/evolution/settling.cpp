#include "stiction/evolution/settling.h"

#include <cmath>

#include "stiction/evolution/collision_law.h"
#include "stiction/evolution/evolver.h"
#include "stiction/evolution/switching.h"

namespace stiction {
namespace {

// Slower spin (rad/s) than this has no direction.
constexpr double kNoSpin = 1e-14;

bool allows(double coefficient, double normal, double force) {
  return normal >= 0 && (std::isinf(coefficient) || force <= coefficient * normal);
}

}  // namespace

template <int N>
void Evolver<N>::note(ContactEvent::Kind kind, int patch) {
  outcome_.events.push_back({outcome_.elapsed, kind, patch});
}

template <int N>
void Evolver<N>::finish(ContactEnd end) {
  unpack<N>(y_, state_);
  outcome_.end = end;
  outcome_.bodies = contact_.bodies(state_);
  note(ContactEvent::Kind::kEnds);
  if (end != ContactEnd::kBounced) return;
  const SmoothContact::Point at = contact_.point(state_);
  const ImpactPoint impact(contact_, outcome_.bodies, at.position, at.normal);
  impact.apply(outcome_.bodies, options_.bounce_speed / at.normal.dot(impact.response() * at.normal) * at.normal);
}

template <int N>
void Evolver<N>::settle() {
  unpack<N>(y_, state_);
  // Directions of friction follow the motion; where they turn, force and derivative change with them only if slip is
  // zero, and settle_slip() sees to that.
  context_ = step_context(contact_, state_, gravity_);
  while (outcome_.in_contact()) {
    if (static_cast<int>(outcome_.events.size()) > options_.max_events) return finish(ContactEnd::kStalled);
    if (settle_places()) continue;
    if (!outcome_.in_contact()) return;
    if (!(reaction_.condition <= options_.max_condition)) return finish(ContactEnd::kConforming);
    if (reaction_.jammed) return finish(ContactEnd::kJammed);
    if (!(reaction_.normal >= -smallest_force(contact_, gravity_))) return finish(ContactEnd::kSeparated);
    if (!settle_slip() && !settle_spin()) return;
  }
}

template <int N>
bool Evolver<N>::settle_places() {
  for (const bool first : {true, false}) {
    const ContactSurface& surface = first ? contact_.first_surface() : contact_.second_surface();
    const SurfacePlace& place = first ? state_.first : state_.second;
    if (surface.margin(place) >= -kBorder) continue;
    return cross(first);
  }
  return false;
}

// To another patch or chart on one of the bodies, (41) to (43). The velocities of the state only turn with the axes.
template <int N>
bool Evolver<N>::cross(bool first) {
  const ContactSurface& surface = first ? contact_.first_surface() : contact_.second_surface();
  const SurfacePlace& place = first ? state_.first : state_.second;
  const Vec2 rate = first ? Vec2(rate_.template head<2>()) : Vec2(rate_.template segment<2>(2));
  const bool vertex = place.chart < 0 && surface.near_vertex(place);
  if (vertex && options_.bounce_at_vertices) {
    finish(ContactEnd::kBounced);
    return false;
  }
  const Crossing crossing = cross_border(contact_, first, rate, state_);
  if (crossing != Crossing::kPassed) {
    finish(vertex                          ? ContactEnd::kBounced
           : crossing == Crossing::kCrease ? ContactEnd::kCrease
                                           : ContactEnd::kSurfaceEnds);
    return false;
  }
  note(first ? ContactEvent::Kind::kCrossesFirst : ContactEvent::Kind::kCrossesSecond, place.patch);
  y_ = pack<N>(state_);
  refresh();
  return true;
}

// The contact force if the mode were this, slip and spin as they are.
template <int N>
ContactReaction Evolver<N>::reaction_in(const ContactMode& mode, const Vec2& slip_direction) {
  StepContext context = context_;
  context.mode = mode;
  context.slips.ahead = slip_direction;
  Vector rate;
  ContactReaction reaction;
  evaluate(context, y_, rate, reaction);
  return reaction;
}

template <int N>
void Evolver<N>::stop(bool rolling, bool spin_locked) {
  StepContext context = context_;
  context.mode = {rolling, spin_locked};
  impose_mode<N>(context, y_);
  unpack<N>(y_, state_);
}

template <int N>
Vec2 Evolver<N>::slip_onset(const Vec2& guess) {
  return stiction::slip_onset(guess, [&](const Vec2& d) {
    return reaction_in({false, state_.mode.spin_locked}, d).slip_rate;
  });
}

template <int N>
bool Evolver<N>::settle_slip() {
  const SmoothContactLaw& law = contact_.law();
  if (state_.mode.rolling) {
    const double friction = reaction_.friction.norm();
    if (static_margin(law.mu_static, reaction_.normal, friction) >= 0) return false;
    state_.mode.rolling = false;
    state_.slip_direction = slip_onset(-reaction_.friction / friction);
    note(ContactEvent::Kind::kSlides);
    refresh();
    return true;
  }
  const double speed = state_.slip.norm();
  if (!std::isinf(law.mu_static)) {  // else slip ends at once
    if (!(law.mu_static > 0) || speed > law.slip_threshold) return false;
    if (speed > SlipDirection::kNoSlip && state_.slip.dot(reaction_.slip_rate) > 0) return false;
  }
  const Vector before = y_;
  const bool moved = speed > SlipDirection::kNoSlip;
  if (moved) stop(true, state_.mode.spin_locked);
  const ContactReaction held = reaction_in({true, state_.mode.spin_locked}, context_.slips.ahead);
  if (allows(law.mu_static, held.normal, held.friction.norm())) {
    y_ = before;
    stop(true, state_.mode.spin_locked);
    y_.template segment<2>(8).setZero();
    state_.mode.rolling = true;
    note(ContactEvent::Kind::kRolls);
    refresh();
    return true;
  }
  // Friction cannot hold it: slip goes on from zero, another way.
  y_.template segment<2>(8).setZero();
  state_.slip.setZero();
  const Vec2 onset = held.friction.norm() > 0 ? slip_onset(-held.friction.normalized()) : state_.slip_direction;
  const bool turned = moved || (onset - state_.slip_direction).norm() > 1e-9;
  state_.slip_direction = onset;
  if (turned) refresh();
  return false;
}

template <int N>
bool Evolver<N>::settle_spin() {
  const SmoothContactLaw& law = contact_.law();
  if (state_.mode.spin_locked) {
    if (static_margin(law.spin_static, reaction_.normal, std::abs(reaction_.spin)) >= 0) return false;
    state_.mode.spin_locked = false;
    state_.spin_direction = reaction_.spin > 0 ? -1 : 1;
    note(ContactEvent::Kind::kSpins);
    refresh();
    return true;
  }
  const double spin = state_.spin.z();
  if (!std::isinf(law.spin_static)) {
    if (!(law.spin_static > 0) || std::abs(spin) > law.spin_threshold) return false;
    if (std::abs(spin) > kNoSpin && spin * reaction_.spin_rate > 0) return false;
  }
  stop(state_.mode.rolling, true);
  const ContactReaction held = reaction_in({state_.mode.rolling, true}, context_.slips.ahead);
  if (allows(law.spin_static, held.normal, std::abs(held.spin))) {
    state_.mode.spin_locked = true;
    note(ContactEvent::Kind::kStopsSpinning);
    refresh();
    return true;
  }
  const double onset = held.spin > 0 ? -1 : 1;
  const bool turned = std::abs(spin) > kNoSpin || onset != state_.spin_direction;
  state_.spin_direction = onset;
  if (turned) refresh();
  return false;
}

template class Evolver<kSecondFixed>;
template class Evolver<kSecondMoves>;

}  // namespace stiction
