// Seeded random numbers, the same on every platform (the distributions of <random> are not).
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "stiction/linalg/types.h"

namespace stiction {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Uniform in [low, high).
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  Vec3 in_box(double low, double high) {
    const double x = uniform(low, high), y = uniform(low, high), z = uniform(low, high);
    return Vec3(x, y, z);
  }
  /// Uniform over all rotations (Shoemake 1992).
  Quat rotation() {
    const double u = uniform(0, 1), a = uniform(0, 2 * std::numbers::pi), b = uniform(0, 2 * std::numbers::pi);
    const double s = std::sqrt(1 - u), t = std::sqrt(u);
    return Quat(t * std::cos(b), s * std::sin(a), s * std::cos(a), t * std::sin(b)).normalized();
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace stiction
