// An elliptic paraboloid that rolls on a level plane without slip, by equations that know nothing of contact
// coordinates: Euler's, for the vertical and the angular velocity as the body sees them.
#pragma once

#include <Eigen/LU>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction::test {

/// z = x²/2a + y²/2b; the centre of mass is (0, 0, height).
struct RollingParaboloid {
  double a, b, height, mass, gravity;
  Mat3 inertia;  ///< about the centre of mass

  struct Motion {
    Vec3 up;    ///< the world's z in axes of the body
    Vec3 turn;  ///< angular velocity in axes of the body
    Motion operator+(const Motion& o) const { return {up + o.up, turn + o.turn}; }
    Motion operator*(double s) const { return {s * up, s * turn}; }
  };
  /// It touches where its outward normal points down.
  Vec3 contact(const Vec3& up) const {
    const double x = -a * up.x() / up.z(), y = -b * up.y() / up.z();
    return {x, y, x * x / (2 * a) + y * y / (2 * b)};
  }
  Motion rate(const Motion& m) const {
    const Vec3 up_rate = m.up.cross(m.turn), p = contact(m.up);
    const double w2 = m.up.z() * m.up.z();
    const double x = -a * (up_rate.x() * m.up.z() - m.up.x() * up_rate.z()) / w2;
    const double y = -b * (up_rate.y() * m.up.z() - m.up.y() * up_rate.z()) / w2;
    const Vec3 arm = Vec3(0, 0, height) - p;  // from the contact to the centre, which moves at turn × arm
    const Vec3 arm_rate = m.turn.cross(arm) - Vec3(x, y, p.x() * x / a + p.y() * y / b);
    const Mat3 about = inertia + mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
    const Vec3 rest = -m.turn.cross(inertia * m.turn) - mass * arm.cross(Vec3(m.turn.cross(arm_rate) + gravity * m.up));
    return {up_rate, about.inverse() * rest};
  }
  double energy(const Motion& m) const {
    const Vec3 arm = Vec3(0, 0, height) - contact(m.up);
    return 0.5 * m.turn.dot(inertia * m.turn) + 0.5 * mass * m.turn.cross(arm).squaredNorm() +
           mass * gravity * arm.dot(m.up);
  }
  Motion step(const Motion& m, double h) const {
    const Motion k1 = rate(m), k2 = rate(m + k1 * (h / 2)), k3 = rate(m + k2 * (h / 2)), k4 = rate(m + k3 * h);
    return m + (k1 + k2 * 2 + k3 * 2 + k4) * (h / 6);
  }
};

}  // namespace stiction::test
