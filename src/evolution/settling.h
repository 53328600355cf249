// Limits at which a contact changes, shared by those who look for the moment and those who act on it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/evolution/smooth_contact.h"

namespace stiction {

/// A place counts as inside up to this fraction of its patch's size outside: enough for rounding.
inline constexpr double kBorder = 1e-13;
/// Rolling ends when friction exceeds its limit by this fraction, and begins only below the limit: no flutter between
/// both.
inline constexpr double kStaticSlack = 1e-9;

/// Contact forces down to minus this (N) count as zero.
inline double smallest_force(const SmoothContact& contact, const Vec3& gravity) {
  return 1e-12 * contact.first().mass * std::max(gravity.norm(), 1e-3);
}

/// (35), (40): how far a static force is below its limit; negative beyond it.
inline double static_margin(double coefficient, double normal, double force) {
  if (std::isinf(coefficient)) return std::numeric_limits<double>::infinity();
  return coefficient * std::max(normal, 0.) * (1 + kStaticSlack) - force;
}

}  // namespace stiction
