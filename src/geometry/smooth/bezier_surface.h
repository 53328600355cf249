// Bicubic Bézier patches.
#pragma once

#include <array>

#include "stiction/geometry/smooth/partials.h"
#include "stiction/geometry/smooth/patch_network.h"

namespace stiction {

/// Control points of a bicubic patch, m: number i + 4 j belongs to B_i(s) B_j(t).
using BezierNet = std::array<Vec3, 16>;

/// A surface of bicubic Bézier patches over the unit square, with edges t = 0, s = 1, t = 1, s = 0. Patches whose
/// boundary control points agree are neighbours, whichever of their edges meet.
class BezierSurface final : public PatchNetwork {
 public:
  /// Normals out of the body: ∂s × ∂t. Neighbours whose normals differ by more than `crease` (rad) along their edge
  /// are not joined. Throws InputError.
  explicit BezierSurface(const std::vector<BezierNet>& nets, double crease = 1e-5);

  SurfaceJet jet(const SurfacePoint& at) const override;

 private:
  // Coefficients of sⁱ tʲ, number i + 4 j: half the arithmetic of the Bernstein form, and exact enough on [0, 1].
  std::vector<std::array<Vec4, 16>> powers_;
};

/// Where the body is, seen from a surface that is nearly horizontal.
enum class BodySide { kAbove, kBelow };

/// The elliptic paraboloid z = x²/(2 radius_x) + y²/(2 radius_y), exactly, over |x| <= half_x, |y| <= half_y (m), with
/// normals out of the body. Its principal radii at the origin are radius_x and radius_y.
BezierNet paraboloid_net(double radius_x, double radius_y, double half_x, double half_y, BodySide body);

}  // namespace stiction
