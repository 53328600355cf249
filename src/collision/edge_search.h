// Searches along an edge: which part of it matters, where a distance is least, and how far it stays small.
#pragma once

#include <algorithm>
#include <utility>

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

/// Where a convex function is least on [first, last], by thirds. Ends anywhere once hopeless(f, width) is true: the
/// function has this value somewhere on what is left, which is this wide.
template <class Function, class Hopeless>
double least_at(Function&& f, double first, double last, Hopeless&& hopeless) {
  for (int i = 0; i < 60; ++i) {
    const double third = (last - first) / 3, a = first + third, b = last - third;
    const double at_a = f(a), at_b = f(b);
    const bool falls = at_a <= at_b;
    (falls ? last : first) = falls ? b : a;
    if (hopeless(falls ? at_a : at_b, last - first)) break;
  }
  return 0.5 * (first + last);
}

template <class Function>
double least_at(Function&& f, double first, double last) {
  return least_at(f, first, last, [](double, double) { return false; });
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
