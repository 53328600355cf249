// Searches along an edge: where a distance is least, and how far it stays small.
#pragma once

namespace stiction {

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
