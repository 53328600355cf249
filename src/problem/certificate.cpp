#include "stiction/problem/certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

namespace {

/// max that lets NaN through: a NaN must never look like a small residual.
double nan_max(double a, double b) { return std::isnan(a) || a > b ? a : b; }

Mat3 delassus_diagonal(const ContactProblem& problem, const ProblemContact& c) {
  Mat3 W = Mat3::Zero();
  if (c.body_a >= 0) W.noalias() += c.G_a * problem.inverse_mass[c.body_a] * c.G_a.transpose();
  if (c.body_b >= 0) W.noalias() += c.G_b * problem.inverse_mass[c.body_b] * c.G_b.transpose();
  return W;
}

}  // namespace

Vec3 project_on_cone(const Vec3& x, double mu) {
  const double t = std::hypot(x.y(), x.z());
  if (mu * t <= -x.x()) return Vec3::Zero();
  if (t <= mu * x.x()) return x;
  const double n = (x.x() + mu * t) / (1 + mu * mu);
  const double f = mu * n / t;
  return Vec3(n, f * x.y(), f * x.z());
}

Vec3 project_on_rolling(const Vec3& z, const Vec3& upper, double push) {
  const double bound = upper.x() * std::max(0.0, push), radius = upper.y() * std::max(0.0, push);
  Vec3 p(std::clamp(z.x(), -bound, bound), z.y(), z.z());
  const double length = std::hypot(z.y(), z.z());
  if (length > radius) p.tail<2>() *= radius / length;
  return p;
}

std::vector<double> contact_compliances(const ContactProblem& problem) {
  std::vector<double> d(problem.size());
  for (int k = 0; k < problem.size(); ++k) {
    const double trace = delassus_diagonal(problem, problem.contacts[k]).trace();
    d[k] = trace > 0 ? trace / problem.contacts[k].rows : 1;
  }
  return d;
}

double rounding_allowance(const ContactProblem& problem, const ProblemContact& c, double compliance) {
  double speed = std::abs(c.bias) + c.offset.norm();
  const auto add = [&](const Mat36& G, const Vec6& v) {
    speed += G.leftCols<3>().norm() * v.head<3>().norm() + G.rightCols<3>().norm() * v.tail<3>().norm();
  };
  if (c.body_a >= 0) add(c.G_a, problem.v_free[c.body_a]);
  if (c.body_b >= 0) add(c.G_b, problem.v_free[c.body_b]);
  return 4 * std::numeric_limits<double>::epsilon() * (1 + c.mu) * speed / compliance;
}

Certificate certify(const ContactProblem& problem, const std::vector<Vec6>& v, const std::vector<Vec3>& impulses) {
  return certify(problem, v, impulses, contact_compliances(problem));
}

Certificate certify(const ContactProblem& problem, const std::vector<Vec6>& v, const std::vector<Vec3>& impulses,
                    const std::vector<double>& compliances) {
  Certificate result;
  double error2 = 0, r2 = 0, approach2 = 0, error_q2 = 0, q2 = 0, worst2 = 0;
  for (int k = 0; k < problem.size(); ++k) {
    const auto& c = problem.contacts[k];
    const Vec3& r = impulses[k];
    Vec3 u = contact_velocity(c, v);
    Vec3 q = contact_velocity(c, problem.v_free);
    if (c.law == RowLaw::bounded) {
      const double rho = 1 / compliances[k];
      const double residual = (r - project_on_bounds(r - rho * u, c.lower, c.upper)).norm();
      const double e2 = residual <= rounding_allowance(problem, c, compliances[k]) ? 0 : residual * residual;
      error2 += e2;
      worst2 = nan_max(e2, worst2);
      r2 += r.squaredNorm();
      approach2 += project_on_bounds(-rho * q, c.lower, c.upper).squaredNorm();
      error_q2 += (r - project_on_bounds(r - u, c.lower, c.upper)).squaredNorm();
      q2 += q.squaredNorm();
      result.joint = nan_max(residual * compliances[k], result.joint);
      continue;
    }
    if (c.law == RowLaw::rolling) {
      const double push = impulses[c.parent].x(), rho = 1 / compliances[k];
      const double residual = (r - project_on_rolling(r - rho * u, c.upper, push)).norm();
      const double e2 = residual <= rounding_allowance(problem, c, compliances[k]) ? 0 : residual * residual;
      error2 += e2;
      worst2 = nan_max(e2, worst2);
      r2 += r.squaredNorm();
      error_q2 += (r - project_on_rolling(r - u, c.upper, push)).squaredNorm();
      q2 += q.squaredNorm();
      const double roll = std::hypot(r.y(), r.z()), rate = std::hypot(u.y(), u.z());
      result.cone = nan_max(nan_max(std::abs(r.x()) - c.upper.x() * push, roll - c.upper.y() * push), result.cone);
      const double spin_work = r.x() * u.x() + c.upper.x() * push * std::abs(u.x());
      const double roll_work = r.y() * u.y() + r.z() * u.z() + c.upper.y() * push * rate;
      result.dissipation = nan_max(nan_max(std::abs(spin_work), std::abs(roll_work)), result.dissipation);
      continue;
    }
    u.x() -= c.bias;
    q.x() -= c.bias;
    const double slip = std::hypot(u.y(), u.z());
    const double rho = 1 / compliances[k];
    const Vec3 shifted(u.x() + c.mu * slip, u.y(), u.z());
    const double residual = (r - project_on_cone(r - rho * shifted, c.mu)).norm();
    const double noise = rounding_allowance(problem, c, compliances[k]);
    const double e2 = residual <= noise ? 0 : residual * residual;
    const double a = rho * std::min(0.0, q.x());
    error2 += e2;
    worst2 = nan_max(e2, worst2);
    r2 += r.squaredNorm();
    approach2 += a * a;
    error_q2 += (r - project_on_cone(r - shifted, c.mu)).squaredNorm();
    q2 += q.squaredNorm();
    const double friction = std::hypot(r.y(), r.z());
    result.normal = nan_max(-u.x(), result.normal);
    result.cone = nan_max(nan_max(friction - c.mu * r.x(), -r.x()), result.cone);
    result.complementarity += std::abs(r.x() * u.x());
    result.dissipation = nan_max(std::abs(r.y() * u.y() + r.z() * u.z() + c.mu * r.x() * slip), result.dissipation);
  }
  // Nothing approaches and nothing pushes: the error is then 0/0, and the numerator decides.
  const double scale = std::sqrt(nan_max(r2, approach2));
  const auto relative = [](double numerator, double denominator) {
    return denominator > 0 || std::isnan(denominator) ? numerator / denominator : numerator;
  };
  result.error = relative(std::sqrt(error2), scale);
  result.error_worst = relative(std::sqrt(worst2), scale);
  result.error_q = relative(std::sqrt(error_q2), std::sqrt(q2));
  return result;
}

Certificate worst(const Certificate& a, const Certificate& b) {
  Certificate w;
  w.error = nan_max(a.error, b.error);
  w.error_worst = nan_max(a.error_worst, b.error_worst);
  w.error_q = nan_max(a.error_q, b.error_q);
  w.normal = nan_max(a.normal, b.normal);
  w.cone = nan_max(a.cone, b.cone);
  w.complementarity = a.complementarity + b.complementarity;
  w.dissipation = nan_max(a.dissipation, b.dissipation);
  w.joint = nan_max(a.joint, b.joint);
  return w;
}

}  // namespace stiction
