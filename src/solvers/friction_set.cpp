#include "stiction/solvers/friction_set.h"

#include <algorithm>
#include <cmath>

#include "stiction/common/error.h"
#include "stiction/linalg/planar_sets.h"
#include "stiction/problem/certificate.h"
#include "stiction/solvers/fischer_newton/fischer_function.h"

namespace stiction {

namespace {

/// `push`: normal impulse of the contact that rolling rows belong to.
Vec3 residual(const LocalContact& c, const Vec3& r, const Vec3& u, double rho, double push, const FrictionSet& set) {
  if (c.law == RowLaw::bounded) return r - project_on_bounds(r - rho * u, c.lower, c.upper);
  if (c.law == RowLaw::rolling) return r - project_on_rolling(r - rho * u, c.upper, push);
  if (set.kind == FrictionSet::Kind::cone) {
    const Vec3 shifted(u.x() + c.mu * std::hypot(u.y(), u.z()), u.y(), u.z());
    return r - project_on_cone(r - rho * shifted, c.mu);
  }
  Vec3 e;
  e.x() = r.x() - std::max(0.0, r.x() - rho * u.x());
  e.tail<2>() = r.tail<2>() - project_on_friction_set(r.tail<2>() - rho * u.tail<2>(), c.mu * r.x(), set);
  return e;
}

}  // namespace

std::vector<double> compliances(const LocalProblem& problem) {
  std::vector<double> d(problem.size());
  for (int k = 0; k < problem.size(); ++k) {
    const double trace = problem.W.diagonal(k).trace();
    d[k] = trace > 0 ? trace / problem.contacts[k].rows : 1;
  }
  return d;
}

Vec2 project_on_friction_set(const Vec2& z, double radius, const FrictionSet& set) {
  const double size = std::max(0.0, radius);
  switch (set.kind) {
    case FrictionSet::Kind::pyramid:
      return z.cwiseMax(-size).cwiseMin(size);
    case FrictionSet::Kind::cone: {
      const double norm = z.norm();
      return norm > size ? Vec2(z * (size / norm)) : z;
    }
    case FrictionSet::Kind::polygon:
      break;
  }
  return project_on_polygon(z, size, set.samples).point;
}

Vec3 admissible_impulse(const LocalContact& c, const Vec3& r, const FrictionSet& set) {
  if (c.law == RowLaw::bounded) return project_on_bounds(r, c.lower, c.upper);
  const double n = std::max(0.0, r.x());
  const Vec2 t = project_on_friction_set(r.tail<2>(), c.mu * n, set);
  return Vec3(n, t.x(), t.y());
}

double model_error(const LocalProblem& problem, const std::vector<double>& compliances, const std::vector<Vec3>& r,
                   const std::vector<Vec3>& u, const FrictionSet& set) {
  return model_errors(problem.contacts, problem.q, compliances, r, u, set).impulse;
}

ModelErrors model_errors(const std::vector<LocalContact>& contacts, const std::vector<Vec3>& q,
                         const std::vector<double>& compliances, const std::vector<Vec3>& r, const std::vector<Vec3>& u,
                         const FrictionSet& set) {
  double error2 = 0, velocity2 = 0, r2 = 0, approach2 = 0, speed2 = 0;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const LocalContact& c = contacts[k];
    const double rho = 1 / compliances[k];
    const double push = c.parent >= 0 ? r[c.parent].x() : 0;
    const double e = residual(c, r[k], u[k], rho, push, set).norm();
    if (!(e <= c.noise)) {
      error2 += e * e;
      velocity2 += std::pow(compliances[k] * e, 2);
    }
    r2 += r[k].squaredNorm();
    speed2 += q[k].squaredNorm();
    if (c.law == RowLaw::bounded) approach2 += project_on_bounds(-rho * q[k], c.lower, c.upper).squaredNorm();
    if (c.law == RowLaw::coulomb) approach2 += std::pow(rho * std::min(0.0, q[k].x()), 2);
  }
  // A comparison with NaN is false, so that a NaN in either sum reaches the result.
  const double scale2 = approach2 <= r2 || std::isnan(r2) ? r2 : approach2;
  const auto relative = [](double a2, double b2) { return std::sqrt(b2 > 0 || std::isnan(b2) ? a2 / b2 : a2); };
  return {relative(error2, scale2), relative(velocity2, speed2)};
}

void expect_known_laws(const std::vector<LocalContact>& contacts, const std::string& solver, bool joints,
                       bool rolling) {
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const std::string rows = "rows " + std::to_string(k) + " of the problem ";
    if (contacts[k].law == RowLaw::bounded && !joints)
      throw InputError(solver, rows + "belong to a joint, and it knows contacts only",
                       "use a solver that takes joints, such as auto or gauss_seidel");
    if (contacts[k].law == RowLaw::rolling && !rolling)
      throw InputError(solver, rows + "are the rolling or spin friction of a contact, which it does not know",
                       "use auto, proximal_newton, staggered_projections or gauss_seidel");
  }
}

Merits merits(const LocalProblem& problem, const std::vector<double>& compliances, const std::vector<Vec3>& r,
              const std::vector<Vec3>& u, const FrictionSet& set) {
  Merits m;
  for (int k = 0; k < problem.size(); ++k) {
    const LocalContact& c = problem.contacts[k];
    if (c.law == RowLaw::rolling) {
      const Vec3 e = residual(c, r[k], u[k], 1 / compliances[k], r[c.parent].x(), set);
      m.friction += 0.5 * compliances[k] * e.squaredNorm();
      continue;
    }
    const double root = std::sqrt(compliances[k]);
    const Vec3 phi = fischer_rows(scaled_law(c, compliances[k]), r[k] * root, u[k] / root).phi;
    if (c.law == RowLaw::bounded) {
      m.normal += 0.5 * phi.squaredNorm();
      continue;
    }
    m.normal += 0.5 * phi.x() * phi.x();
    if (set.kind == FrictionSet::Kind::pyramid) {
      m.friction += 0.5 * phi.tail<2>().squaredNorm();
      continue;
    }
    const Vec2 z = r[k].tail<2>() - u[k].tail<2>() / compliances[k];
    m.friction +=
        0.5 * compliances[k] * (r[k].tail<2>() - project_on_friction_set(z, c.mu * r[k].x(), set)).squaredNorm();
  }
  return m;
}

}  // namespace stiction
