// Where an edge dips into a convex body between two of its samples.
#pragma once

#include <cmath>
#include <optional>

#include "stiction/collision/edge_search.h"
#include "stiction/collision/surface_point.h"

namespace stiction {

struct EdgeDip {
  Vec3 x;          ///< m
  SurfacePoint d;  ///< distance and normal of the convex body; across the edge where the two overlap
};

/// The place between p and q where the distance from a convex body is least, if it is at most `limit` (m) there and
/// well below that of the two samples beside it, which cut the edge into `parts` of the same length. distance(x) is the
/// signed distance and its gradient; it exceeds `limit` outside `box`.
///
/// Along a line the distance from a convex body is a convex function: tangents on both sides of its least value bound
/// it from below, and where they meet is the place to look next. Inside a polyhedron that place lies under an edge
/// between two faces; the mean of their normals that stands across the line is the normal of both edges.
template <class Distance>
std::optional<EdgeDip> edge_dip(const Vec3& p, const Vec3& q, int parts, const Eigen::AlignedBox3d& box, double limit,
                                Distance&& distance) {
  constexpr double kDip = 0.02;  // of the length of a part: what is less deep, the samples tell well enough
  constexpr double kExact = 1e-5;
  constexpr double kLeastMean = 0.25;  // two normals of which less is left look away from each other
  constexpr int kMostLooks = 48;
  struct Tangent {
    double t, value, slope;
    Vec3 normal;
  };
  const Vec3 along = q - p;
  const double part = along.norm() / parts;
  const auto tangent = [&](double t) {
    const SurfacePoint d = distance(p + t * along);
    return Tangent{t, d.distance, d.normal.dot(along), d.normal};
  };
  double enter = 0, leave = 1;
  if (!clip(box, p, along, enter, leave)) return std::nullopt;
  Tangent first = tangent(enter), last = tangent(leave);
  // Else an end is lowest, or all of the edge is level.
  if (!(first.slope < 0 && last.slope > 0)) return std::nullopt;
  Tangent lowest = first;
  bool deep = false;
  for (int i = 0; i < kMostLooks; ++i) {
    const double t =
        (first.value - last.value + last.slope * last.t - first.slope * first.t) / (last.slope - first.slope);
    const double least = first.value + first.slope * (t - first.t);
    if (least > limit || !(t > first.t && t < last.t)) return std::nullopt;
    lowest = tangent(t);
    if (!deep && lowest.value <= least + 0.5 * kDip * part) {
      const double before = std::floor(t * parts) / parts;
      for (const double sample : {before, before + 1.0 / parts})
        if (distance(p + sample * along).distance < least + kDip * part) return std::nullopt;
      deep = true;
    }
    if (lowest.value <= least + kExact * part || lowest.slope == 0) break;
    (lowest.slope < 0 ? first : last) = lowest;
  }
  if (!deep || lowest.value > limit) return std::nullopt;
  EdgeDip dip{p + lowest.t * along, {lowest.normal, lowest.value}};
  if (lowest.value < 0) {
    const Vec3 mean = (last.slope * first.normal - first.slope * last.normal) / (last.slope - first.slope);
    const double length = mean.norm();
    if (length > kLeastMean) dip.d = {mean / length, lowest.value / length};
  }
  return dip;
}

}  // namespace stiction
