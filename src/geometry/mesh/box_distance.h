// Distance of a point from a box, without branches: which side of a box a point is on is anyone's guess.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "stiction/linalg/types.h"

namespace stiction {

/// The same as Eigen's squaredExteriorDistance, to the last bit: it rounds the sum as the compiler does there.
inline double squared_distance(const Eigen::AlignedBox3d& box, const Vec3& x) {
  double sum = 0;
  for (Eigen::Index i = 0; i < 3; ++i) {
    const double below = box.min()(i) - x(i), above = x(i) - box.max()(i);
    const double outside = std::max(std::max(below, above), 0.0);
#ifdef FP_FAST_FMA
    sum = std::fma(outside, outside, sum);
#else
    sum += outside * outside;
#endif
  }
  return sum;
}

}  // namespace stiction
