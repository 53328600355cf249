// Newton's method on a surface, across the edges of its patches.
#pragma once

#include <functional>

#include "stiction/geometry/smooth/smooth_surface.h"

namespace stiction {

/// A function on the surface near a point: value, and gradient and Hessian in the parameters of the patch.
struct SurfaceModel {
  double value = 0;
  Vec2 gradient = Vec2::Zero();
  Eigen::Matrix2d hessian = Eigen::Matrix2d::Zero();
  double rounding = 0;  ///< by how much the value may be off; closer to the minimum the slope decides
};
using SurfaceFunction = std::function<SurfaceModel(const SurfaceJet&)>;

struct SurfaceMinimum {
  SurfacePoint at;
  SurfaceJet jet;
  double value = 0;
  double slope = 0;  ///< gradient along the surface that is left, by m; along the border where the surface ends
  int steps = 0;
};

/// The local minimum that lies downhill of `start`. Steps are Newton's where the function is convex and bounded by the
/// patch; they stop at edges, continue on the neighbour, and slide along edges where the surface ends. Ends when
/// `slope` is at most `tolerance` or no step lowers the value any more.
SurfaceMinimum walk_downhill(const SmoothSurface& surface, const SurfaceFunction& function, SurfacePoint start,
                             double tolerance);

}  // namespace stiction
