#include "stiction/solvers/conjugate_gradient/scaled_rows.h"

#include <algorithm>
#include <cmath>

namespace stiction {

namespace {

/// A bound counts as reached within this part of it: projections end there up to rounding.
constexpr double kAtBound = 1e-12;

}  // namespace

ScaledRows::ScaledRows(const LocalProblem& problem, const FrictionSet& set)
    : problem_(problem), set_(set), d_(compliances(problem)), contacts_(problem.contacts) {
  q_.resize(3 * problem.size());
  for (int k = 0; k < problem.size(); ++k) {
    root_.push_back(std::sqrt(d_[k]));
    q_.segment<3>(3 * k) = problem.q[k] / root_[k];
    contacts_[k].lower *= root_[k];
    contacts_[k].upper *= root_[k];
    for (int row = contacts_[k].rows; row < 3; ++row) contacts_[k].lower[row] = contacts_[k].upper[row] = 0;
  }
}

void ScaledRows::multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const {
  const std::vector<Vec3> r = impulses(x);
  const BlockRows& W = problem_.W;
  y.resize(x.size());
  for (int k = 0; k < problem_.size(); ++k) {
    Vec3 u = Vec3::Zero();
    for (int e = W.start[k]; e < W.start[k + 1]; ++e) u.noalias() += W.block[e] * r[W.column[e]];
    y.segment<3>(3 * k) = u / root_[k];
  }
}

void ScaledRows::velocities(const Eigen::VectorXd& x, Eigen::VectorXd& y) const {
  multiply(x, y);
  y += q_;
}

Eigen::VectorXd ScaledRows::admissible(Eigen::VectorXd x) const {
  for (int k = 0; k < problem_.size(); ++k)
    x.segment<3>(3 * k) = admissible_impulse(contacts_[k], Vec3(x.segment<3>(3 * k)), set_);
  return x;
}

Eigen::VectorXd ScaledRows::projected_residual(const Eigen::VectorXd& x, const Eigen::VectorXd& y) const {
  Eigen::VectorXd residual = -y;
  for (int k = 0; k < problem_.size(); ++k) {
    const LocalContact& c = contacts_[k];
    const Eigen::Index i = 3 * k;
    const auto stop = [&](Eigen::Index row, double lower, double upper) {
      if (x[row] <= lower + (std::isfinite(lower) ? kAtBound * std::abs(lower) : 0))
        residual[row] = std::max(0.0, residual[row]);
      if (x[row] >= upper - (std::isfinite(upper) ? kAtBound * std::abs(upper) : 0))
        residual[row] = std::min(0.0, residual[row]);
    };
    if (c.law == RowLaw::bounded) {
      for (int row = 0; row < 3; ++row) stop(i + row, c.lower[row], c.upper[row]);
      continue;
    }
    if (x[i] <= 0) residual[i] = std::max(0.0, residual[i]);
    const double bound = c.mu * std::max(0.0, x[i]);
    if (set_.kind == FrictionSet::Kind::pyramid || bound == 0) {
      stop(i + 1, -bound, bound);
      stop(i + 2, -bound, bound);
      continue;
    }
    const Vec2 friction(x[i + 1], x[i + 2]);
    const double size = friction.norm();
    if (size < (1 - kAtBound) * bound) continue;
    const Vec2 out = friction / size;
    const double outward = std::max(0.0, out.x() * residual[i + 1] + out.y() * residual[i + 2]);
    residual[i + 1] -= outward * out.x();
    residual[i + 2] -= outward * out.y();
  }
  return residual;
}

double ScaledRows::model_error(const Eigen::VectorXd& x, const Eigen::VectorXd& y) const {
  return stiction::model_error(problem_, d_, impulses(x), relative_velocities(y), set_);
}

Merits ScaledRows::merits(const Eigen::VectorXd& x, const Eigen::VectorXd& y) const {
  return stiction::merits(problem_, d_, impulses(x), relative_velocities(y), set_);
}

Eigen::VectorXd ScaledRows::scaled(const std::vector<Vec3>& r) const {
  Eigen::VectorXd x(3 * problem_.size());
  for (int k = 0; k < problem_.size(); ++k) x.segment<3>(3 * k) = r[k] * root_[k];
  return x;
}

std::vector<Vec3> ScaledRows::impulses(const Eigen::VectorXd& x) const {
  std::vector<Vec3> r(problem_.contacts.size());
  for (int k = 0; k < problem_.size(); ++k) r[k] = x.segment<3>(3 * k) / root_[k];
  return r;
}

std::vector<Vec3> ScaledRows::relative_velocities(const Eigen::VectorXd& y) const {
  std::vector<Vec3> u(problem_.contacts.size());
  for (int k = 0; k < problem_.size(); ++k) u[k] = y.segment<3>(3 * k) * root_[k];
  return u;
}

}  // namespace stiction
