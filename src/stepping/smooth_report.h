// What a step tells of smooth bodies: their contacts as others see them, and how well they kept their laws.
#pragma once

#include <span>

#include "stiction/state/step_report.h"
#include "stiction/stepping/smooth_advance.h"
#include "stiction/stepping/world.h"

namespace stiction {

struct SmoothPairStep {
  const SmoothPairModel& pair;
  const SmoothContact::Bodies& start;
  bool touched = false;  ///< at the start
  const SmoothAdvance& advance;
};

/// Adds the pair's contact to `state.contacts` (which are of this step) and its part to `report`. The impulse is that
/// which the body's momentum shows, exactly; the place is that at the end of the step.
void report_pair(const SmoothPairStep& step, const WorldModel& model, WorldState& state, StepReport& report);

/// A contact of a step.
struct SmoothContactStep {
  const SmoothPairModel& pair;
  const SmoothContactState& at;
  const SmoothContact::Bodies& bodies;  ///< at the end
  Vec3 impulse;                         ///< on the first body, N·s
  double torque;                        ///< about the normal, N·m·s
};
void add_contact(const SmoothContactStep& step, WorldState& state, StepReport& report);

/// How far the force at the end is from the contact's law.
void check_laws(const SmoothContact& contact, const SmoothContactState& at, const ContactReaction& force,
                SmoothReport& report);
/// A contact that lasted all the step, with these events, has neither lost nor gained energy.
bool keeps_energy(const SmoothContact& contact, const SmoothContactState& end, std::span<const SmoothEvent> events);
/// Kinetic energy and that of gravity, J.
double body_energy(const SmoothBody& body, const BodyMotion& motion, const Vec3& gravity);

}  // namespace stiction
