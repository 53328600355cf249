// When two meshes that move first touch.
#pragma once

#include "stiction/geometry/shape.h"

namespace stiction {

/// Motion of a body over a step with steady velocities: its origin moves straight on, its axes turn by the Cayley map
/// of t times the spin (as bodies are integrated).
struct SteadyMotion {
  Pose start;
  Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();  ///< m/s and rad/s, world

  /// Turned as the body turns within t.
  Vec3 turned(const Vec3& direction, double t) const {
    const Vec3 across = spin.cross(direction);
    const double scale = 1 / (1 + 0.25 * t * t * spin.squaredNorm());
    return direction + scale * t * (across + 0.5 * t * spin.cross(across));
  }
  Vec3 origin(double t) const { return start.p + t * velocity; }
  Vec3 to_world(const Vec3& x, double t) const { return origin(t) + turned(start.R * x, t); }
  /// Into the frame of the body at time t: of a world direction, and of a world point.
  Vec3 direction_in(const Vec3& direction, double t) const { return start.R.transpose() * turned(direction, -t); }
  Vec3 to_local(const Vec3& x, double t) const { return direction_in(x - origin(t), t); }
};

/// What counts as an impact of surfaces on their way, until the time `end` (s).
struct ImpactRule {
  double end = 0;
  double touch = 0;    ///< m: nearer is touching
  double ignored = 0;  ///< m: less overlap at the end than this is none
  double stride = 0;   ///< m: how far surfaces that touch and slide on are let go before they are looked at again
};

/// The first time from `from` on at which a sample of one mesh touches the other and would go on to overlap it, or
/// infinity. Conservative advancement of all spheres of the hierarchies at once: a sphere is followed for as long as
/// the distance field says that it is free, and is split where it no longer is; what stays free until the earliest
/// impact found is left out.
double first_touch(const Mesh& a, const SteadyMotion& motion_a, const Mesh& b, const SteadyMotion& motion_b,
                   double from, const ImpactRule& rule);

}  // namespace stiction
