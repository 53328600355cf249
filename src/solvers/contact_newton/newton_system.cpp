#include "stiction/solvers/contact_newton/newton_system.h"

#include <algorithm>
#include <cmath>

#include "stiction/linalg/front_kernel.h"

namespace stiction {

namespace {

/// Up to this many unknowns a dense factorization is as fast.
constexpr int kDense = 40;
/// A slip whose friction disk is this small beside the trial impulse has no impulse across to speak of.
constexpr double kNoFriction = 1e-13;

Graph contact_graph(const ScaledProblem& problem) {
  // W is structurally symmetric with ascending columns: its pattern is the graph, but for the diagonal.
  Graph graph(problem.size(), {});
  graph.to.reserve(problem.column.size());
  for (int k = 0; k < problem.size(); ++k) {
    for (int e = problem.start[k]; e < problem.start[k + 1]; ++e)
      if (problem.column[e] != k) graph.to.push_back(problem.column[e]);
    graph.start[k + 1] = static_cast<int>(graph.to.size());
  }
  return graph;
}

}  // namespace

ContactNewtonSystem::ContactNewtonSystem(const ScaledProblem& problem)
    : problem_(problem),
      parts_(problem.size()),
      sizes_(problem.size()),
      fixed_(problem.size()),
      moved_(problem.size()) {}

void ContactNewtonSystem::linearize_bounds(int k, const Vec3& r, const Vec3& u, double rho, double alpha) {
  Part& part = parts_[k];
  const LocalContact& c = problem_.contacts[k];
  part.basis.setZero();
  part.rows.setZero();
  for (int row = 0; row < c.rows; ++row) {
    const double z = r[row] - rho * u[row];
    if (z <= c.lower[row] || z >= c.upper[row]) {
      part.fixed[row] = (z <= c.lower[row] ? c.lower[row] : c.upper[row]) - r[row];
      continue;
    }
    const int i = part.unknowns++;
    part.basis(row, i) = part.rows(i, row) = 1;
    part.diagonal[i] = alpha;
    part.rhs[i] = -u[row];
  }
}

void ContactNewtonSystem::linearize_friction(int k, const Vec3& r, const Vec3& u, double rho, double alpha) {
  Part& part = parts_[k];
  part.fixed.x() = -r.x();
  const PlanarProjection p = problem_.project_on_set(k, r.tail<2>() - rho * u.tail<2>());
  // Along each principal direction of the projection's derivative: (1 - s) dr + rho s du~ = P(z) - r.
  const double s11 = p.derivative(0, 0), s12 = p.derivative(0, 1), s22 = p.derivative(1, 1);
  const double angle = 0.5 * std::atan2(2 * s12, s11 - s22);
  for (const Vec2& e : {Vec2(std::cos(angle), std::sin(angle)), Vec2(-std::sin(angle), std::cos(angle))}) {
    const double slope = e.dot(p.derivative * e), missing = e.dot(p.point - r.tail<2>());
    const Vec3 direction(0, e.x(), e.y());
    if (slope < kNoFriction) {
      part.fixed += missing * direction;
      continue;
    }
    const int i = part.unknowns++;
    part.basis.col(i) = direction;
    part.rows.row(i) = direction.transpose();
    part.diagonal[i] = alpha + (1 - slope) / (rho * slope);
    part.rhs[i] = missing / (rho * slope);
  }
}

void ContactNewtonSystem::linearize(int k, const Vec3& r, const Vec3& u, const Vec2& rho, double alpha) {
  Part& part = parts_[k];
  const LocalContact& c = problem_.contacts[k];
  part.unknowns = 0;
  part.whole = false;
  part.fixed.setZero();
  if (c.law == RowLaw::bounded) return linearize_bounds(k, r, u, rho.x(), alpha);
  if (problem_.friction_alone()) return linearize_friction(k, r, u, rho.y(), alpha);
  const double zn = r.x() - rho.x() * u.x();
  if (!(zn > 0)) {  // open
    part.fixed = -r;
    return;
  }
  const double z1 = r.y() - rho.y() * u.y(), z2 = r.z() - rho.y() * u.z();
  const double length = std::sqrt(z1 * z1 + z2 * z2), radius = c.mu * zn;
  if (length <= radius) {  // stick: u~ + du~ = 0
    part.unknowns = 3;
    part.whole = true;
    part.diagonal.setConstant(alpha);
    part.rhs = -u;
    return;
  }
  // Slip along d, t across it; r_d := mu r_n is eliminated.
  const double d1 = z1 / length, d2 = z2 / length, b = radius / length;
  const double along = c.mu * r.x() - (d1 * r.y() + d2 * r.z()), across = d1 * r.z() - d2 * r.y();
  part.basis.col(0) = Vec3(1, c.mu * d1, c.mu * d2);
  part.rows.row(0) = Vec3(1, 0, 0).transpose();
  part.diagonal.x() = alpha;
  part.rhs.x() = -u.x();
  part.fixed = Vec3(0, along * d1, along * d2);
  part.unknowns = 1;
  if (b < kNoFriction) {
    part.fixed += across * Vec3(0, d2, -d1);
    return;
  }
  part.unknowns = 2;
  part.basis.col(1) = Vec3(0, -d2, d1);
  part.rows.row(1) = part.basis.col(1).transpose();
  part.diagonal.y() = alpha + (1 - b) / (b * rho.y());
  part.rhs.y() = -across / (b * rho.y());
}

bool ContactNewtonSystem::step(const std::vector<Vec3>& r, const std::vector<Vec3>& u, const std::vector<Vec2>& rho,
                               double alpha, std::vector<Vec3>& dr) {
  int unknowns = 0;
  for (int k = 0; k < problem_.size(); ++k) {
    linearize(k, r[k], u[k], rho[k], alpha);
    sizes_[k] = parts_[k].unknowns;
    unknowns += sizes_[k];
    fixed_[k] = parts_[k].fixed;
  }
  // Velocities that the parts known beforehand cause.
  problem_.multiply(fixed_, moved_);
  Eigen::VectorXd y(unknowns);
  int at = 0;
  for (int k = 0; k < problem_.size(); ++k) {
    const Part& part = parts_[k];
    for (int i = 0; i < part.unknowns; ++i)
      y[at++] = part.rhs[i] - (part.whole ? moved_[k][i] : part.rows.row(i).dot(moved_[k]));
  }
  if (unknowns > 0 && !solve(y)) return false;
  at = 0;
  for (int k = 0; k < problem_.size(); ++k) {
    const Part& part = parts_[k];
    dr[k] = part.fixed;
    for (int i = 0; i < part.unknowns; ++i, ++at) {
      if (part.whole)
        dr[k][i] += y[at];
      else
        dr[k] += part.basis.col(i) * y[at];
    }
  }
  return y.allFinite();
}

bool ContactNewtonSystem::solve(Eigen::VectorXd& y) {
  ++factorizations_;
  if (y.size() <= kDense) return solve_dense(y);
  if (!factors_) factors_.emplace(contact_graph(problem_));
  if (!factors_->factor(sizes_, *this)) return false;
  factors_->solve(y);
  work_ += factors_->work();
  return true;
}

bool ContactNewtonSystem::solve_dense(Eigen::VectorXd& y) {
  const int n = static_cast<int>(y.size());
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  std::vector<int> first(problem_.size() + 1, 0), swaps(n);
  for (int k = 0; k < problem_.size(); ++k) first[k + 1] = first[k] + sizes_[k];
  for (int k = 0; k < problem_.size(); ++k) {
    if (sizes_[k] == 0) continue;
    for (int e = problem_.start[k], neighbour = 0; e < problem_.start[k + 1]; ++e) {
      const int j = problem_.column[e];
      const int place = j == k ? -1 : neighbour++;
      if (sizes_[j] > 0) block(k, j, place, &a(first[k], first[j]), n);
    }
  }
  work_ += 2.0 / 3.0 * n * n * n;
  if (!eliminate_front(a.data(), n, n, n, swaps.data())) return false;
  for (int i = 0; i < n; ++i) std::swap(y[i], y[swaps[i]]);
  a.triangularView<Eigen::UnitLower>().solveInPlace(y);
  a.triangularView<Eigen::Upper>().solveInPlace(y);
  return true;
}

void ContactNewtonSystem::block(int k, int j, int neighbour, double* to, int stride) const {
  const Part &row = parts_[k], &column = parts_[j];
  // Rows of W hold the diagonal block among the neighbours.
  const int entry = neighbour < 0 ? problem_.diagonal_entry[k] : problem_.start[k] + neighbour + (j > k ? 1 : 0);
  const double* W = problem_.block(entry);  // column-major, four numbers to a column
  double product[12];
  for (int b = 0; b < column.unknowns; ++b) {
    const double* from = W + 4 * b;
    if (!column.whole) {
      for (int i = 0; i < 4; ++i)
        product[4 * b + i] = W[i] * column.basis(0, b) + W[4 + i] * column.basis(1, b) + W[8 + i] * column.basis(2, b);
      from = product + 4 * b;
    }
    double* out = to + b * stride;
    if (row.whole) {
      for (int a = 0; a < 3; ++a) out[a] = from[a];
    } else {
      for (int a = 0; a < row.unknowns; ++a)
        out[a] = row.rows(a, 0) * from[0] + row.rows(a, 1) * from[1] + row.rows(a, 2) * from[2];
    }
  }
  if (neighbour < 0)
    for (int a = 0; a < row.unknowns; ++a) to[a * (stride + 1)] += row.diagonal[a];
}

}  // namespace stiction
