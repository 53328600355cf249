#include "stiction/evolution/vertex_chart.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiction {
namespace {

constexpr double kPi = std::numbers::pi;
// Where the direction of edges and the normal at the vertex are measured, as a fraction of an edge.
constexpr double kNear = 1e-4;
// Nearer to the vertex than this fraction of the chart, curvature is that of this distance: at most valences it has no
// limit.
constexpr double kCore = 1e-9;

double turn_between(double from, double to) { return std::remainder(to - from, 2 * kPi); }

int corner_at(const SmoothSurface& surface, const SurfacePoint& point) {
  const auto& domain = surface.domain(point.patch);
  int best = 0;
  for (int i = 1; i < static_cast<int>(domain.size()); ++i)
    if ((domain[i] - point.st).squaredNorm() < (domain[best] - point.st).squaredNorm()) best = i;
  return best;
}

double longest_edge(const SmoothSurface& surface, int patch) {
  const auto& domain = surface.domain(patch);
  double longest = 0;
  for (std::size_t i = 0; i < domain.size(); ++i)
    longest = std::max(longest, (domain[(i + 1) % domain.size()] - domain[i]).norm());
  return longest;
}

}  // namespace

std::optional<VertexChart> VertexChart::around(const SmoothSurface& surface, int patch, int corner) {
  VertexChart chart;
  for (const SurfacePoint& point : surface.around(patch, corner)) {
    const auto& domain = surface.domain(point.patch);
    const int count = static_cast<int>(domain.size()), at = corner_at(surface, point);
    chart.sectors_.push_back(
        {point, domain[(at + 1) % count] - domain[at], domain[(at + count - 1) % count] - domain[at]});
  }
  if (chart.sectors_.size() < 3) return std::nullopt;
  chart.origin_ = surface.jet(chart.sectors_.front().corner).x;
  Vec3 normal = Vec3::Zero();
  for (const Sector& sector : chart.sectors_) {
    const SurfaceJet jet =
        surface.jet({sector.corner.patch, sector.corner.st + kNear * 0.5 * (sector.first + sector.second)});
    normal += jet.s.cross(jet.t).normalized();
  }
  if (!(normal.norm() > 0.1)) return std::nullopt;
  normal.normalize();
  const Vec3 x = normal.unitOrthogonal();
  chart.axes_ << x, normal.cross(x), normal;
  double whole = 0;
  for (Sector& sector : chart.sectors_) {
    const auto angle_at = [&](const Vec2& edge) {
      const Vec2 ab = chart.project(surface.jet({sector.corner.patch, sector.corner.st + kNear * edge}).x);
      return std::atan2(ab.y(), ab.x());
    };
    sector.angle = angle_at(sector.first);
    whole += turn_between(sector.angle, angle_at(sector.second));
  }
  if (std::abs(whole - 2 * kPi) > 0.1) return std::nullopt;  // the surface ends here, or folds
  for (double entry = 0.1; entry > 0.01; entry /= 2)
    if (chart.measure(surface, entry)) return chart;
  return std::nullopt;
}

// Sets the chart's extent; false if the surface within it is seen too obliquely.
bool VertexChart::measure(const SmoothSurface& surface, double entry) {
  entry_ = entry;
  radius_ = 0;
  for (const Sector& sector : sectors_) {
    const double scale = longest_edge(surface, sector.corner.patch);
    for (int i = 0; i <= 8; ++i) {
      const Vec2 direction = (sector.first + i / 8. * (sector.second - sector.first)).normalized();
      for (const double distance : {entry, 2 * entry}) {
        const SurfaceJet jet = surface.jet({sector.corner.patch, sector.corner.st + distance * scale * direction});
        if (!(jet.s.cross(jet.t).normalized().dot(axes_.col(2)) > 0.5)) return false;
        if (distance == entry) radius_ = std::max(radius_, 1.2 * project(jet.x).norm());
      }
    }
  }
  return radius_ > 0;
}

VertexChart::Found VertexChart::find(const SmoothSurface& surface, const Vec2& ab) const {
  const double r = ab.norm(), angle = std::atan2(ab.y(), ab.x());
  const int count = static_cast<int>(sectors_.size());
  Found found;
  for (int i = 0; i < count; ++i) {
    const double width = turn_between(sectors_[i].angle, sectors_[(i + 1) % count].angle);
    const double into = turn_between(sectors_[i].angle, angle);
    if (into >= 0 && into < (width > 0 ? width : width + 2 * kPi)) found.sector = i;
  }
  // Unknowns: the logarithm of the distance from the corner in edges, and the share of the second edge in the
  // direction.
  double log_distance = std::log(entry_ * std::max(r / radius_, 1e-12)), share = 0.5;
  int moved = 0;
  for (int iteration = 0; iteration < 60; ++iteration) {
    const Sector& sector = sectors_[found.sector];
    const Vec2 across = sector.second - sector.first;
    const double distance = std::exp(log_distance);
    const Vec2 direction = sector.first + share * across;
    found.st = sector.corner.st + distance * direction;
    found.jet = surface.jet({sector.corner.patch, found.st});
    const Vec2 at = project(found.jet.x);
    const double rr = at.squaredNorm();
    const Vec2 s = axes_.leftCols<2>().transpose() * found.jet.s, t = axes_.leftCols<2>().transpose() * found.jet.t;
    const Vec2 along = distance * (direction.x() * s + direction.y() * t);
    const Vec2 aside = distance * (across.x() * s + across.y() * t);
    const double error_log = std::log(r) - 0.5 * std::log(rr);
    const double error_angle = turn_between(std::atan2(at.y(), at.x()), angle);
    if (std::abs(error_log) + std::abs(error_angle) < 4e-15) break;
    const double j11 = at.dot(along) / rr, j12 = at.dot(aside) / rr;
    const double j21 = (at.x() * along.y() - at.y() * along.x()) / rr;
    const double j22 = (at.x() * aside.y() - at.y() * aside.x()) / rr;
    const double det = j11 * j22 - j12 * j21;
    const double step_log = (error_log * j22 - error_angle * j12) / det;
    const double step_share = (j11 * error_angle - j21 * error_log) / det;
    if (std::abs(step_log) + std::abs(step_share) < 1e-15) break;
    log_distance += std::clamp(step_log, -1., 1.);
    const double wanted = share + std::clamp(step_share, -0.5, 0.5), before = share;
    share = std::clamp(wanted, 0., 1.);
    // On an edge, and wanting beyond it: the place lies in the next patch. Rounding may send it back once.
    if (share == before && wanted != share) {
      if (std::abs(wanted - share) < 1e-9 || ++moved > count) break;
      found.sector = (found.sector + (wanted > 1 ? 1 : count - 1)) % count;
      share = wanted > 1 ? 0 : 1;
    }
  }
  return found;
}

SurfaceJet2 VertexChart::jet(const SmoothSurface& surface, const Vec2& ab) const {
  const double r = ab.norm(), core = kCore * radius_;
  const Vec2 at = r >= core ? ab : r > 0 ? Vec2(ab * (core / r)) : Vec2(core, 0);
  const Found found = find(surface, at);
  const SurfaceJet& j = found.jet;
  // Derivatives with respect to the tangent plane's coordinates, from those with respect to the patch's.
  const Vec3 s = axes_.transpose() * j.s, t = axes_.transpose() * j.t;
  Eigen::Matrix2d J;
  J << s.x(), t.x(), s.y(), t.y();
  const Eigen::Matrix2d inverse = J.inverse();
  const Vec2 slope = inverse.transpose() * Vec2(s.z(), t.z());
  const auto bend = [&](const Vec3& second) {
    const Vec3 d = axes_.transpose() * second;
    return d.z() - slope.x() * d.x() - slope.y() * d.y();
  };
  const double st = bend(j.st);
  Eigen::Matrix2d hessian;
  hessian << bend(j.ss), st, st, bend(j.tt);
  hessian = (inverse.transpose() * hessian * inverse).eval();
  const Vec3 x = axes_.col(0), y = axes_.col(1), z = axes_.col(2);
  // Beyond rounding, only within the core: its surface is the paraboloid of the core's edge.
  const Vec2 rest = ab - project(j.x), tilt = slope + hessian * rest;
  SurfaceJet2 jet;
  jet.s = x + tilt.x() * z;
  jet.t = y + tilt.y() * z;
  jet.x = j.x + rest.x() * x + rest.y() * y + 0.5 * rest.dot(slope + tilt) * z;
  jet.ss = hessian(0, 0) * z;
  jet.st = hessian(0, 1) * z;
  jet.tt = hessian(1, 1) * z;
  return jet;
}

SurfacePoint VertexChart::patch_point(const SmoothSurface& surface, const Vec2& ab) const {
  const Found found = find(surface, ab.norm() > 0 ? ab : Vec2(kCore * radius_, 0));
  return {sectors_[found.sector].corner.patch, found.st};
}

std::vector<VertexChart::Corner> VertexChart::corners(const SmoothSurface& surface) const {
  std::vector<Corner> all;
  for (const Sector& sector : sectors_) all.push_back({sector.corner.patch, corner_at(surface, sector.corner)});
  return all;
}

}  // namespace stiction
