// The simplex of the algorithm of Gilbert, Johnson and Keerthi.
#pragma once

#include <array>

#include "stiction/linalg/types.h"

namespace stiction {

/// A point of the difference A - B, and which points of A and B it comes from.
struct Support {
  Vec3 w = Vec3::Zero();
  int a = 0, b = 0;
};

/// One to four points and the weights of their point nearest to the origin.
struct Simplex {
  std::array<Support, 4> points;
  std::array<double, 4> weights{1, 0, 0, 0};
  int size = 1;

  Vec3 nearest() const {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < size; ++i) sum += weights[std::size_t(i)] * points[std::size_t(i)].w;
    return sum;
  }
};

/// The face of the simplex (or all of it) that holds its point nearest to the origin, with weights.
Simplex nearest_face(const Simplex& simplex);

}  // namespace stiction
