#include "stiction/solvers/kernels/interior_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/problem/certificate.h"
#include "stiction/solvers/kernels/local_law.h"

namespace stiction {

namespace {

/// Share of the way to the boundary that a step may go.
constexpr double kToBoundary = 0.9;
/// Compliance of a closed contact relative to its d: keeps weights finite.
constexpr double kRegular = 1e-6;
/// Speed to start from where nothing approaches, m/s.
constexpr double kSlow = 1e-6;
/// Each step aims at this part of the mean complementarity or more.
constexpr double kLeastCentring = 0.1;

struct Point {
  double n = 0, s = 0, g = 0;
  Vec2 w = Vec2::Zero();
  // Bounded rows: multipliers of the bounds; the impulse itself is in `r`.
  Vec3 r = Vec3::Zero(), at_lower = Vec3::Zero(), at_upper = Vec3::Zero();
};

class Path {
 public:
  Path(const WhitenedProblem& problem, NewtonSystem& system)
      : problem_(problem), system_(system), points_(problem.size()) {
    start();
  }

  /// One predictor and corrector. Returns false if the system is singular.
  bool iterate();
  void impulses(std::vector<Vec3>& r) const {
    r.resize(points_.size());
    for (std::size_t k = 0; k < points_.size(); ++k) r[k] = impulse(int(k), points_[k]);
  }
  double tau() const { return tau_; }

 private:
  struct Target {
    double normal, friction;
    Vec3 lower, upper;
    Vec2 slip;
  };
  Vec3 impulse(int k, const Point& p) const {
    const WhitenedContact& c = problem_.contacts[k];
    if (c.law == RowLaw::bounded) return p.r;
    Vec3 r(p.n, 0, 0);
    r.tail<2>() = c.mu * p.n * p.w;
    return r;
  }
  void start();
  double mean_complementarity(const std::vector<Point>& points) const;
  Mat3 weight(int k) const;
  Vec3 rhs(int k, const Target& t) const;
  Point direction(int k, const Vec3& dr, const Target& t) const;
  double step_to_boundary(const std::vector<Point>& d) const;
  void solve(const std::vector<Target>& targets, std::vector<Point>& d);
  Point moved(int k, const Point& d, double a) const;

  const WhitenedProblem& problem_;
  NewtonSystem& system_;
  std::vector<Point> points_;
  std::vector<Mat3> weights_;
  std::vector<Vec3> u_, step_;
  std::vector<Vec6> w_;
  double tau_ = 0;
  int terms_ = 0;
};

void Path::start() {
  std::vector<Vec3> q;
  problem_.relative_velocities(std::vector<Vec3>(problem_.size(), Vec3::Zero()), q);
  double speed = 0;
  for (int k = 0; k < problem_.size(); ++k)
    speed = std::max(speed, problem_.contacts[k].law == RowLaw::coulomb ? -q[k].x() : q[k].norm());
  if (!(speed > 0)) speed = kSlow;
  for (int k = 0; k < problem_.size(); ++k) {
    const WhitenedContact& c = problem_.contacts[k];
    Point& p = points_[k];
    if (c.law == RowLaw::bounded) {
      for (int i = 0; i < 3; ++i) {
        const bool low = std::isfinite(c.lower[i]), high = std::isfinite(c.upper[i]);
        const double room = low && high ? std::min(speed / c.d, 0.5 * (c.upper[i] - c.lower[i])) : speed / c.d;
        p.r[i] = std::min(std::max(0.0, c.lower[i] + room), c.upper[i] - room);
        if (low) p.at_lower[i] = speed, ++terms_;
        if (high) p.at_upper[i] = speed, ++terms_;
      }
      continue;
    }
    p.s = std::max(q[k].x(), speed);
    p.n = speed * speed / (p.s * c.d);
    p.g = speed;
    terms_ += c.mu > 0 ? 2 : 1;
  }
  tau_ = mean_complementarity(points_);
}

double Path::mean_complementarity(const std::vector<Point>& points) const {
  double sum = 0;
  for (int k = 0; k < problem_.size(); ++k) {
    const WhitenedContact& c = problem_.contacts[k];
    const Point& p = points[k];
    if (c.law == RowLaw::bounded) {
      for (int i = 0; i < 3; ++i) {
        if (std::isfinite(c.lower[i])) sum += (p.r[i] - c.lower[i]) * p.at_lower[i];
        if (std::isfinite(c.upper[i])) sum += (c.upper[i] - p.r[i]) * p.at_upper[i];
      }
      continue;
    }
    sum += p.n * p.s;
    if (c.mu > 0) sum += 0.5 * c.mu * p.n * p.g * (1 - p.w.squaredNorm());
  }
  return terms_ > 0 ? sum / terms_ : 0;
}

Mat3 Path::weight(int k) const {
  const WhitenedContact& c = problem_.contacts[k];
  const Point& p = points_[k];
  Mat3 C = Mat3::Zero();
  if (c.law == RowLaw::bounded) {
    for (int i = 0; i < 3; ++i) {
      double x = kRegular * c.d;
      if (std::isfinite(c.lower[i])) x += p.at_lower[i] / (p.r[i] - c.lower[i]);
      if (std::isfinite(c.upper[i])) x += p.at_upper[i] / (c.upper[i] - p.r[i]);
      C(i, i) = 1 / x;
    }
    return C;
  }
  const double wn = 1 / (p.s / p.n + kRegular * c.d);
  C(0, 0) = wn;
  if (c.mu <= 0) return C;
  const double w2 = p.w.squaredNorm();
  C.block<2, 1>(1, 0) = (2 * c.mu / (1 + w2) * wn) * p.w;
  const double wt = 1 / (p.g / (c.mu * p.n) + kRegular * c.d);
  C.block<2, 2>(1, 1) = wt * (Eigen::Matrix2d::Identity() - (2 / (1 + w2)) * p.w * p.w.transpose());
  return C;
}

/// What du has to make up for: e with dr = C (e - du).
Vec3 Path::rhs(int k, const Target& t) const {
  const WhitenedContact& c = problem_.contacts[k];
  const Point& p = points_[k];
  const Vec3& u = u_[k];
  Vec3 e = -u;
  if (c.law == RowLaw::bounded) {
    for (int i = 0; i < 3; ++i) {
      if (std::isfinite(c.lower[i])) e[i] += t.lower[i] / (p.r[i] - c.lower[i]);
      if (std::isfinite(c.upper[i])) e[i] -= t.upper[i] / (c.upper[i] - p.r[i]);
    }
    return e;
  }
  e.x() += t.normal / p.n;
  if (c.mu > 0) {
    const double open = 1 - p.w.squaredNorm();
    e.tail<2>() -= (2 * t.friction / (c.mu * p.n * open)) * p.w + t.slip;
  }
  return e;
}

/// The change of a point that goes with its contact's change of velocity.
Point Path::direction(int k, const Vec3& dr, const Target& t) const {
  const WhitenedContact& c = problem_.contacts[k];
  const Point& p = points_[k];
  Point d;
  if (c.law == RowLaw::bounded) {
    d.r = dr;
    for (int i = 0; i < 3; ++i) {
      const double low = p.r[i] - c.lower[i], high = c.upper[i] - p.r[i];
      if (std::isfinite(low)) d.at_lower[i] = (t.lower[i] - p.at_lower[i] * (low + d.r[i])) / low;
      if (std::isfinite(high)) d.at_upper[i] = (t.upper[i] - p.at_upper[i] * (high - d.r[i])) / high;
    }
    return d;
  }
  d.n = dr.x();
  d.s = (t.normal - p.n * p.s - p.s * d.n) / p.n;
  if (c.mu <= 0) return d;
  const double w2 = p.w.squaredNorm(), open = 1 - w2;
  d.w = (dr.tail<2>() / c.mu - d.n * p.w) / p.n;
  d.g = 2 * t.friction / (c.mu * p.n * open) - p.g - p.g / p.n * d.n + 2 * p.g / open * p.w.dot(d.w);
  return d;
}

double largest_step(double x, double dx) { return dx < 0 ? -x / dx : std::numeric_limits<double>::infinity(); }

double Path::step_to_boundary(const std::vector<Point>& d) const {
  double a = std::numeric_limits<double>::infinity();
  for (int k = 0; k < problem_.size(); ++k) {
    const WhitenedContact& c = problem_.contacts[k];
    const Point& p = points_[k];
    if (c.law == RowLaw::bounded) {
      for (int i = 0; i < 3; ++i) {
        if (std::isfinite(c.lower[i]))
          a = std::min(
              {a, largest_step(p.r[i] - c.lower[i], d[k].r[i]), largest_step(p.at_lower[i], d[k].at_lower[i])});
        if (std::isfinite(c.upper[i]))
          a = std::min(
              {a, largest_step(c.upper[i] - p.r[i], -d[k].r[i]), largest_step(p.at_upper[i], d[k].at_upper[i])});
      }
      continue;
    }
    a = std::min({a, largest_step(p.n, d[k].n), largest_step(p.s, d[k].s)});
    if (c.mu <= 0) continue;
    a = std::min(a, largest_step(p.g, d[k].g));
    // |w + a dw| = 1.
    const double A = d[k].w.squaredNorm(), B = p.w.dot(d[k].w), C = 1 - p.w.squaredNorm();
    if (A > 0) a = std::min(a, C / (B + std::sqrt(std::max(0.0, B * B + A * C))));
  }
  return a;
}

void Path::solve(const std::vector<Target>& targets, std::vector<Point>& d) {
  const int n = problem_.size();
  for (int k = 0; k < n; ++k) step_[k] = weights_[k] * rhs(k, targets[k]);
  w_.assign(problem_.bodies(), Vec6::Zero());
  problem_.add_impulses(step_, w_);
  system_.solve(w_);
  for (int k = 0; k < n; ++k)
    d[k] = direction(k, step_[k] - weights_[k] * contact_velocity(problem_.contacts[k], w_), targets[k]);
}

Point Path::moved(int k, const Point& d, double a) const {
  Point p = points_[k];
  p.n += a * d.n;
  p.s += a * d.s;
  p.g += a * d.g;
  p.w += a * d.w;
  p.r += a * d.r;
  p.at_lower += a * d.at_lower;
  p.at_upper += a * d.at_upper;
  return p;
}

bool Path::iterate() {
  const int n = problem_.size();
  std::vector<Vec3> r;
  impulses(r);
  problem_.relative_velocities(r, u_);
  weights_.resize(n);
  step_.resize(n);
  for (int k = 0; k < n; ++k) weights_[k] = weight(k);
  if (!system_.factor(weights_)) return false;
  std::vector<Target> targets(n, Target{0, 0, Vec3::Zero(), Vec3::Zero(), Vec2::Zero()});
  std::vector<Point> d(n), trial(n);
  solve(targets, d);
  const double affine = std::min(1.0, kToBoundary * step_to_boundary(d));
  for (int k = 0; k < n; ++k) trial[k] = moved(k, d[k], affine);
  const double reached = mean_complementarity(trial) / tau_;
  const double centring = std::min(1.0, std::max(kLeastCentring, reached * reached * reached));
  for (int k = 0; k < n; ++k) {
    const WhitenedContact& c = problem_.contacts[k];
    const Point &p = points_[k], &a = d[k];
    Target& t = targets[k];
    const double aim = centring * tau_;
    if (c.law == RowLaw::bounded) {
      for (int i = 0; i < 3; ++i) {
        t.lower[i] = aim - a.r[i] * a.at_lower[i];
        t.upper[i] = aim + a.r[i] * a.at_upper[i];
      }
      continue;
    }
    t.normal = aim - a.n * a.s;
    if (c.mu <= 0) continue;
    t.slip = a.g * a.w;
    t.friction = aim - 0.5 * c.mu *
                           (a.n * a.g * (1 - p.w.squaredNorm()) - 2 * p.w.dot(a.w) * (p.n * a.g + p.g * a.n) -
                            p.n * p.g * a.w.squaredNorm());
  }
  solve(targets, d);
  const double step = std::min(1.0, kToBoundary * step_to_boundary(d));
  for (int k = 0; k < n; ++k) points_[k] = moved(k, d[k], step);
  tau_ = mean_complementarity(points_);
  return std::isfinite(tau_);
}

}  // namespace

InteriorPointResult interior_point(const WhitenedProblem& problem, NewtonSystem& system,
                                   const InteriorPointOptions& options, std::vector<Vec3>& r) {
  InteriorPointResult result;
  result.error = std::numeric_limits<double>::infinity();
  Path path(problem, system);
  std::vector<Vec3> candidate, u;
  double milestone = std::numeric_limits<double>::infinity();
  int since_gain = 0;
  while (result.iterations < options.max_iterations && !(options.out_of_time && options.out_of_time())) {
    if (!path.iterate()) break;
    ++result.iterations;
    path.impulses(candidate);
    problem.relative_velocities(candidate, u);
    // What separates does not push.
    for (int k = 0; k < problem.size(); ++k) {
      const WhitenedContact& c = problem.contacts[k];
      if (c.law == RowLaw::coulomb && c.d * candidate[k].x() < u[k].x()) candidate[k].setZero();
    }
    problem.relative_velocities(candidate, u);
    const double error = problem.errors(candidate, u).worst();
    if (error < result.error) {
      result.error = error;
      r = candidate;
    }
    if (result.error <= options.target) break;
    if (result.error < 0.9 * milestone) {
      milestone = result.error;
      since_gain = 0;
    } else if (++since_gain > options.patience) {
      break;
    }
  }
  return result;
}

}  // namespace stiction
