// Planes, ellipsoids and tori as smooth surfaces.
#pragma once

#include "stiction/geometry/smooth/patch_network.h"

namespace stiction {

/// The rectangle |x| <= half_x, |y| <= half_y (m) at z = 0 with its normal up: x = s, y = t.
class PlaneSurface final : public PatchNetwork {
 public:
  PlaneSurface(double half_x, double half_y);
  SurfaceJet jet(const SurfacePoint& at) const override;
};

/// x²/a² + y²/b² + z²/c² = 1 about the origin, by six charts: the faces of the cube [-1,1]³, seen from the centre, then
/// scaled by (a, b, c). Charts are regular everywhere and meet at the edges of the cube. Patches 0 to 5: +x, -x, +y,
/// -y, +z, -z.
class EllipsoidSurface final : public PatchNetwork {
 public:
  /// Semi-axes, m. Throws InputError unless they are above 0.
  explicit EllipsoidSurface(const Vec3& semi_axes);
  static EllipsoidSurface sphere(double radius) { return EllipsoidSurface(Vec3::Constant(radius)); }

  SurfaceJet jet(const SurfacePoint& at) const override;
  /// Exact also for points beyond the edge.
  std::optional<SurfacePoint> across(const SurfacePoint& at, int edge) const override;
  const Vec3& semi_axes() const { return semi_axes_; }

 private:
  Vec3 semi_axes_;
};

/// The torus about the z axis: x = (R + r cos t) cos s, y = (R + r cos t) sin s, z = r sin t. One chart, -π to π in
/// both parameters, which continues across its edges.
class TorusSurface final : public PatchNetwork {
 public:
  /// Radius of the centre line and of the tube, m. Throws InputError unless 0 < tube < ring.
  TorusSurface(double ring, double tube);

  SurfaceJet jet(const SurfacePoint& at) const override;
  /// Exact also for points beyond the edge.
  std::optional<SurfacePoint> across(const SurfacePoint& at, int edge) const override;

 private:
  double ring_, tube_;
};

}  // namespace stiction
