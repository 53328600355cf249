// When moving points first lie in one plane.
#pragma once

#include <array>

#include "stiction/linalg/types.h"

namespace stiction {

/// Ascending roots in [0, 1] of a cubic.
struct CubicRoots {
  std::array<double, 3> at{};
  int count = 0;
};

/// Roots of c[0] + c[1] t + c[2] t² + c[3] t³ in [0, 1] at which it changes sign, to rounding: the interval is cut
/// where the slope vanishes, and each piece on which the cubic goes monotonically through 0 is bisected. None where all
/// coefficients are 0.
CubicRoots roots_within_step(const std::array<double, 4>& c);

/// Coefficients of the triple product of three vectors that go from `start` to start + change in the step.
std::array<double, 4> triple_product(const std::array<Vec3, 3>& start, const std::array<Vec3, 3>& change);

}  // namespace stiction
