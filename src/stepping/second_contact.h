// How far two bodies that touch in one place are from touching in a second one.
#pragma once

#include "stiction/stepping/smooth_advance.h"

namespace stiction {

/// Bodies that touch need no look at a second contact for as long as they move little. How much they may move is a
/// number (rad) that motion uses up, see rate().
///
/// Only such points of the smaller body can touch whose normal opposes one of the other body's, as far as it is within
/// reach, or will after a turn by what may be used up. Of these, points within a distance r of the contact cannot,
/// where both surfaces are curved apart all over that distance (the sum of their least curvatures is positive): they
/// touch once there. Every point that is left, at a distance d from the other body and s from the contact, may be moved
/// by (s + l) times the relative turn, plus slip; so the least d over (s + l) may be used up. l is a quarter of the
/// smaller body's size: the contact itself may wander that far. Distances are those of triangulations, less what these
/// may be off.
class SecondContact {
 public:
  explicit SecondContact(const SmoothPairModel& model);

  /// What may be used up from here on; 0: nothing is known.
  double clearance(const SmoothContact::Bodies& bodies, const SmoothContactState& state) const;
  /// How fast the motion uses it up, 1/s.
  double rate(const SmoothContactState& state, const ContactReaction& reaction) const;

 private:
  /// The contact in the coordinates of a body's surface.
  struct Side {
    const RigidBody* body;
    const SmoothSkin* skin;
    const BodyMotion* motion;
    Vec3 contact, normal;
  };
  double clearance(const Side& small, const Side& large, double spread, double most) const;
  double region(const Side& small, const Side& large, double cone, double most) const;

  const SmoothPairModel& model_;
  double size_, reach_;  ///< of the smaller body, and l, m
  bool first_is_smaller_;
};

}  // namespace stiction
