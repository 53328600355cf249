// Smooth parametric surfaces: what contact evolution asks of a surface.
//
// A surface consists of patches x(s, t), each over a convex polygon in the plane of its parameters. Patches meet with a
// common tangent plane, and overlap (charts of analytic surfaces) or share edges (Bézier, Loop, S-patches).
#pragma once

#include <optional>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

/// A point of a patch with all partial derivatives up to third order, m.
struct SurfaceJet {
  Vec3 x, s, t, ss, st, tt, sss, sst, stt, ttt;
};

/// A place on a surface: a patch and its parameters there.
struct SurfacePoint {
  int patch = 0;
  Vec2 st = Vec2::Zero();
};

class SmoothSurface {
 public:
  virtual ~SmoothSurface() = default;

  virtual int patches() const = 0;
  /// Corners of a patch's domain, counter-clockwise and convex. Edge i goes from corner i to the next one.
  virtual const std::vector<Vec2>& domain(int patch) const = 0;
  /// Partial derivatives; valid on the domain and a little beyond it (one thousandth of its size) where that is
  /// possible. The normal s × t points out of the body.
  virtual SurfaceJet jet(const SurfacePoint& at) const = 0;
  /// The same point of the surface, given on (or just outside) edge `edge` of its patch, as one of the neighbouring
  /// patch; nothing where the surface ends or has a crease there.
  virtual std::optional<SurfacePoint> across(const SurfacePoint& at, int edge) const = 0;
  /// The patch's neighbours around corner `corner`, counter-clockwise, beginning with the patch itself, each with the
  /// parameters of the corner there. Stops where the surface ends.
  virtual std::vector<SurfacePoint> around(int patch, int corner) const = 0;
  /// Whether the corner is an extraordinary vertex, where second derivatives may be infinite.
  virtual bool extraordinary(int patch, int corner) const = 0;
};

}  // namespace stiction
