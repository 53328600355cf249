#include "stiction/geometry/smooth/surface_walk.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <optional>

namespace stiction {
namespace {

constexpr int kMostSteps = 200;
constexpr double kOnEdge = 1e-12;  // of the domain's size

struct Metric {
  explicit Metric(const SurfaceJet& j) { first << j.s.dot(j.s), j.s.dot(j.t), j.s.dot(j.t), j.t.dot(j.t); }
  Vec2 raise(const Vec2& gradient) const { return first.inverse() * gradient; }
  Eigen::Matrix2d first;
};

/// A convex polygon by its edges.
class Polygon {
 public:
  explicit Polygon(const std::vector<Vec2>& corners) : corners_(corners) {
    for (const Vec2& c : corners) size_ = std::max(size_, (c - corners[0]).norm());
  }
  int edges() const { return int(corners_.size()); }
  Vec2 along(int e) const { return (corner(e + 1) - corner(e)).normalized(); }
  Vec2 outward(int e) const { return {along(e).y(), -along(e).x()}; }
  double beyond(int e, const Vec2& p) const { return outward(e).dot(p - corner(e)); }
  bool on(int e, const Vec2& p) const { return beyond(e, p) > -kOnEdge * size_; }
  /// How much of a step fits into the polygon, at most 1.
  double fraction(const Vec2& p, const Vec2& step) const {
    double f = 1;
    for (int e = 0; e < edges(); ++e) {
      const double speed = outward(e).dot(step);
      if (speed > 0) f = std::min(f, std::max(0.0, -beyond(e, p) / speed));
    }
    return f;
  }
  double size() const { return size_; }

 private:
  const Vec2& corner(int e) const { return corners_[std::size_t(e) % corners_.size()]; }
  const std::vector<Vec2>& corners_;
  double size_ = 0;
};

/// Newton's step with the absolute values of the function's curvatures along the surface, so that it goes down from
/// saddles, too. Rims are nearly level along: small curvatures are real.
Vec2 newton_step(const SurfaceModel& m, const Metric& metric) {
  const Eigen::LLT<Eigen::Matrix2d> root(metric.first);
  const auto l = root.matrixL();
  const Eigen::Matrix2d half = l.solve(m.hessian), relative = l.solve(half.transpose());
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> curvatures;
  curvatures.computeDirect(relative);
  const Vec2 sizes = curvatures.eigenvalues().cwiseAbs();
  const Vec2 bounded = sizes.cwiseMax(1e-10 * sizes.maxCoeff());
  const Vec2 along = curvatures.eigenvectors().transpose() * l.solve(m.gradient);
  const Vec2 step = -root.matrixU().solve(curvatures.eigenvectors() * along.cwiseQuotient(bounded));
  return step.allFinite() ? step : Vec2(-metric.raise(m.gradient));
}

class Walk {
 public:
  Walk(const SmoothSurface& surface, const SurfaceFunction& function, const SurfacePoint& start, double tolerance)
      : surface_(surface), function_(function), tolerance_(tolerance) {
    move(start);
  }

  SurfaceMinimum run() {
    for (result_.steps = 0; result_.steps < kMostSteps; ++result_.steps) {
      const Metric metric(result_.jet);
      const Vec2 downhill = -metric.raise(model_.gradient);
      result_.slope = slope();
      if (!(result_.slope > tolerance_)) break;
      const Polygon domain(surface_.domain(result_.at.patch));
      std::optional<int> border;
      if (crossed(domain, downhill, border)) continue;
      Vec2 step = newton_step(model_, metric);
      if (border) {
        if (!slide(domain, *border, metric, step)) break;
      } else if (domain.fraction(result_.at.st, step) < 1e-9) {
        // Newton's step leaves at once although it goes down inside.
        step = downhill * (domain.size() / downhill.norm());
      }
      if (!advance(domain, step)) break;
    }
    return result_;
  }

 private:
  double slope() const {
    return std::sqrt(std::max(0.0, model_.gradient.dot(Metric(result_.jet).raise(model_.gradient))));
  }

  void move(const SurfacePoint& at) {
    result_.at = at;
    result_.jet = surface_.jet(at);
    model_ = function_(result_.jet);
    result_.value = model_.value;
  }

  /// Moves to the neighbour if that is where it goes down. `border` is an edge where the surface ends instead.
  bool crossed(const Polygon& domain, const Vec2& downhill, std::optional<int>& border) {
    for (int e = 0; e < domain.edges(); ++e) {
      if (!domain.on(e, result_.at.st) || domain.outward(e).dot(downhill) <= 0) continue;
      const std::optional<SurfacePoint> other = surface_.across(result_.at, e);
      if (other && ++crossings_ < 20) {
        move(*other);
        return true;
      }
      border = e;
    }
    return false;
  }

  /// The step along an edge that cannot be crossed; false where that does not go down either.
  bool slide(const Polygon& domain, int edge, const Metric& metric, Vec2& step) {
    const Vec2 along = domain.along(edge);
    const double gradient = model_.gradient.dot(along), length = along.dot(metric.first * along);
    result_.slope = std::abs(gradient) / std::sqrt(length);
    if (!(result_.slope > tolerance_)) return false;
    const double curvature = along.dot(model_.hessian * along);
    step =
        curvature > 0 ? Vec2(along * (-gradient / curvature)) : Vec2(along * std::copysign(domain.size(), -gradient));
    return domain.fraction(result_.at.st, step) > 0;
  }

  bool advance(const Polygon& domain, Vec2 step) {
    const double longest = domain.size();
    if (step.norm() > longest) step *= longest / step.norm();
    step *= domain.fraction(result_.at.st, step);
    const SurfaceMinimum before = result_;
    const SurfaceModel model = model_;
    const double expected = model.gradient.dot(step);
    // Close to the minimum the value no longer tells points apart, but the slope does.
    for (int halvings = 0; halvings < 40; ++halvings, step /= 2) {
      move({before.at.patch, before.at.st + step});
      const bool lower = result_.value <= before.value + 1e-4 * std::ldexp(expected, -halvings);
      const bool flatter =
          halvings == 0 && result_.value <= before.value + model.rounding && slope() < 0.9 * before.slope;
      if ((lower && result_.value < before.value) || flatter) {
        crossings_ = 0;
        return true;
      }
    }
    result_ = before;
    model_ = model;
    return false;
  }

  const SmoothSurface& surface_;
  const SurfaceFunction& function_;
  const double tolerance_;
  SurfaceMinimum result_;
  SurfaceModel model_;
  int crossings_ = 0;  // since the last step
};

}  // namespace

SurfaceMinimum walk_downhill(const SmoothSurface& surface, const SurfaceFunction& function, SurfacePoint start,
                             double tolerance) {
  return Walk(surface, function, start, tolerance).run();
}

}  // namespace stiction
