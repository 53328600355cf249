#include "stiction/solvers/gauss_seidel/relax_contact.h"

#include <algorithm>
#include <cmath>

#include "stiction/problem/certificate.h"

namespace stiction {

std::vector<Vec3> relaxation_steps(const LocalProblem& problem, const FrictionSet& set, double omega) {
  std::vector<Vec3> steps(problem.size(), Vec3::Zero());
  for (int k = 0; k < problem.size(); ++k) {
    const Mat3& W = problem.W.diagonal(k);
    for (int row = 0; row < 3; ++row)
      if (W(row, row) > 0) steps[k][row] = omega / W(row, row);
    const RowLaw law = problem.contacts[k].law;
    if (law == RowLaw::bounded || (law == RowLaw::coulomb && set.kind != FrictionSet::Kind::cone)) continue;
    const double mean = 0.5 * (W(1, 1) + W(2, 2));
    const double largest = mean + std::hypot(0.5 * (W(1, 1) - W(2, 2)), 0.5 * (W(1, 2) + W(2, 1)));
    steps[k].tail<2>().setConstant(largest > 0 ? omega / largest : 0);
  }
  return steps;
}

Vec3 relax_contact(const LocalContact& c, const Mat3& W, const Vec3& steps, const FrictionSet& set, Vec3 u,
                   const Vec3& r, double push) {
  Vec3 next = r;
  if (c.law == RowLaw::bounded) {
    for (int row = 0; row < c.rows; ++row) {
      if (steps[row] == 0) continue;
      next[row] = std::clamp(r[row] - steps[row] * u[row], c.lower[row], c.upper[row]);
      u += W.col(row) * (next[row] - r[row]);
    }
    return next;
  }
  if (c.law == RowLaw::rolling) {
    next.x() -= steps.x() * u.x();
    next = project_on_rolling(next, c.upper, push);
    u += W * (next - r);
    next.tail<2>() -= steps.y() * u.tail<2>();
    return project_on_rolling(next, c.upper, push);
  }
  next.x() = std::max(0.0, r.x() - steps.x() * u.x());
  u += W.col(0) * (next.x() - r.x());
  const double bound = c.mu * next.x();
  if (set.kind == FrictionSet::Kind::pyramid) {
    next.y() = std::clamp(r.y() - steps.y() * u.y(), -bound, bound);
    u.z() += W(2, 1) * (next.y() - r.y());
    next.z() = std::clamp(r.z() - steps.z() * u.z(), -bound, bound);
    return next;
  }
  const Vec2 friction = project_on_friction_set(r.tail<2>() - steps.y() * u.tail<2>(), bound, set);
  next.y() = friction.x();
  next.z() = friction.y();
  return next;
}

GaussSeidelSweeps::GaussSeidelSweeps(const LocalProblem& problem, std::vector<Vec3>& r, const FrictionSet& set,
                                     double relaxation)
    : problem_(problem), r_(r), set_(set), steps_(relaxation_steps(problem, set, relaxation)) {
  for (int k = 0; k < problem.size(); ++k) diagonal_.push_back(&problem.W.diagonal(k));
}

double GaussSeidelSweeps::sweep(const std::vector<int>& order, bool backwards) {
  double change2 = 0, r2 = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int k = order[backwards ? order.size() - 1 - i : i];
    const LocalContact& c = problem_.contacts[k];
    const Vec3 next =
        relax_contact(c, *diagonal_[k], steps_[k], set_, relative_velocity(problem_, r_, k), r_[k], push_on(c, r_));
    const double moved = (next - r_[k]).norm();
    change2 += moved <= c.noise ? 0 : moved * moved;
    r2 += next.squaredNorm();
    r_[k] = next;
  }
  return r2 > 0 ? std::sqrt(change2 / r2) : std::sqrt(change2);
}

}  // namespace stiction
