#include "stiction/solvers/kernels/local_law.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "stiction/linalg/planar_sets.h"
#include "stiction/problem/certificate.h"

namespace stiction {

namespace {

/// Kinetic norm of r - P(r - u/d) relative to that of r, or of the impulses that would stop each contact alone.
double natural_error(const LocalLaw& law, const WhitenedProblem& problem, const std::vector<Vec3>& r,
                     const std::vector<Vec3>& u) {
  double error2 = 0, r2 = 0, stop2 = 0;
  for (int k = 0; k < problem.size(); ++k) {
    const double d = problem.contacts[k].d;
    const double push = push_on(problem.contacts[k], r);
    error2 += d * (r[k] - law.image(k, r[k] - u[k] / d, push)).squaredNorm();
    r2 += d * r[k].squaredNorm();
    stop2 += d * law.image(k, -u[k] / d, push).squaredNorm();
  }
  const double scale = std::sqrt(std::max(r2, stop2));
  return scale > 0 ? std::sqrt(error2) / scale : std::sqrt(error2);
}

Linearization linearize_bounds(const WhitenedContact& c, const Vec3& r, const Vec3& u, double rho, double damping) {
  Linearization l{Mat3::Zero(), project_on_bounds(r - rho * u, c.lower, c.upper) - r};
  for (int row = 0; row < 3; ++row) {
    const double z = r[row] - rho * u[row];
    if (!(c.lower[row] < z && z < c.upper[row])) continue;  // held at a bound
    l.weight(row, row) = 1 / damping;
    l.step[row] = -u[row] / damping;
  }
  return l;
}

Linearization linearize_rolling(const WhitenedContact& c, const Vec3& r, const Vec3& u, double rho, double damping,
                                double push) {
  if (push <= 0) return {Mat3::Zero(), -r};
  Linearization l{Mat3::Zero(), Vec3::Zero()};
  const Vec3 z = r - rho * u;
  const double bound = c.upper.x() * push, radius = c.upper.y() * push;
  if (std::abs(z.x()) < bound) {
    l.weight(0, 0) = 1 / damping;
    l.step.x() = -u.x() / damping;
  } else {
    l.coupling.x() = std::copysign(c.upper.x(), z.x());
    l.step.x() = push * l.coupling.x() - r.x();
  }
  const Vec2 zt = z.tail<2>();
  const double length = zt.norm();
  if (length < radius) {
    l.weight(1, 1) = l.weight(2, 2) = 1 / damping;
    l.step.tail<2>() = -u.tail<2>() / damping;
  } else if (length == 0) {  // no friction of this kind, and nothing to undo
    l.step.tail<2>() = -r.tail<2>();
  } else {
    // Turning along d at its bound, which follows the normal impulse; t across it.
    const Vec2 d = zt / length, t(-d.y(), d.x());
    const double b = radius / length, across = 1 / (1 - b + b * rho * damping);
    l.coupling.tail<2>() = c.upper.y() * d;
    l.step.tail<2>() = (radius - d.dot(r.tail<2>())) * d - (t.dot(r.tail<2>()) * across) * t;
    const Vec3 side(0, t.x(), t.y());
    l.weight.noalias() += (b * rho * across) * side * side.transpose();
  }
  return l;
}

}  // namespace

double LocalLaw::residual2_of(int k, const InnerProblem& inner, const ImpulseLine& line, double at) const {
  const WhitenedContact& c = problem_.contacts[k];
  const Vec3 r = line.r[k] + at * line.dr[k], u = line.u[k] + at * line.du[k];
  const double push = c.parent < 0 ? 0 : line.r[c.parent].x() + at * line.dr[c.parent].x();
  const Vec3 z = r - inner.length_of(k) / c.d * (u + inner.alpha_of(k) * c.d * (r - inner.centre[k]));
  return c.d * (r - image(k, z, push)).squaredNorm();
}

double LocalLaw::residual2(const InnerProblem& inner, const ImpulseLine& line, double at) const {
  return parallel_sum(problem_.contacts.size(), kContactsPerTask, 0.0,
                      [&](std::size_t k) { return residual2_of(static_cast<int>(k), inner, line, at); });
}

CoulombLaw::CoulombLaw(const WhitenedProblem& problem) : LocalLaw(problem) {
  briefs_.reserve(problem.contacts.size());
  for (const WhitenedContact& c : problem.contacts) briefs_.push_back({c.mu, c.d, c.law == RowLaw::coulomb});
}

double CoulombLaw::residual2(const InnerProblem& inner, const ImpulseLine& line, double at) const {
  return parallel_sum(problem_.contacts.size(), kContactsPerTask, 0.0, [&](std::size_t index) {
    const int k = static_cast<int>(index);
    const Brief& c = briefs_[k];
    if (!c.is_contact) return residual2_of(k, inner, line, at);
    const Vec3 r = line.r[k] + at * line.dr[k], u = line.u[k] + at * line.du[k];
    const Vec3 z = r - inner.length_of(k) / c.d * (u + inner.alpha_of(k) * c.d * (r - inner.centre[k]));
    if (!(z.x() > 0)) return c.d * r.squaredNorm();
    const double length2 = z.tail<2>().squaredNorm(), radius = c.mu * z.x();
    const double scale = length2 > radius * radius ? radius / std::sqrt(length2) : 1;
    const Vec3 wrong(r.x() - z.x(), r.y() - scale * z.y(), r.z() - scale * z.z());
    return c.d * wrong.squaredNorm();
  });
}

Vec3 CoulombLaw::image(int k, const Vec3& z, double push) const {
  const WhitenedContact& c = problem_.contacts[k];
  if (c.law == RowLaw::bounded) return project_on_bounds(z, c.lower, c.upper);
  if (c.law == RowLaw::rolling) return project_on_rolling(z, c.upper, push);
  Vec3 p(std::max(0.0, z.x()), z.y(), z.z());
  const double length = p.tail<2>().norm(), radius = problem_.contacts[k].mu * p.x();
  if (length > radius) p.tail<2>() *= radius / length;
  return p;
}

Linearization CoulombLaw::linearize(int k, const Vec3& r, const Vec3& u, double rho, double damping,
                                    double push) const {
  const WhitenedContact& c = problem_.contacts[k];
  if (c.law == RowLaw::bounded) return linearize_bounds(c, r, u, rho, damping);
  if (c.law == RowLaw::rolling) return linearize_rolling(c, r, u, rho, damping, push);
  const double mu = c.mu;
  const Vec3 z = r - rho * u;
  if (z.x() <= 0) return {Mat3::Zero(), -r};  // open
  const Vec2 zt = z.tail<2>();
  const double length = zt.norm(), radius = mu * z.x();
  if (length <= radius) return {Mat3::Identity() / damping, -u / damping};  // stick: u~ + du~ = 0
  // Slip along d, t across it. r_d := mu r_n is eliminated, so only the normal and t carry weight.
  const Vec2 d = zt / length, t(-d.y(), d.x());
  const double b = radius / length, across = 1 / (1 - b + b * rho * damping);
  const Vec3 slip(1, mu * d.x(), mu * d.y()), side(0, t.x(), t.y());
  Linearization l{(b * rho * across) * side * side.transpose(),
                  (-u.x() / damping) * slip - (t.dot(r.tail<2>()) * across) * side};
  l.weight.col(0) += slip / damping;
  l.step.tail<2>() += (mu * r.x() - d.dot(r.tail<2>())) * d;
  return l;
}

Vec3 CoulombLaw::admissible(int k, const Vec3& r, double push) const { return image(k, r, push); }

double CoulombLaw::error(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const {
  return problem_.errors(r, u).worst();
}

Vec3 NormalLaw::image(int k, const Vec3& z, double /*push*/) const {
  const WhitenedContact& c = problem_.contacts[k];
  if (c.law == RowLaw::bounded) return project_on_bounds(z, c.lower, c.upper);
  return c.law == RowLaw::rolling ? Vec3(Vec3::Zero()) : Vec3(std::max(0.0, z.x()), 0, 0);
}

Linearization NormalLaw::linearize(int k, const Vec3& r, const Vec3& u, double rho, double damping,
                                   double /*push*/) const {
  const WhitenedContact& c = problem_.contacts[k];
  if (c.law == RowLaw::bounded) return linearize_bounds(c, r, u, rho, damping);
  Linearization l{Mat3::Zero(), -r};
  if (c.law == RowLaw::coulomb && r.x() - rho * u.x() > 0) {
    l.weight(0, 0) = 1 / damping;
    l.step.x() = -u.x() / damping;
  }
  return l;
}

Vec3 NormalLaw::admissible(int k, const Vec3& r, double push) const { return image(k, r, push); }

double NormalLaw::error(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const {
  return natural_error(*this, problem_, r, u);
}

Vec3 FrictionLaw::image(int k, const Vec3& z, double /*push*/) const {
  const WhitenedContact& c = problem_.contacts[k];
  if (c.law == RowLaw::rolling) return project_on_rolling(z, c.upper, radii_[k]);
  Vec3 p = Vec3::Zero();
  p.tail<2>() = samples_ == 0 ? project_on_disk(z.tail<2>(), radii_[k]).point
                              : project_on_polygon(z.tail<2>(), radii_[k], samples_).point;
  return p;
}

Linearization FrictionLaw::linearize(int k, const Vec3& r, const Vec3& u, double rho, double damping,
                                     double /*push*/) const {
  const WhitenedContact& c = problem_.contacts[k];
  if (c.law == RowLaw::rolling) {
    Linearization l = linearize_rolling(c, r, u, rho, damping, radii_[k]);
    l.coupling.setZero();  // the radii are given
    return l;
  }
  const Vec2 z = r.tail<2>() - rho * u.tail<2>();
  const PlanarProjection p = samples_ == 0 ? project_on_disk(z, radii_[k]) : project_on_polygon(z, radii_[k], samples_);
  // (1 - D + rho damping D) dr + rho D du = P(z) - r, with D the projection's derivative.
  const Eigen::Matrix2d inverse = (Eigen::Matrix2d::Identity() - (1 - rho * damping) * p.derivative).inverse();
  Linearization l{Mat3::Zero(), Vec3(-r.x(), 0, 0)};
  l.weight.bottomRightCorner<2, 2>().noalias() = rho * inverse * p.derivative;
  l.step.tail<2>().noalias() = inverse * (p.point - r.tail<2>());
  return l;
}

double FrictionLaw::error(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const {
  return natural_error(*this, problem_, r, u);
}

}  // namespace stiction
