#include "stiction/geometry/smooth/surface_queries.h"

#include <algorithm>
#include <cmath>

#include "stiction/geometry/smooth/domain_grid.h"

namespace stiction {
namespace {

constexpr std::size_t kStarts = 12;  // patches from which a query starts
constexpr double kRounding = 1e-14;  // of coordinates, relative

}  // namespace

SurfaceQueries::SurfaceQueries(const SmoothSurface& surface, int segments) : surface_(surface) {
  Eigen::AlignedBox3d box;
  for (int patch = 0; patch < surface.patches(); ++patch) {
    std::vector<Sample>& samples = samples_.emplace_back();
    for (const Vec2& st : domain_grid(surface.domain(patch), segments).points) {
      samples.push_back({{patch, st}, surface.jet({patch, st}).x});
      box.extend(samples.back().x);
    }
  }
  extent_ = box.diagonal().norm();
}

SurfaceMinimum SurfaceQueries::best(const std::function<double(const Vec3&)>& rough, const SurfaceFunction& function,
                                    double tolerance) const {
  std::vector<std::pair<double, const Sample*>> starts;
  for (const std::vector<Sample>& samples : samples_) {
    std::pair<double, const Sample*> lowest{0, nullptr};
    for (const Sample& sample : samples) {
      const double value = rough(sample.x);
      if (!lowest.second || value < lowest.first) lowest = {value, &sample};
    }
    starts.push_back(lowest);
  }
  const std::size_t count = std::min(kStarts, starts.size());
  std::partial_sort(starts.begin(), starts.begin() + std::ptrdiff_t(count), starts.end(),
                    [](const auto& a, const auto& b) { return a.first < b.first; });
  SurfaceMinimum best;
  for (std::size_t i = 0; i < count; ++i) {
    // A start in the corner of a patch may be an extraordinary vertex, which has no second derivatives: step off it.
    SurfacePoint start = starts[i].second->at;
    const std::vector<Vec2>& corners = surface_.domain(start.patch);
    Vec2 centre = Vec2::Zero();
    for (const Vec2& c : corners) centre += c / double(corners.size());
    start.st += 1e-3 * (centre - start.st);
    const SurfaceMinimum found = walk_downhill(surface_, function, start, tolerance);
    if (i == 0 || found.value < best.value) best = found;
  }
  return best;
}

SurfaceQueries::Closest SurfaceQueries::closest(const Vec3& point) const {
  const SurfaceFunction function = [&](const SurfaceJet& j) {
    const Vec3 r = j.x - point;
    SurfaceModel m;
    m.value = r.squaredNorm() / 2;
    m.rounding = kRounding * r.norm() * (j.x.norm() + point.norm());
    m.gradient = {r.dot(j.s), r.dot(j.t)};
    const double st = j.s.dot(j.t) + r.dot(j.st);
    m.hessian << j.s.dot(j.s) + r.dot(j.ss), st, st, j.t.dot(j.t) + r.dot(j.tt);
    return m;
  };
  const SurfaceMinimum found =
      best([&](const Vec3& x) { return (x - point).squaredNorm(); }, function, 1e-14 * extent_);
  Closest result{found.at, found.jet.x, found.jet.s.cross(found.jet.t).normalized(), 0};
  const Vec3 away = point - result.point;
  result.distance = std::copysign(away.norm(), away.dot(result.normal));
  return result;
}

SurfaceQueries::Support SurfaceQueries::support(const Vec3& direction) const {
  const Vec3 d = direction.normalized();
  const SurfaceFunction function = [&](const SurfaceJet& j) {
    SurfaceModel m;
    m.value = -d.dot(j.x);
    m.rounding = kRounding * extent_;
    m.gradient = {-d.dot(j.s), -d.dot(j.t)};
    m.hessian << -d.dot(j.ss), -d.dot(j.st), -d.dot(j.st), -d.dot(j.tt);
    return m;
  };
  const SurfaceMinimum found = best([&](const Vec3& x) { return -d.dot(x); }, function, 1e-14);
  return {found.at, found.jet.x, -found.value};
}

Eigen::AlignedBox3d SurfaceQueries::box() const {
  Eigen::AlignedBox3d box;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {1.0, -1.0}) box.extend(support(sign * Vec3::Unit(axis)).point);
  }
  return box;
}

}  // namespace stiction
