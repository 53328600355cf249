// Impacts between two bodies at one point.
#pragma once

#include "stiction/evolution/smooth_contact.h"

namespace stiction {

/// Chatterjee and Ruina (1998): "A new algebraic rigid body collision law based on impulse space considerations".
struct CollisionLaw {
  double restitution = 0;  ///< e: normal velocity after the impact is -e times that before
  double tangential_restitution =
      0;          ///< e_t from -1 to 1: tangential velocity of an impact that sticks is -e_t times that before
  double mu = 0;  ///< bound of tangential over normal impulse
};

/// The two bodies at a point of impact.
class ImpactPoint {
 public:
  /// `position` and `normal` (from body 2 to body 1) in the world.
  ImpactPoint(const SmoothContact& contact, const SmoothContact::Bodies& bodies, const Vec3& position,
              const Vec3& normal);

  /// Velocity of body 1 relative to body 2 there, m/s.
  Vec3 velocity(const SmoothContact::Bodies& bodies) const;
  /// Change of that velocity by a unit impulse, 1/kg.
  const Mat3& response() const { return response_; }
  const Vec3& normal() const { return normal_; }
  /// Gives body 1 an impulse (N·s, world), and body 2 its reaction.
  void apply(SmoothContact::Bodies& bodies, const Vec3& impulse) const;

 private:
  Vec3 normal_, r1_, r2_;
  Mat3 inverse1_, inverse2_, response_;
  double per_mass1_, per_mass2_;
};

/// The impulse on body 1 by the law; zero if the bodies already part.
Vec3 collision_impulse(const ImpactPoint& point, const Vec3& velocity, const CollisionLaw& law);

}  // namespace stiction
