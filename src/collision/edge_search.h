// Searches along an edge: which part of it matters, where a distance is least, and how far it stays small.
#pragma once

#include <algorithm>

#include "stiction/linalg/types.h"

namespace stiction {

/// Part [first, last] of a segment that lies in the box; false if none does.
inline bool clip(const Eigen::AlignedBox3d& box, const Vec3& start, const Vec3& along, double& first, double& last) {
  first = 0;
  last = 1;
  for (int i = 0; i < 3; ++i) {
    double enter = (box.min()(i) - start(i)) / along(i), leave = (box.max()(i) - start(i)) / along(i);
    if (along(i) == 0) {
      if (start(i) < box.min()(i) || start(i) > box.max()(i)) return false;
      continue;
    }
    if (enter > leave) std::swap(enter, leave);
    first = std::max(first, enter);
    last = std::min(last, leave);
  }
  return first <= last;
}

/// Where a convex function is least on [first, last], by thirds.
template <class Function>
double least_at(Function&& f, double first, double last) {
  for (int i = 0; i < 60; ++i) {
    const double third = (last - first) / 3, a = first + third, b = last - third;
    (f(a) <= f(b) ? last : first) = f(a) <= f(b) ? b : a;
  }
  return 0.5 * (first + last);
}

/// The end of the stretch from `inside` towards `outside` on which f stays at or below `level`.
template <class Function>
double stretch_end(Function&& f, double level, double inside, double outside) {
  if (f(outside) <= level) return outside;
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (inside + outside);
    (f(middle) <= level ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace stiction
