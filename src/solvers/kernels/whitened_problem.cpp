#include "stiction/solvers/kernels/whitened_problem.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "stiction/problem/certificate.h"

namespace stiction {

namespace {

/// Where the exact law sends impulses r with relative velocities u (bias off); it holds where that is r.
/// `push`: normal impulse of the contact that rolling rows belong to.
Vec3 natural_image(const WhitenedContact& c, const Vec3& r, const Vec3& u, double push) {
  if (c.law == RowLaw::bounded) return project_on_bounds(r - u / c.d, c.lower, c.upper);
  if (c.law == RowLaw::rolling) return project_on_rolling(r - u / c.d, c.upper, push);
  const Vec3 shifted(u.x() + c.mu * u.tail<2>().norm(), u.y(), u.z());
  return project_on_cone(r - shifted / c.d, c.mu);
}

}  // namespace

WhitenedProblem::WhitenedProblem(const ContactProblem& problem) {
  std::vector<Mat6> S(problem.bodies());
  w_free.resize(problem.bodies());
  for (int i = 0; i < problem.bodies(); ++i) {
    S[i] = problem.inverse_mass[i].llt().matrixL();
    if (!problem.v_start.empty()) w_start.push_back(S[i].triangularView<Eigen::Lower>().solve(problem.v_start[i]));
    w_free[i] = S[i].triangularView<Eigen::Lower>().solve(problem.v_free[i]);
  }
  contacts.resize(problem.size());
  for (int k = 0; k < problem.size(); ++k) {
    const auto& from = problem.contacts[k];
    auto& c = contacts[k];
    c.a = from.body_a;
    c.b = from.body_b;
    c.mu = from.mu;
    c.law = from.law;
    c.lower = from.lower;
    c.upper = from.upper;
    c.parent = from.parent;
    c.bias = Vec3(from.bias, 0, 0) - from.offset;
    c.J_a.setZero();
    c.J_b.setZero();
    if (c.a >= 0) c.J_a.noalias() = from.G_a * S[c.a];
    if (c.b >= 0) c.J_b.noalias() = from.G_b * S[c.b];
    double trace = c.J_a.squaredNorm() + c.J_b.squaredNorm();
    c.more.reserve(from.more.size());
    for (const ProblemTerm& term : from.more) {
      c.more.push_back({term.body, term.G * S[term.body]});
      trace += c.more.back().J.squaredNorm();
    }
    c.d = trace > 0 ? trace / from.rows : 1;
    c.noise = rounding_allowance(problem, from, c.d);
    add_to_scales(c);
  }
}

void WhitenedProblem::add_to_scales(const WhitenedContact& c) {
  const Vec3 q = contact_velocity(c, w_free) - c.bias;
  if (c.law == RowLaw::bounded) {
    approach2_ += project_on_bounds(-q / c.d, c.lower, c.upper).squaredNorm();
  } else if (c.law == RowLaw::coulomb) {
    const double a = std::min(0.0, q.x()) / c.d;
    approach2_ += a * a;
  }
  speed2_ += q.squaredNorm();
}

WhitenedProblem WhitenedProblem::with_only(const std::vector<int>& kept) const {
  WhitenedProblem part;
  part.w_free = w_free;
  part.w_start = w_start;
  part.approach2_ = approach2_;
  part.speed2_ = speed2_;
  part.contacts.reserve(kept.size());
  std::vector<int> index(contacts.size(), -1);
  for (const int k : kept) {
    index[k] = part.size();
    part.contacts.push_back(contacts[k]);
    if (contacts[k].parent >= 0) part.contacts.back().parent = index[contacts[k].parent];
  }
  return part;
}

WhitenedProblem WhitenedProblem::around(const std::vector<int>& kept, const std::vector<Vec3>& r,
                                        const std::vector<Vec6>& w) const {
  std::vector<int> of_body(w_free.size(), -1);
  for (const int k : kept) contacts[k].for_each_term([&](int body, const Mat36&) { of_body[body] = 0; });
  WhitenedProblem part;
  for (std::size_t i = 0; i < of_body.size(); ++i) {
    if (of_body[i] < 0) continue;
    of_body[i] = part.bodies();
    part.w_free.push_back(w[i]);
  }
  part.contacts.reserve(kept.size());
  std::vector<int> of_contact(contacts.size(), -1);
  for (const int k : kept) {
    of_contact[k] = part.size();
    WhitenedContact& c = part.contacts.emplace_back(contacts[k]);
    if (c.a >= 0) c.a = of_body[c.a];
    if (c.b >= 0) c.b = of_body[c.b];
    for (WhitenedTerm& term : c.more) term.body = of_body[term.body];
    if (c.parent >= 0) c.parent = of_contact[c.parent];
    c.add_impulse(-r[k], part.w_free);
  }
  for (const WhitenedContact& c : part.contacts) part.add_to_scales(c);
  return part;
}

void WhitenedProblem::add_impulses(const std::vector<Vec3>& r, std::vector<Vec6>& w) const {
  for (int k = 0; k < size(); ++k) contacts[k].add_impulse(r[k], w);
}

void WhitenedProblem::contact_velocities(const std::vector<Vec6>& w, std::vector<Vec3>& u) const {
  u.resize(contacts.size());
  for (int k = 0; k < size(); ++k) u[k] = contact_velocity(contacts[k], w);
}

void WhitenedProblem::relative_velocities(const std::vector<Vec3>& r, std::vector<Vec3>& u) const {
  std::vector<Vec6> w = w_free;
  add_impulses(r, w);
  contact_velocities(w, u);
  for (int k = 0; k < size(); ++k) u[k] -= contacts[k].bias;
}

std::vector<double> WhitenedProblem::shares(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const {
  double r2 = 0;
  for (const Vec3& impulse : r) r2 += impulse.squaredNorm();
  const double scale2 = std::max(r2, approach2_), by_impulse = scale2 > 0 ? 1 / scale2 : 1;
  const double by_velocity = speed2_ > 0 ? 1 / speed2_ : 1;
  std::vector<double> shares(contacts.size());
  for (int k = 0; k < size(); ++k) {
    const WhitenedContact& c = contacts[k];
    const double f2 = (r[k] - natural_image(c, r[k], u[k], push_on(c, r))).squaredNorm();
    if (f2 > c.noise * c.noise) shares[k] = f2 * std::max(by_impulse, c.d * c.d * by_velocity);
  }
  return shares;
}

Errors WhitenedProblem::errors(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const {
  double impulse2 = 0, velocity2 = 0, r2 = 0;
  for (int k = 0; k < size(); ++k) {
    const auto& c = contacts[k];
    const double f2 = (r[k] - natural_image(c, r[k], u[k], push_on(c, r))).squaredNorm();
    r2 += r[k].squaredNorm();
    if (f2 <= c.noise * c.noise) continue;
    impulse2 += f2;
    velocity2 += c.d * c.d * f2;
  }
  const auto relative = [](double a2, double b2) { return std::sqrt(b2 > 0 ? a2 / b2 : a2); };
  return {relative(impulse2, std::max(r2, approach2_)), relative(velocity2, speed2_)};
}

}  // namespace stiction
