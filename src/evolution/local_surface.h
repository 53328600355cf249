// A surface near one of its points, as far as the motion of a contact needs it: frame, metric and curvature.
#pragma once

#include "stiction/geometry/smooth/smooth_surface.h"
#include "stiction/linalg/types.h"

namespace stiction {

/// Position and derivatives up to second order, m: all that a contact's acceleration depends on.
struct SurfaceJet2 {
  Vec3 x, s, t, ss, st, tt;
};

struct LocalSurface {
  Vec3 x;     ///< m, surface coordinates
  Mat3 axes;  ///< columns: x along the first parameter line, y, z outward
  /// Metric: parameters at rate (ṡ, ṫ) move the point by (a11 ṡ + a12 ṫ, a22 ṫ) along x and y.
  double a11, a12, a22;
  /// Curvature: how the outward normal changes along x and y, 1/m; positive where the body is convex.
  double k11, k12, k22;
  /// Turn of the axes about z for unit rates of the parameters.
  Vec2 turn;
};

LocalSurface local_surface(const Vec3& x, const Vec3& s, const Vec3& t, const Vec3& ss, const Vec3& st, const Vec3& tt);
inline LocalSurface local_surface(const SurfaceJet2& j) { return local_surface(j.x, j.s, j.t, j.ss, j.st, j.tt); }
inline LocalSurface local_surface(const SurfaceJet& j) { return local_surface(j.x, j.s, j.t, j.ss, j.st, j.tt); }

/// Parameter rates of a point that moves at `velocity` (m/s, axes x and y).
inline Vec2 parameter_rate(const LocalSurface& at, const Vec2& velocity) {
  const double second = velocity.y() / at.a22;
  return {(velocity.x() - at.a12 * second) / at.a11, second};
}

}  // namespace stiction
