#include "stiction/solvers/kernels/sweeps.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "stiction/solvers/kernels/relax.h"

namespace stiction {

namespace {

/// Rounds over normal and friction of a sliding contact: more would not pay, its neighbours are not right, either.
constexpr int kSlidingRounds = 4;

/// The larger eigenvalue of the tangents' 2×2 block.
double largest_of_tangents(const Mat3& W) {
  return 0.5 * (W(1, 1) + W(2, 2)) + std::hypot(0.5 * (W(1, 1) - W(2, 2)), W(1, 2));
}

}  // namespace

Sweeps::Sweeps(const WhitenedProblem& problem) : problem_(problem), responses_(problem.contacts.size()) {
  parallel_each(responses_.size(), kContactsPerTask, [&](std::size_t k) {
    const WhitenedContact& c = problem.contacts[k];
    if (c.law != RowLaw::coulomb) return;
    Response& response = responses_[k];
    c.for_each_term([&](int, const Mat36& J) { response.W.noalias() += J * J.transpose(); });
    response.inverse = response.W.inverse();
    const double largest = largest_of_tangents(response.W);
    if (largest > 0) response.friction_step = 1 / largest;
  });
}

void Sweeps::sweep(std::vector<Vec3>& r, std::vector<Vec6>& w) const {
  for (int k = 0; k < problem_.size(); ++k) {
    const WhitenedContact& c = problem_.contacts[k];
    const Vec3 u = contact_velocity(c, w) - c.bias;
    if (c.law == RowLaw::coulomb && r[k].x() == 0 && u.x() >= 0) continue;
    const Vec3 next = c.law == RowLaw::coulomb ? solved(k, r[k], u) : cautious_step(c, r[k], u, push_on(c, r));
    c.add_impulse(next - r[k], w);
    r[k] = next;
  }
}

/// The impulse with which contact k opens, sticks or slides as the law wants, if all others stay.
Vec3 Sweeps::solved(int k, const Vec3& r, const Vec3& u) const {
  const double mu = problem_.contacts[k].mu;
  const auto& [W, inverse, friction_step] = responses_[k];
  const Vec3 u_without = u - W * r;
  if (u_without.x() >= 0) return Vec3::Zero();
  const Vec3 sticking = -(inverse * u_without);
  if (sticking.allFinite() && sticking.x() > 0 && sticking.tail<2>().norm() <= mu * sticking.x()) return sticking;
  Vec3 next = r;
  for (int round = 0; round < kSlidingRounds; ++round) {
    next.x() = std::max(0.0, -(u_without.x() + W(0, 1) * next.y() + W(0, 2) * next.z()) / W(0, 0));
    const Vec2 slip = (u_without + W * next).tail<2>();
    Vec2 friction = next.tail<2>() - friction_step * slip;
    const double bound = mu * next.x(), size = friction.norm();
    if (size > bound) friction *= bound / size;
    next.tail<2>() = friction;
  }
  return next;
}

}  // namespace stiction
