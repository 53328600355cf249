#include "stiction/solvers/contact_newton/scaled_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stiction/problem/certificate.h"

namespace stiction {

ScaledProblem::ScaledProblem(const LocalProblem& problem, const FrictionDisks* disks)
    : start(problem.W.start), column(problem.W.column), contacts(problem.contacts) {
  const int n = problem.size();
  q.resize(n);
  scale_.resize(n);
  compliance_.resize(n);
  d_normal.resize(n);
  d_tangent.resize(n);
  diagonal_.resize(n);
  diagonal_entry.resize(n);
  double norm2 = 0;
  for (int k = 0; k < n; ++k) {
    compliance_[k] = contact_compliance(problem, k);
    scale_[k] = 1 / std::sqrt(compliance_[k]);
    q[k] = scale_[k] * problem.q[k];
    norm2 += q[k].squaredNorm();
    q2_ += problem.q[k].squaredNorm();
    const LocalContact& c = problem.contacts[k];
    if (c.law == RowLaw::bounded) {
      approach2_ += project_on_bounds(-problem.q[k] / compliance_[k], c.lower, c.upper).squaredNorm();
    } else {
      const double a = std::min(0.0, problem.q[k].x()) / compliance_[k];
      approach2_ += a * a;
    }
  }
  const double norm = norm2 > 0 ? std::sqrt(norm2) : 1;
  blocks_.resize(problem.W.block.size());
  for (int k = 0; k < n; ++k) {
    q[k] /= norm;
    for (int e = start[k]; e < start[k + 1]; ++e) {
      const double s = scale_[k] * scale_[column[e]];
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 4; ++i) blocks_[e](i, j) = i < 3 ? s * problem.W.block[e](i, j) : 0;
      if (column[e] != k) continue;
      diagonal_[k] = blocks_[e].topRows<3>();
      diagonal_entry[k] = e;
    }
    const Mat3& D = diagonal_[k];
    d_normal[k] = D(0, 0) > 0 ? D(0, 0) : 1;
    d_tangent[k] = D(1, 1) + D(2, 2) > 0 ? 0.5 * (D(1, 1) + D(2, 2)) : 1;
  }
  for (int k = 0; k < n; ++k) {
    scale_[k] *= norm;
    for (int row = 0; row < 3; ++row) {
      contacts[k].lower[row] /= scale_[k];
      contacts[k].upper[row] /= scale_[k];
    }
    contacts[k].noise /= scale_[k];
  }
  if (!disks) return;
  samples_ = disks->samples;
  approach2_ = 0;
  for (int k = 0; k < n; ++k) {
    radius_.push_back(disks->radius[k] / scale_[k]);
    approach2_ += scale_[k] * scale_[k] * admissible(k, -q[k]).squaredNorm();
  }
}

Vec3 ScaledProblem::product(int k, const std::vector<Vec3>& x) const {
  Eigen::Vector4d sum = Eigen::Vector4d::Zero();
  for (int e = start[k]; e < start[k + 1]; ++e) {
    const Vec3& r = x[column[e]];
    sum += blocks_[e].col(0) * r.x() + blocks_[e].col(1) * r.y() + blocks_[e].col(2) * r.z();
  }
  return sum.head<3>();
}

void ScaledProblem::multiply(const std::vector<Vec3>& x, std::vector<Vec3>& y) const {
  y.resize(size());
  for (int k = 0; k < size(); ++k) y[k] = product(k, x);
}

void ScaledProblem::velocities(const std::vector<Vec3>& r, std::vector<Vec3>& u) const {
  u.resize(size());
  for (int k = 0; k < size(); ++k) u[k] = q[k] + product(k, r);
}

Vec3 ScaledProblem::admissible(int k, const Vec3& r) const {
  const LocalContact& c = contacts[k];
  if (c.law == RowLaw::bounded) return project_on_bounds(r, c.lower, c.upper);
  if (friction_alone()) {
    const Vec2 t = project_on_set(k, r.tail<2>()).point;
    return Vec3(0, t.x(), t.y());
  }
  Vec3 p(std::max(0.0, r.x()), r.y(), r.z());
  const double length = std::sqrt(p.y() * p.y() + p.z() * p.z()), radius = c.mu * p.x();
  if (length > radius) p.tail<2>() *= radius / length;
  return p;
}

double ScaledProblem::error(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const {
  // Residual of the natural map with step length rho, squared.
  const auto residual2 = [&](int k, double rho) {
    const LocalContact& c = contacts[k];
    if (c.law == RowLaw::bounded) return (r[k] - project_on_bounds(r[k] - rho * u[k], c.lower, c.upper)).squaredNorm();
    if (friction_alone()) return (r[k] - admissible(k, r[k] - rho * u[k])).squaredNorm();
    const double slip = std::sqrt(u[k].y() * u[k].y() + u[k].z() * u[k].z());
    const Vec3 shifted(u[k].x() + c.mu * slip, u[k].y(), u[k].z());
    return (r[k] - project_on_cone(r[k] - rho * shifted, c.mu)).squaredNorm();
  };
  const auto relative = [](double a2, double b2) {
    const double e = std::sqrt(b2 > 0 ? a2 / b2 : a2);
    return std::isnan(e) ? std::numeric_limits<double>::infinity() : e;
  };
  double error2 = 0, r2 = 0;
  for (int k = 0; k < size(); ++k) {
    const double s2 = scale_[k] * scale_[k], f2 = residual2(k, 1);
    r2 += s2 * r[k].squaredNorm();
    if (!(f2 <= contacts[k].noise * contacts[k].noise)) error2 += s2 * f2;
  }
  const double error = relative(error2, std::max(r2, approach2_));
  if (friction_alone()) return error;
  double error_q2 = 0;
  for (int k = 0; k < size(); ++k) error_q2 += scale_[k] * scale_[k] * residual2(k, compliance_[k]);
  return std::max(error, relative(error_q2, q2_));
}

std::vector<Vec3> ScaledProblem::to_problem(const std::vector<Vec3>& r) const {
  std::vector<Vec3> result(size());
  for (int k = 0; k < size(); ++k) result[k] = scale_[k] * r[k];
  return result;
}

std::vector<Vec3> ScaledProblem::from_problem(const std::vector<Vec3>& r) const {
  std::vector<Vec3> result(size());
  for (int k = 0; k < size(); ++k) result[k] = r[k] / scale_[k];
  return result;
}

}  // namespace stiction
