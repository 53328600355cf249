// Rational Bézier patches of any degree, and NURBS.
#pragma once

#include <vector>

#include "stiction/geometry/smooth/patch_network.h"

namespace stiction {

/// A rational Bézier patch over a rectangle. Control point number i + (degree_s + 1) j, weighted: (w x, w y, w z, w).
struct RationalPatch {
  int degree_s = 3, degree_t = 3;
  Vec2 low = Vec2::Zero(), high = Vec2::Ones();  ///< corners of the domain
  std::vector<Vec4> points;
};

/// A tensor-product NURBS surface. Control point number i + count_s j; knots do not decrease and are count + degree
/// + 1.
struct Nurbs {
  int degree_s = 3, degree_t = 3;
  std::vector<double> knots_s, knots_t;
  std::vector<Vec3> points;     ///< m
  std::vector<double> weights;  ///< one for each point, above 0; none: all 1
};

/// The polynomial pieces of a NURBS surface between its knots, row by row, with their knots as domains.
std::vector<RationalPatch> rational_patches(const Nurbs& surface);

/// A surface of rational patches. Edges with equal control points and weights are joined; edges that are points (as at
/// poles) end the surface.
class RationalSurface final : public PatchNetwork {
 public:
  static constexpr int kHighestDegree = 15;

  /// `crease`: see BezierSurface. Throws InputError.
  explicit RationalSurface(std::vector<RationalPatch> patches, double crease = 1e-5);
  explicit RationalSurface(const Nurbs& surface) : RationalSurface(rational_patches(surface)) {}

  SurfaceJet jet(const SurfacePoint& at) const override;

 private:
  std::vector<RationalPatch> patches_;
};

}  // namespace stiction
