// Where two bodies that are drawn apart cease to touch: poses near contact for the random tests. The code under test
// looks for the place, which is no claim; brute force judges what is found there.
#pragma once

#include <algorithm>

#include "collision/fixtures.h"

namespace stiction::testing {

/// How far along `direction` b is pushed off a until they part, by halving: of compounds that is one of several places.
inline double parting_by_halving(const Shape& a, const Pose& pose_a, const Shape& b, const Mat3& R,
                                 const Vec3& direction) {
  double low = 0, high = bounding_radius(a) + bounding_radius(b);
  for (int i = 0; i < 12; ++i) {
    const double middle = 0.5 * (low + high);
    std::vector<ContactPoint> found;
    collide(a, pose_a, b, {pose_a.p + middle * direction, R}, 0, found);
    (found.empty() ? high : low) = middle;
  }
  return high;
}

/// The same of convex shapes. Their separation is a convex function of the way, so that Newton's method comes to its
/// zero from outside, where a look costs a tenth of one in deep overlap.
inline double parting_from_outside(const Shape& a, const Pose& pose_a, const Shape& b, const Mat3& R,
                                   const Vec3& direction) {
  const double reach = bounding_radius(a) + bounding_radius(b);
  double way = reach;
  for (int i = 0; i < 12; ++i) {
    std::vector<ContactPoint> found;
    collide(a, pose_a, b, {pose_a.p + way * direction, R}, 2 * reach, found);
    if (found.empty()) break;
    const auto nearest = std::ranges::min_element(found, {}, &ContactPoint::gap);
    const double slope = -nearest->normal.dot(direction);
    if (nearest->gap < 1e-9 * reach || slope < 1e-3) break;  // there, or past each other
    way = std::max(0.0, way - nearest->gap / slope);
  }
  return way;
}

}  // namespace stiction::testing
