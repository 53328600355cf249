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
/// A step shorter than the first of these tells of a fold of the path: one or two contacts run off, and all others
/// wait. Contacts that allow no more than so many times this step get a firm compliance in place of that, and get rid
/// of it by and by with each step longer than the second. It damps their steps and moves no solution. Firmer, or for
/// longer, and these contacts are what keeps the error from falling.
constexpr double kShortStep = 0.15, kLongStep = 0.3, kNearShortest = 5, kFirm = 0.01, kRelease = 0.5;
/// In problems with fewer contacts than this it brought no gain over leaving the rest to the proximal loop.
constexpr int kFoldedSize = 300;
/// Speed to start from where nothing approaches, m/s.
constexpr double kSlow = 1e-6;
/// The first iterates are far from any solution: they are not judged, unless complementarity fell to this part.
constexpr int kUnjudged = 8;
constexpr double kTooFar = 1e-4;
/// Impulses with this error say nothing of where the path may begin, better ones by this power of their error; but it
/// never begins further down than for the last one: there is not enough room left to turn.
constexpr double kAnyError = 0.05, kDepth = 1.5, kLeastError = 1e-3;
/// Each step aims at this part of the mean complementarity or more.
constexpr double kLeastCentring = 0.1;

struct Point {
  double n = 0, s = 0, g = 0;
  Vec2 w = Vec2::Zero();
  // Rolling rows: g and w are those of the roll, bounded by the normal impulse of their contact; these of the spin.
  double spin_g = 0, spin_w = 0;
  // Bounded rows: multipliers of the bounds; the impulse itself is in `r`.
  Vec3 r = Vec3::Zero(), at_lower = Vec3::Zero(), at_upper = Vec3::Zero();
};

/// Friction for each unit of the normal impulse that bounds it: of the tangents or the roll, and of the spin.
double bound(const WhitenedContact& c) { return c.law == RowLaw::rolling ? c.upper.y() : c.mu; }
double spin_bound(const WhitenedContact& c) { return c.law == RowLaw::rolling ? c.upper.x() : 0; }

/// How far along dw the direction w stays within the unit disk.
double step_to_rim(double w2, double w_dw, double dw2) {
  if (!(dw2 > 0)) return std::numeric_limits<double>::infinity();
  return (1 - w2) / (w_dw + std::sqrt(std::max(0.0, w_dw * w_dw + dw2 * (1 - w2))));
}

/// Impulses n w move along straight lines, so that the velocities they cause do as foreseen: with a step a, w itself
/// goes this part of dw.
double share_of_turn(double n, double dn, double a) { return a * n / (n + a * dn); }
/// The step with which w goes this part of dw.
double step_for_turn(double n, double dn, double share) {
  if (!std::isfinite(share) || !(n > share * dn)) return std::numeric_limits<double>::infinity();
  return share * n / (n - share * dn);
}

/// The share w < 1 of the bound R that friction takes up and the slip g = 2 tau / (R (1 - w²)), where it would be z
/// without a bound: z = R w + g w / d.
Vec2 share_and_slip(double z, double R, double d, double tau) {
  const double e = 2 * tau / (R * d);
  double low = 0, high = 1;
  for (int i = 0; i < 50; ++i) {
    const double w = 0.5 * (low + high);
    (w * (R + e / (1 - w * w)) > z ? high : low) = w;
  }
  return {low, 2 * tau / (R * (1 - low * low))};
}

class Path {
 public:
  Path(const WhitenedProblem& problem, NewtonSystem& system)
      : problem_(problem), system_(system), points_(problem.size()), regular_(problem.size(), kRegular) {
    start();
    follow();
  }

  /// Goes to where complementarity is `tau`, near impulses r: each contact to the point that follows from its own
  /// impulse and velocity.
  void join(const std::vector<Vec3>& r, double tau);

  /// One predictor and corrector. Returns false if the system is singular.
  bool iterate();
  const std::vector<Vec3>& impulses() const { return r_; }
  /// Relative velocities they lead to, bias off.
  const std::vector<Vec3>& velocities() const { return u_; }
  double tau() const { return tau_; }

 private:
  struct Target {
    double normal, friction, spin, spin_slip;
    Vec3 lower, upper;
    Vec2 slip;
  };
  /// Normal impulse that bounds a triple's friction: its own, or that of the contact that rolling rows belong to.
  double push(int k, const std::vector<Point>& points) const {
    const int parent = problem_.contacts[k].parent;
    return points[parent < 0 ? k : parent].n;
  }
  Vec3 impulse(int k) const {
    const WhitenedContact& c = problem_.contacts[k];
    const Point& p = points_[k];
    if (c.law == RowLaw::bounded) return p.r;
    const double n = push(k, points_);
    Vec3 r(c.law == RowLaw::rolling ? spin_bound(c) * n * p.spin_w : n, 0, 0);
    r.tail<2>() = bound(c) * n * p.w;
    return r;
  }
  /// In order where rolling rows look at the contacts before them, else in parallel.
  template <class F>
  void each(F&& f) const {
    if (cross_.empty())
      parallel_each(points_.size(), kContactsPerTask, [&](std::size_t k) { f(static_cast<int>(k)); });
    else
      for (int k = 0; k < problem_.size(); ++k) f(k);
  }
  void start();
  /// Impulses of the points, and the velocities they lead to.
  void follow();
  double mean_complementarity(const std::vector<Point>& points) const;
  double complementarity(int k, const std::vector<Point>& points) const;
  Mat3 weight(int k) const;
  Vec3 coupling(int k) const;
  Vec3 rhs(int k, const Target& t) const;
  Point direction(int k, const Vec3& dr, const Target& t, const std::vector<Point>& before) const;
  double step_to_boundary(const std::vector<Point>& d) const;
  double step_to_boundary(int k, const std::vector<Point>& d) const;
  void solve(const std::vector<Target>& targets, std::vector<Point>& d);
  /// Sees to it that what makes steps as short as `step` does not do so again.
  void firm_up(const std::vector<Point>& d, double step);
  Point moved(int k, const std::vector<Point>& d, double a) const;

  const WhitenedProblem& problem_;
  NewtonSystem& system_;
  std::vector<Point> points_;
  std::vector<double> regular_;        ///< compliance of each contact when closed, relative to its d
  std::vector<Mat3> weights_, cross_;  ///< cross: of rolling rows with their contacts, else empty
  std::vector<Vec3> r_, u_, du_, step_;
  std::vector<Vec6> w_;
  double tau_ = 0;
  int terms_ = 0;
};

void Path::start() {
  std::vector<Vec3> q;
  problem_.relative_velocities(std::vector<Vec3>(problem_.size(), Vec3::Zero()), q);
  double speed = 0;
  for (int k = 0; k < problem_.size(); ++k)
    if (problem_.contacts[k].law != RowLaw::rolling)
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
    p.g = speed;
    terms_ += bound(c) > 0 ? 1 : 0;
    if (c.law == RowLaw::rolling) {
      p.spin_g = speed;
      terms_ += spin_bound(c) > 0 ? 1 : 0;
      cross_.assign(points_.size(), Mat3::Zero());
      continue;
    }
    p.s = std::max(q[k].x(), speed);
    p.n = speed * speed / (p.s * c.d);
    ++terms_;
  }
  tau_ = mean_complementarity(points_);
}

void Path::join(const std::vector<Vec3>& r, double tau) {
  problem_.relative_velocities(r, u_);
  each([&](int k) {
    const WhitenedContact& c = problem_.contacts[k];
    Point& p = points_[k];
    const Vec3 z = r[k] - u_[k] / c.d;
    if (c.law == RowLaw::bounded) {
      const double room = std::sqrt(tau / c.d);
      for (int i = 0; i < 3; ++i) {
        const bool low = std::isfinite(c.lower[i]), high = std::isfinite(c.upper[i]);
        const double within = low && high ? std::min(room, 0.5 * (c.upper[i] - c.lower[i])) : room;
        p.r[i] = std::min(std::max(z[i], c.lower[i] + within), c.upper[i] - within);
        if (low) p.at_lower[i] = tau / (p.r[i] - c.lower[i]);
        if (high) p.at_upper[i] = tau / (c.upper[i] - p.r[i]);
      }
      return;
    }
    if (c.law == RowLaw::coulomb) {
      const double root = std::sqrt(z.x() * z.x() + 4 * tau / c.d);
      p.n = z.x() > 0 ? 0.5 * (z.x() + root) : 2 * tau / (c.d * (root - z.x()));
      p.s = tau / p.n;
    }
    const double n = push(k, points_), length = z.tail<2>().norm();
    if (bound(c) > 0) {
      const Vec2 wg = share_and_slip(length, bound(c) * n, c.d, tau);
      p.w = length > 0 ? Vec2(z.tail<2>() * (wg.x() / length)) : Vec2(Vec2::Zero());
      p.g = wg.y();
    }
    if (c.law == RowLaw::rolling && spin_bound(c) > 0) {
      const Vec2 wg = share_and_slip(std::abs(z.x()), spin_bound(c) * n, c.d, tau);
      p.spin_w = std::copysign(wg.x(), z.x());
      p.spin_g = wg.y();
    }
  });
  tau_ = mean_complementarity(points_);
  follow();
}

void Path::follow() {
  r_.resize(points_.size());
  each([&](int k) { r_[k] = impulse(k); });
  problem_.relative_velocities(r_, u_);
}

double Path::mean_complementarity(const std::vector<Point>& points) const {
  const double sum = parallel_sum(points.size(), kContactsPerTask, 0.0,
                                  [&](std::size_t k) { return complementarity(static_cast<int>(k), points); });
  return terms_ > 0 ? sum / terms_ : 0;
}

double Path::complementarity(int k, const std::vector<Point>& points) const {
  const WhitenedContact& c = problem_.contacts[k];
  const Point& p = points[k];
  double sum = 0;
  if (c.law == RowLaw::bounded) {
    for (int i = 0; i < 3; ++i) {
      if (std::isfinite(c.lower[i])) sum += (p.r[i] - c.lower[i]) * p.at_lower[i];
      if (std::isfinite(c.upper[i])) sum += (c.upper[i] - p.r[i]) * p.at_upper[i];
    }
    return sum;
  }
  const double n = push(k, points);
  if (c.law == RowLaw::coulomb) sum += n * p.s;
  sum += 0.5 * bound(c) * n * p.g * (1 - p.w.squaredNorm());
  sum += 0.5 * spin_bound(c) * n * p.spin_g * (1 - p.spin_w * p.spin_w);
  return sum;
}

Mat3 Path::weight(int k) const {
  const WhitenedContact& c = problem_.contacts[k];
  const Point& p = points_[k];
  Mat3 C = Mat3::Zero();
  if (c.law == RowLaw::bounded) {
    for (int i = 0; i < 3; ++i) {
      double x = regular_[k] * c.d;
      if (std::isfinite(c.lower[i])) x += p.at_lower[i] / (p.r[i] - c.lower[i]);
      if (std::isfinite(c.upper[i])) x += p.at_upper[i] / (c.upper[i] - p.r[i]);
      C(i, i) = 1 / x;
    }
    return C;
  }
  const double n = push(k, points_), w2 = p.w.squaredNorm(), s2 = p.spin_w * p.spin_w;
  if (c.law == RowLaw::coulomb) {
    C(0, 0) = 1 / (p.s / n + regular_[k] * c.d);
    C.block<2, 1>(1, 0) = (2 * c.mu / (1 + w2) * C(0, 0)) * p.w;
  } else if (spin_bound(c) > 0) {
    C(0, 0) = (1 - s2) / (1 + s2) / (p.spin_g / (spin_bound(c) * n) + regular_[k] * c.d);
  }
  if (bound(c) <= 0) return C;
  const double wt = 1 / (p.g / (bound(c) * n) + regular_[k] * c.d);
  C.block<2, 2>(1, 1) = wt * (Eigen::Matrix2d::Identity() - (2 / (1 + w2)) * p.w * p.w.transpose());
  return C;
}

/// What a unit more of their contact's normal impulse adds to rolling rows.
Vec3 Path::coupling(int k) const {
  const WhitenedContact& c = problem_.contacts[k];
  const Point& p = points_[k];
  const double roll = 2 * bound(c) / (1 + p.w.squaredNorm());
  return Vec3(2 * spin_bound(c) / (1 + p.spin_w * p.spin_w) * p.spin_w, roll * p.w.x(), roll * p.w.y());
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
  const double n = push(k, points_);
  if (c.law == RowLaw::coulomb) e.x() += t.normal / n;
  if (bound(c) > 0) e.tail<2>() -= (2 * t.friction / (bound(c) * n * (1 - p.w.squaredNorm()))) * p.w + t.slip;
  if (spin_bound(c) > 0) e.x() -= 2 * t.spin / (spin_bound(c) * n * (1 - p.spin_w * p.spin_w)) * p.spin_w + t.spin_slip;
  return e;
}

/// The change of a point that goes with its change of impulse; `before` holds those of the contacts before it.
Point Path::direction(int k, const Vec3& dr, const Target& t, const std::vector<Point>& before) const {
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
  const double n = push(k, points_), dn = c.parent < 0 ? dr.x() : before[c.parent].n;
  if (c.law == RowLaw::coulomb) {
    d.n = dn;
    d.s = (t.normal - n * p.s - p.s * dn) / n;
  }
  if (bound(c) > 0) {
    const double open = 1 - p.w.squaredNorm();
    d.w = (dr.tail<2>() / bound(c) - dn * p.w) / n;
    d.g = 2 * t.friction / (bound(c) * n * open) - p.g - p.g / n * dn + 2 * p.g / open * p.w.dot(d.w);
  }
  if (spin_bound(c) > 0) {
    const double open = 1 - p.spin_w * p.spin_w;
    d.spin_w = (dr.x() / spin_bound(c) - dn * p.spin_w) / n;
    d.spin_g = 2 * t.spin / (spin_bound(c) * n * open) - p.spin_g - p.spin_g / n * dn +
               2 * p.spin_g / open * p.spin_w * d.spin_w;
  }
  return d;
}

double largest_step(double x, double dx) { return dx < 0 ? -x / dx : std::numeric_limits<double>::infinity(); }

double Path::step_to_boundary(const std::vector<Point>& d) const {
  std::vector<double> least((points_.size() + kContactsPerTask - 1) / kContactsPerTask,
                            std::numeric_limits<double>::infinity());
  parallel_each(least.size(), 1, [&](std::size_t part) {
    const std::size_t last = std::min(points_.size(), (part + 1) * kContactsPerTask);
    for (std::size_t k = part * kContactsPerTask; k < last; ++k)
      least[part] = std::min(least[part], step_to_boundary(static_cast<int>(k), d));
  });
  return least.empty() ? std::numeric_limits<double>::infinity() : *std::min_element(least.begin(), least.end());
}

double Path::step_to_boundary(int k, const std::vector<Point>& d) const {
  const WhitenedContact& c = problem_.contacts[k];
  const Point& p = points_[k];
  double a = std::numeric_limits<double>::infinity();
  if (c.law == RowLaw::bounded) {
    for (int i = 0; i < 3; ++i) {
      if (std::isfinite(c.lower[i]))
        a = std::min({a, largest_step(p.r[i] - c.lower[i], d[k].r[i]), largest_step(p.at_lower[i], d[k].at_lower[i])});
      if (std::isfinite(c.upper[i]))
        a = std::min({a, largest_step(c.upper[i] - p.r[i], -d[k].r[i]), largest_step(p.at_upper[i], d[k].at_upper[i])});
    }
    return a;
  }
  if (c.law == RowLaw::coulomb) a = std::min({a, largest_step(p.n, d[k].n), largest_step(p.s, d[k].s)});
  const double n = push(k, points_), dn = push(k, d);
  if (bound(c) > 0) {
    const double rim = step_to_rim(p.w.squaredNorm(), p.w.dot(d[k].w), d[k].w.squaredNorm());
    a = std::min({a, largest_step(p.g, d[k].g), step_for_turn(n, dn, rim)});
  }
  if (spin_bound(c) > 0) {
    const double rim = step_to_rim(p.spin_w * p.spin_w, p.spin_w * d[k].spin_w, d[k].spin_w * d[k].spin_w);
    a = std::min({a, largest_step(p.spin_g, d[k].spin_g), step_for_turn(n, dn, rim)});
  }
  return a;
}

void Path::solve(const std::vector<Target>& targets, std::vector<Point>& d) {
  each([&](int k) {
    const int parent = problem_.contacts[k].parent;
    step_[k] = weights_[k] * rhs(k, targets[k]);
    if (parent >= 0) step_[k] += step_[parent].x() * coupling(k);
  });
  w_.assign(problem_.bodies(), Vec6::Zero());
  problem_.add_impulses(step_, w_);
  system_.solve(w_);
  problem_.contact_velocities(w_, du_);
  each([&](int k) {
    const WhitenedContact& c = problem_.contacts[k];
    Vec3 dr = step_[k] - weights_[k] * du_[k];
    if (c.parent >= 0) dr.noalias() -= cross_[k] * du_[c.parent];
    d[k] = direction(k, dr, targets[k], d);
  });
}

Point Path::moved(int k, const std::vector<Point>& d, double a) const {
  if (problem_.contacts[k].law == RowLaw::bounded) {
    Point p = points_[k];
    p.r += a * d[k].r;
    p.at_lower += a * d[k].at_lower;
    p.at_upper += a * d[k].at_upper;
    return p;
  }
  Point p = points_[k];
  const double turn = share_of_turn(push(k, points_), push(k, d), a);
  const Point& change = d[k];
  p.n += a * change.n;
  p.s += a * change.s;
  p.g += a * change.g;
  p.w += turn * change.w;
  p.spin_g += a * change.spin_g;
  p.spin_w += turn * change.spin_w;
  return p;
}

void Path::firm_up(const std::vector<Point>& d, double step) {
  if (problem_.size() < kFoldedSize) return;
  if (step < kShortStep) {
    const double shortest = std::min(kShortStep, kNearShortest * step);
    each([&](int k) {
      if (kToBoundary * step_to_boundary(k, d) < shortest) regular_[k] = std::max(regular_[k], kFirm);
    });
  } else if (step > kLongStep) {
    each([&](int k) { regular_[k] = std::max(kRegular, kRelease * regular_[k]); });
  }
}

bool Path::iterate() {
  const int n = problem_.size();
  weights_.resize(n);
  step_.resize(n);
  each([&](int k) {
    const int parent = problem_.contacts[k].parent;
    weights_[k] = weight(k);
    if (parent >= 0) cross_[k].noalias() = coupling(k) * weights_[parent].row(0);
  });
  if (!system_.factor(weights_, cross_)) return false;
  std::vector<Target> targets(n, Target{0, 0, 0, 0, Vec3::Zero(), Vec3::Zero(), Vec2::Zero()});
  std::vector<Point> d(n), trial(n);
  solve(targets, d);
  const double affine = std::min(1.0, kToBoundary * step_to_boundary(d));
  each([&](int k) { trial[k] = moved(k, d, affine); });
  const double reached = mean_complementarity(trial) / tau_;
  const double centring = std::min(1.0, std::max(kLeastCentring, reached * reached * reached));
  each([&](int k) {
    const WhitenedContact& c = problem_.contacts[k];
    const Point &p = points_[k], &a = d[k];
    Target& t = targets[k];
    const double aim = centring * tau_;
    if (c.law == RowLaw::bounded) {
      for (int i = 0; i < 3; ++i) {
        t.lower[i] = aim - a.r[i] * a.at_lower[i];
        t.upper[i] = aim + a.r[i] * a.at_upper[i];
      }
      return;
    }
    const double push_k = push(k, points_), dn = push(k, d);
    // What the product bound n g (1 - w²) / 2 has beyond first order; w goes by dw (1 - dn / n), to second order.
    const auto beyond = [&](double w2, double w_dw, double dw2, double g, double dg) {
      return 0.5 * (dn * dg * (1 - w2) - 2 * w_dw * push_k * dg - push_k * g * dw2);
    };
    t.normal = aim - a.n * a.s;
    t.slip = (a.g - p.g * dn / push_k) * a.w;
    t.friction = aim - bound(c) * beyond(p.w.squaredNorm(), p.w.dot(a.w), a.w.squaredNorm(), p.g, a.g);
    t.spin_slip = (a.spin_g - p.spin_g * dn / push_k) * a.spin_w;
    t.spin =
        aim - spin_bound(c) * beyond(p.spin_w * p.spin_w, p.spin_w * a.spin_w, a.spin_w * a.spin_w, p.spin_g, a.spin_g);
  });
  solve(targets, d);
  const double step = std::min(1.0, kToBoundary * step_to_boundary(d));
  firm_up(d, step);
  each([&](int k) { trial[k] = moved(k, d, step); });
  points_.swap(trial);
  tau_ = mean_complementarity(points_);
  follow();
  return std::isfinite(tau_);
}

}  // namespace

InteriorPointResult interior_point(const WhitenedProblem& problem, NewtonSystem& system,
                                   const InteriorPointOptions& options, std::vector<Vec3>& r) {
  InteriorPointResult result;
  result.error = std::numeric_limits<double>::infinity();
  Path path(problem, system);
  const double start = path.tau();
  const bool joins = options.start_error < kAnyError;
  if (joins) path.join(r, start * std::pow(std::max(options.start_error, kLeastError) / kAnyError, kDepth));
  std::vector<Vec3> candidate, u;
  double milestone = std::numeric_limits<double>::infinity();
  int since_gain = 0;
  while (result.iterations < options.max_iterations && !(options.out_of_time && options.out_of_time())) {
    if (!path.iterate()) break;
    ++result.iterations;
    if (!joins && result.iterations <= kUnjudged && path.tau() > kTooFar * start) continue;
    candidate = path.impulses();
    u = path.velocities();
    // What separates does not push.
    parallel_each(candidate.size(), kContactsPerTask, [&](std::size_t k) {
      const WhitenedContact& c = problem.contacts[k];
      if (c.law == RowLaw::coulomb && c.d * candidate[k].x() < u[k].x()) candidate[k].setZero();
    });
    parallel_each(candidate.size(), kContactsPerTask, [&](std::size_t k) {
      const int parent = problem.contacts[k].parent;
      if (parent >= 0 && candidate[parent].x() == 0) candidate[k].setZero();
    });
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
