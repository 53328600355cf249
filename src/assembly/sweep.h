// Impacts of bodies that move far in a step, compared with how thin they are: found on the way, not at its ends.
//
// The contacts that detection reports for such a pair belong to features as they face each other at the start of the
// step: they may be far from where the bodies really meet, or the bodies may not meet at all. And at the end of
// the step one may have passed through the other. So the pair is followed along its motion by conservative advancement
// (Mirtich 1996): the gap along its own normal cannot close faster than the bodies approach along that normal.
#pragma once

#include <vector>

#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/collision/contact_point.h"
#include "stiction/collision/detector.h"

namespace stiction {

/// A body as detection sees it, with what velocities v (linear, angular) move it by in a step.
PosedShape moving_shape(const RigidBody& body, const BodyState& state, const Vec6& v, double h);
/// The same where `radius`, bounding_radius of its shape, is at hand.
PosedShape moving_shape(const RigidBody& body, const BodyState& state, const Vec6& v, double h, double radius);

/// A pair is fast if it travels further in a step than this part of the smaller thickness.
inline constexpr double kFastTravel = 0.5;

/// Whether a pair that travels this far (m, relative to each other) can miss or pass through itself within a step.
bool is_fast(const RigidBody& a, const RigidBody& b, double travel);

/// One body with its velocity (linear, angular) over the step.
struct MovingBody {
  const RigidBody& body;
  const BodyState& state;  ///< at the start of the step
  const Vec6& v;
};

/// What is done about bodies, or parts of compounds, that touch at the start of the step.
enum class Touching {
  kLeftOut,   ///< they have contacts already, which the velocities do not know of yet
  kFollowed,  ///< the velocities keep these contacts; the bodies may go on to meet with other features
};

/// The contacts by which two bodies first meet within the step, or none. Each is a speculative contact of this step:
/// its gap is what its normal velocity covers until they meet; its position is taken back by the travel of the body
/// that it must not miss (the smaller one, or the one that is not fixed), so that lever arms are those of the impact.
///
/// A body that turns by more than half a radian in the step meets the other with ever new corners, more than a contact
/// problem can tell. It also gets a contact under its centre, which lets the centre come as near as at the impact.
std::vector<ContactPoint> first_impact(const MovingBody& a, const MovingBody& b, double h, Touching touching);

/// Puts the contacts of real impacts in the place of the speculative contacts of fast pairs, for motion with `v` (of
/// every body) and velocities `v_start` before. Only where a body travels further than its own size: else the contacts
/// found at the start of the step are the better picture.
void confirm_fast_contacts(const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states,
                           const std::vector<Vec6>& v_start, const std::vector<Vec6>& v, double h,
                           std::vector<ContactPoint>& contacts);

}  // namespace stiction
