// How far two bodies that touch in one place are from touching in a second one.
#pragma once

#include "stiction/stepping/smooth_advance.h"

namespace stiction {

/// Bodies that touch need no look at a second contact for as long as they move little. How much they may move is a
/// number (rad) that motion uses up, see rate().
///
/// Around the contact, within a distance r and where normals turn by less than 60 degrees, the surfaces are curved
/// apart (the sum of their least curvatures is positive), so they touch once there. Every other point of the smaller
/// body, at a distance d from the other body and s from the contact, may be moved by (s + l) times the relative turn,
/// plus slip; d over (s + l), at least, is what is left. l is a quarter of the smaller body's size: the contact itself
/// may wander that far. Distances are those of triangulations, less what these may be off.
class SecondContact {
 public:
  explicit SecondContact(const SmoothPairModel& model);

  /// What may be used up from here on, from 0 (nothing is known) to kMost.
  double clearance(const SmoothContact::Bodies& bodies, const SmoothContactState& state) const;
  /// How fast the motion uses it up, 1/s.
  double rate(const SmoothContactState& state, const ContactReaction& reaction) const;

  /// A relative turn by this leaves normals that were within 60 degrees of the contact's within 90 degrees of it.
  static constexpr double kMost = 0.5;

 private:
  struct Side {
    const RigidBody* body;
    const SmoothSkin* skin;
    const BodyMotion* motion;
    Vec3 contact, normal;  ///< coordinates of the surface
  };
  /// The body's distance from x (its surface's coordinates), m, or less.
  static double least_distance(const Side& side, const Vec3& x);
  double region(const Side& small, const Side& large) const;

  const SmoothPairModel& model_;
  double size_, reach_;  ///< of the smaller body, and l, m
  bool first_is_smaller_;
};

}  // namespace stiction
