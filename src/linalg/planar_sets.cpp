#include "stiction/linalg/planar_sets.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiction {

PlanarProjection project_on_disk(const Vec2& x, double radius) {
  const double length = x.norm();
  if (length < radius) return {x, Eigen::Matrix2d::Identity()};
  if (radius <= 0) return {Vec2::Zero(), Eigen::Matrix2d::Zero()};
  const Vec2 d = x / length;
  const Vec2 t(-d.y(), d.x());
  return {radius * d, (radius / length) * t * t.transpose()};
}

PlanarProjection project_on_polygon(const Vec2& x, double radius, int samples) {
  if (radius <= 0) return {Vec2::Zero(), Eigen::Matrix2d::Zero()};
  // Turn x into the sector of one edge, whose outward normal is then the x axis.
  const double sector = 2 * std::numbers::pi / samples;
  const double angle = std::atan2(x.y(), x.x());
  const double middle = (std::floor(angle / sector) + 0.5) * sector;
  const Vec2 n(std::cos(middle), std::sin(middle)), t(-n.y(), n.x());
  const double inradius = radius * std::cos(sector / 2), half_edge = radius * std::sin(sector / 2);
  const double height = n.dot(x), along = t.dot(x);
  if (height < inradius) return {x, Eigen::Matrix2d::Identity()};
  if (std::abs(along) < half_edge) return {inradius * n + along * t, t * t.transpose()};
  // Beyond a corner of this edge: by symmetry of the sector the corner is the nearest point.
  return {inradius * n + std::copysign(half_edge, along) * t, Eigen::Matrix2d::Zero()};
}

}  // namespace stiction
