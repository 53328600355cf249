// Where two bodies that are drawn apart cease to touch: poses near contact for the random tests. The code under test
// looks for the place, which is no claim; brute force judges what is found there.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "collision/fixtures.h"

namespace stiction::testing {

/// How far `b` must go from the pose `start` along `direction` to leave the convex `a` for good (less than 0: it was
/// beyond); none if it passes by. The separation of convex shapes is a convex function of the way, so that Newton's
/// method comes to its zero from outside, where a look costs a tenth of one in deep overlap.
inline std::optional<double> parting(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& start,
                                     const Vec3& direction) {
  const double reach = bounding_radius(a) + bounding_radius(b) + (start.p - pose_a.p).norm();
  double way = reach;
  for (int i = 0; i < 16; ++i) {
    std::vector<ContactPoint> found;
    collide(a, pose_a, b, {start.p + way * direction, start.R}, 2 * reach, found);
    if (found.empty()) return way;  // it must see them from anywhere: here brute force should have a look
    const auto nearest = std::ranges::min_element(found, {}, &ContactPoint::gap);
    if (nearest->gap < 1e-9 * reach) return way;
    const double slope = -nearest->normal.dot(direction);
    if (slope < 1e-3 || way < -reach) break;
    way -= nearest->gap / slope;
  }
  return std::nullopt;
}

inline std::vector<CompoundPart> convex_parts(const Shape& shape) {
  if (const auto* compound = std::get_if<Compound>(&shape)) return *compound->parts;
  return {{shape, {}}};
}

/// Ways at which b begins or ceases to overlap a, in ascending order: of compounds there may be more than two.
inline std::vector<double> touching_ways(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& start,
                                         const Vec3& direction) {
  std::vector<std::pair<double, double>> stretches;
  for (const CompoundPart& p : convex_parts(a)) {
    for (const CompoundPart& q : convex_parts(b)) {
      const auto end = parting(p.shape, pose_a * p.pose, q.shape, start * q.pose, direction);
      const auto begin = parting(p.shape, pose_a * p.pose, q.shape, start * q.pose, -direction);
      if (begin && end) stretches.push_back({-*begin, *end});
    }
  }
  std::ranges::sort(stretches);
  std::vector<double> ways;
  for (const auto& [begin, end] : stretches) {
    if (!ways.empty() && begin <= ways.back()) {
      ways.back() = std::max(ways.back(), end);
    } else {
      ways.push_back(begin);
      ways.push_back(end);
    }
  }
  return ways;
}

/// Such a way, chosen by chance; 0 if b passes a by.
inline double touching_way(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& start, const Vec3& direction,
                           std::mt19937& random) {
  const double choice = std::uniform_real_distribution<double>(0, 1)(random);
  const std::vector<double> ways = touching_ways(a, pose_a, b, start, direction);
  return ways.empty() ? 0 : ways[std::min(ways.size() - 1, std::size_t(choice * double(ways.size())))];
}

}  // namespace stiction::testing
