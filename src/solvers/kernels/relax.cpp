#include "stiction/solvers/kernels/relax.h"

#include <Eigen/Cholesky>

#include "stiction/problem/certificate.h"

namespace stiction {

namespace {

constexpr double kInside = 1 - 1e-6;  ///< part of the cone where a contact counts as sticking

}  // namespace

Vec3 cautious_step(const WhitenedContact& c, const Vec3& r, const Vec3& u, double push) {
  const double rho = 1 / (3 * c.d);
  if (c.law == RowLaw::bounded) return project_on_bounds(r - rho * u, c.lower, c.upper);
  if (c.law == RowLaw::rolling) return project_on_rolling(r - rho * u, c.upper, push);
  return project_on_cone(r - rho * Vec3(u.x() + c.mu * u.tail<2>().norm(), u.y(), u.z()), c.mu);
}

void relax(const WhitenedProblem& problem, std::vector<Vec3>& r, std::vector<Vec6>& w) {
  for (int k = 0; k < problem.size(); ++k) {
    const WhitenedContact& c = problem.contacts[k];
    const Vec3 u = contact_velocity(c, w) - c.bias;
    if (c.law == RowLaw::coulomb && r[k].x() == 0 && u.x() >= 0) continue;
    Vec3 next;
    bool sticks = false;
    // Only what sticks already: beside a sliding solution there may be a sticking one, which is not looked for here.
    if (c.law == RowLaw::coulomb && r[k].tail<2>().norm() < kInside * c.mu * r[k].x()) {
      Mat3 W = Mat3::Zero();
      c.for_each_term([&](int, const Mat36& J) { W.noalias() += J * J.transpose(); });
      next = r[k] - W.llt().solve(u);
      sticks = next.allFinite() && next.tail<2>().norm() < c.mu * next.x();
    }
    if (!sticks) next = cautious_step(c, r[k], u, push_on(c, r));
    c.add_impulse(next - r[k], w);
    r[k] = next;
  }
}

}  // namespace stiction
