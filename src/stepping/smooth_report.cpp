#include "stiction/stepping/smooth_report.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

bool happened(std::span<const SmoothEvent> events, SmoothEventKind kind) {
  return std::any_of(events.begin(), events.end(), [&](const SmoothEvent& e) { return e.kind == kind; });
}

}  // namespace

bool keeps_energy(const SmoothContact& contact, const SmoothContactState& end, std::span<const SmoothEvent> events) {
  const SmoothContactLaw& law = contact.law();
  if (law.viscous_slip != 0 || law.viscous_turn != 0) return false;
  if (contact.first().linear_drag != 0 || contact.first().angular_drag != 0) return false;
  const bool rolls =
      end.mode.rolling && !happened(events, SmoothEventKind::rolls) && !happened(events, SmoothEventKind::slides);
  const bool locked = end.mode.spin_locked && !happened(events, SmoothEventKind::stops_spinning) &&
                      !happened(events, SmoothEventKind::spins);
  return (law.mu_static == 0 || rolls) && (law.spin_static == 0 || locked);
}

double body_energy(const SmoothBody& body, const BodyMotion& motion, const Vec3& gravity) {
  const Vec3 w = motion.rotation.conjugate() * motion.angular_velocity;
  return 0.5 * body.mass * motion.velocity.squaredNorm() + 0.5 * w.dot(body.inertia * w) -
         body.mass * gravity.dot(motion.position);
}

void check_laws(const SmoothContact& contact, const SmoothContactState& at, const ContactReaction& force,
                SmoothReport& report) {
  const SmoothContactLaw& law = contact.law();
  report.least_normal = report.touching == 0 ? force.normal : std::min(report.least_normal, force.normal);
  if (law.viscous_slip != 0) return;
  const double mu = at.mode.rolling ? law.mu_static : law.mu_dynamic;
  if (std::isfinite(mu)) report.cone = std::max(report.cone, force.friction.norm() - mu * force.normal);
  const double speed = at.slip.norm();
  if (at.mode.rolling || speed == 0) return;
  report.alignment =
      std::max(report.alignment, (force.friction + law.mu_dynamic * force.normal / speed * at.slip).norm());
}

void add_contact(const SmoothContactStep& step, WorldState& state, StepReport& report) {
  const SmoothPairModel& pair = step.pair;
  const SmoothContact::Point point = pair.contact->point(step.at);
  const BodyMotion &one = step.bodies.first, &two = step.bodies.second;
  const Vec3 slip = one.velocity + one.angular_velocity.cross(point.position - one.position) - two.velocity -
                    two.angular_velocity.cross(point.position - two.position);
  const double side = pair.first < pair.second ? 1 : -1;  // impulses are those on body_a
  ContactState seen;
  std::tie(seen.body_a, seen.body_b) = std::minmax(pair.first, pair.second);
  seen.position = point.position;
  seen.normal = side * point.normal;
  seen.mu = pair.contact->law().mu_dynamic;
  seen.impulse_normal = step.impulse.dot(point.normal);
  seen.impulse_tangent = side * (step.impulse - seen.impulse_normal * point.normal);
  seen.slip = side * (slip - slip.dot(point.normal) * point.normal);
  seen.torque = side * step.torque * point.normal;
  const auto later = [](const ContactState& a, const ContactState& b) {
    return std::pair(a.body_a, a.body_b) < std::pair(b.body_a, b.body_b);
  };
  state.contacts.insert(std::upper_bound(state.contacts.begin(), state.contacts.end(), seen, later), seen);
  ++report.contacts;
}

void report_pair(const SmoothPairStep& step, const WorldModel& model, WorldState& state, StepReport& report) {
  const SmoothPairModel& pair = step.pair;
  const SmoothContact& contact = *pair.contact;
  const PairState& end = step.advance.pair;
  report.smooth.events.insert(report.smooth.events.end(), step.advance.events.begin(), step.advance.events.end());
  const double energy = contact.energy(end.bodies, model.gravity) - contact.energy(step.start, model.gravity);
  const std::vector<SmoothEvent>& events = step.advance.events;
  const bool conservative = step.touched && end.touching && !happened(events, SmoothEventKind::impact) &&
                            !pair.second_body->motion && keeps_energy(contact, end.contact, events);
  if (conservative) report.smooth.energy_drift = std::max(report.smooth.energy_drift, std::abs(energy));
  if (!step.touched && !end.touching && !happened(events, SmoothEventKind::impact)) return;
  report.contact_work += energy;

  SmoothContactState at = end.contact;
  if (!end.touching) {
    at = {};
    at.first = end.first;
    at.second = end.second;
    at.second_body = end.bodies.second;
  }
  const BodyMotion& one = end.bodies.first;
  const SmoothBody& body = contact.first();
  const Vec3 impulse = body.mass * (one.velocity - step.start.first.velocity - model.step * model.gravity) +
                       body.linear_drag * (one.position - step.start.first.position);
  double torque = 0;
  if (end.touching) {
    const ContactReaction force = contact.reaction(at, model.gravity);
    check_laws(contact, at, force, report.smooth);
    ++report.smooth.touching;
    torque = -force.spin * model.step;
  }
  add_contact({pair, at, end.bodies, impulse, torque}, state, report);
}

}  // namespace stiction
