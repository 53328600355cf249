// S-patches: Bézier patches with any number of sides (Loop and DeRose, "A multisided generalization of Bézier
// surfaces", 1989).
#pragma once

#include <functional>
#include <vector>

#include "stiction/geometry/smooth/patch_network.h"

namespace stiction {

/// A patch of `sides` sides and a degree, called depth. Its control points belong to the multisets of `depth` corners,
/// in lexicographic order: for three sides and depth 2 these are 00, 01, 02, 11, 12, 22.
struct SPatchNet {
  static constexpr int kFewestSides = 3, kMostSides = 10, kGreatestDepth = 8;
  int sides = 4;
  int depth = 3;
  std::vector<Vec3> points;  ///< m

  /// All multisets in order, each as `depth` corners that do not decrease.
  static std::vector<std::vector<int>> multisets(int sides, int depth);
  /// Corners of the domain: the regular polygon of radius 1, the first at (1, 0), counter-clockwise.
  static std::vector<Vec2> polygon(int sides);
  /// A net whose patch is the polynomial with this polar form, exactly: the form is symmetric, and affine in each of
  /// its `depth` points of the plane. (The coordinates of the polygon reproduce the plane.)
  static SPatchNet polynomial(int sides, int depth, const std::function<Vec3(const std::vector<Vec2>&)>& polar_form);
};

/// A surface of S-patches over regular polygons. Boundaries are Bézier curves of degree `depth` with linear parameters;
/// edges of equal control points are joined.
class SPatchSurface final : public PatchNetwork {
 public:
  /// `crease`: see BezierSurface. Throws InputError.
  explicit SPatchSurface(const std::vector<SPatchNet>& nets, double crease = 1e-5);

  /// The domain's coordinates (eq. 6 of the paper) are Taylor polynomials; the Bernstein form over them is summed by
  /// Horner's rule in that arithmetic.
  SurfaceJet jet(const SurfacePoint& at) const override;

 private:
  struct Patch {
    int sides, depth;
    std::vector<Vec4> points;  // times their multinomial coefficients
  };
  std::vector<Patch> patches_;
};

}  // namespace stiction
