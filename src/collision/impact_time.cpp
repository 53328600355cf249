#include "stiction/collision/impact_time.h"

#include <cmath>

namespace stiction {

CubicRoots roots_within_step(const std::array<double, 4>& c) {
  const auto f = [&](double t) { return c[0] + t * (c[1] + t * (c[2] + t * c[3])); };
  // Where the slope c1 + 2 c2 t + 3 c3 t² vanishes, without cancellation.
  double cuts[4] = {0, 0, 0, 0};
  int count = 1;
  const auto cut = [&](double t) {
    if (t > 0 && t < 1) cuts[count++] = t;
  };
  const double square = c[2] * c[2] - 3 * c[3] * c[1];
  if (square >= 0) {
    const double q = -(c[2] + std::copysign(std::sqrt(square), c[2]));
    if (c[3] != 0) cut(q / (3 * c[3]));
    if (q != 0) cut(c[1] / q);
  }
  if (count == 3 && cuts[1] > cuts[2]) std::swap(cuts[1], cuts[2]);
  cuts[count++] = 1;
  CubicRoots roots;
  for (int k = 0; k + 1 < count; ++k) {
    double low = cuts[k], high = cuts[k + 1];
    const bool rising = f(low) < 0;
    if (f(low) == 0 ? f(high) == 0 || k > 0 : rising == (f(high) < 0)) continue;
    if (f(low) == 0) {
      high = low;
    }
    for (int i = 0; i < 60 && low < high; ++i) {
      const double middle = 0.5 * (low + high);
      ((f(middle) < 0) == rising ? low : high) = middle;
    }
    roots.at[roots.count++] = high;
  }
  return roots;
}

std::array<double, 4> triple_product(const std::array<Vec3, 3>& start, const std::array<Vec3, 3>& change) {
  const auto [u, v, w] = start;
  const auto [du, dv, dw] = change;
  return {u.cross(v).dot(w), du.cross(v).dot(w) + u.cross(dv).dot(w) + u.cross(v).dot(dw),
          du.cross(dv).dot(w) + du.cross(v).dot(dw) + u.cross(dv).dot(dw), du.cross(dv).dot(dw)};
}

}  // namespace stiction
