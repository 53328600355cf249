#include "stiction/solvers/kernels/whitened_problem.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "stiction/problem/certificate.h"

namespace stiction {

namespace {

constexpr std::size_t kBodiesPerTask = 256;

/// Contacts that do not push are many, and their rows need not be looked at.
bool is_zero(const Vec3& r) { return r.x() == 0 && r.y() == 0 && r.z() == 0; }

Vec3 image_of(const WhitenedContact& c, const Vec3& r, const Vec3& u, double push) {
  // Open, as most contacts of a heap in motion are.
  if (c.law == RowLaw::coulomb && u.x() > 0 && is_zero(r)) return Vec3::Zero();
  return natural_image(c.law, c.mu, c.lower, c.upper, c.d, r, u, push);
}

std::vector<int> bodies_of(const ProblemContact& c) {
  std::vector<int> bodies;
  c.for_each_term([&](int body, const Mat36&) { bodies.push_back(body); });
  return bodies;
}

bool move_the_same(const ProblemContact& a, const ProblemContact& b) {
  return a.body_a == b.body_a && a.body_b == b.body_b &&
         std::equal(a.more.begin(), a.more.end(), b.more.begin(), b.more.end(),
                    [](const ProblemTerm& x, const ProblemTerm& y) { return x.body == y.body; });
}

/// For each of these contacts the place of the first one of its run, or -1; makes room for all runs.
std::vector<int> find_runs(const ContactProblem& problem, const std::vector<int>& contacts, RowRuns& runs) {
  const int count = int(contacts.size());
  std::vector<int> run_of(contacts.size(), -1);
  RowRuns::Size size;
  for (int i = 0, next = 0; i < count; i = next) {
    const ProblemContact& c = problem.contacts[contacts[i]];
    next = i + 1;
    if (c.more.empty()) continue;
    while (next < count && move_the_same(problem.contacts[contacts[next]], c)) ++next;
    std::fill(run_of.begin() + i, run_of.begin() + next, i);
    size.add(next - i, int(bodies_of(c).size()));
  }
  runs.reserve(size);
  return run_of;
}

std::vector<int> count_up(int count) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

Vec3 natural_image(RowLaw law, double mu, const Vec3& lower, const Vec3& upper, double d, const Vec3& r, const Vec3& u,
                   double push) {
  if (law == RowLaw::bounded) return project_on_bounds(r - u / d, lower, upper);
  if (law == RowLaw::rolling) return project_on_rolling(r - u / d, upper, push);
  const Vec3 shifted(u.x() + mu * u.tail<2>().norm(), u.y(), u.z());
  return project_on_cone(r - shifted / d, mu);
}

void ErrorScales::add(RowLaw law, const Vec3& lower, const Vec3& upper, double d, const Vec3& q) {
  if (law == RowLaw::bounded) {
    approach2 += project_on_bounds(-q / d, lower, upper).squaredNorm();
  } else if (law == RowLaw::coulomb) {
    const double a = std::min(0.0, q.x()) / d;
    approach2 += a * a;
  }
  speed2 += q.squaredNorm();
}

WhitenedProblem::WhitenedProblem(const ContactProblem& problem) {
  const std::vector<int> all_contacts = count_up(problem.size()), all_bodies = count_up(problem.bodies());
  whiten(problem, {all_contacts, all_bodies, all_bodies});
  find_scales();
}

WhitenedProblem::WhitenedProblem(const ContactProblem& problem, const ContactSelection& selection,
                                 const ErrorScales& scales)
    : scales_(scales) {
  whiten(problem, selection);
}

void WhitenedProblem::whiten(const ContactProblem& problem, const ContactSelection& selection) {
  const std::vector<int>& place = selection.place_of_body;
  std::vector<Mat6> S(selection.bodies.size());
  std::vector<char> unit(S.size());  // parts of deformable bodies are given in coordinates of unit mass
  w_free.resize(S.size());
  for (std::size_t i = 0; i < S.size(); ++i) {
    const int body = selection.bodies[i];
    unit[i] = problem.inverse_mass[body] == Mat6::Identity();
    if (unit[i]) {
      if (!problem.v_start.empty()) w_start.push_back(problem.v_start[body]);
      w_free[i] = problem.v_free[body];
      S[i].setIdentity();
      continue;
    }
    S[i] = problem.inverse_mass[body].llt().matrixL();
    if (!problem.v_start.empty()) w_start.push_back(S[i].triangularView<Eigen::Lower>().solve(problem.v_start[body]));
    w_free[i] = S[i].triangularView<Eigen::Lower>().solve(problem.v_free[body]);
  }
  const std::vector<int> run_of = find_runs(problem, selection.contacts, runs);
  contacts.resize(selection.contacts.size());
  for (int k = 0; k < size(); ++k) {
    const auto& from = problem.contacts[selection.contacts[k]];
    auto& c = contacts[k];
    c.mu = from.mu;
    c.law = from.law;
    c.lower = from.lower;
    c.upper = from.upper;
    if (from.parent >= 0)
      c.parent = int(std::lower_bound(selection.contacts.begin(), selection.contacts.end(), from.parent) -
                     selection.contacts.begin());
    c.bias = Vec3(from.bias, 0, 0) - from.offset;
    double trace = 0;
    if (run_of[k] < 0) {
      c.a = from.body_a >= 0 ? place[from.body_a] : -1;
      c.b = from.body_b >= 0 ? place[from.body_b] : -1;
      c.J_a.setZero();
      c.J_b.setZero();
      if (c.a >= 0) c.J_a.noalias() = from.G_a * S[c.a];
      if (c.b >= 0) c.J_b.noalias() = from.G_b * S[c.b];
      trace = c.J_a.squaredNorm() + c.J_b.squaredNorm();
    } else {
      if (run_of[k] == k) {
        std::vector<int> bodies = bodies_of(from);
        for (int& body : bodies) body = place[body];
        runs.begin(k, bodies);
      }
      c.run = &runs.back();
      c.place = k - c.run->first;
      double* rows = runs.append();
      const int stride = c.run->stride;
      int column = 0;
      from.for_each_term([&](int body, const Mat36& G) {
        const Mat36 J = unit[place[body]] ? G : Mat36(G * S[place[body]]);
        for (int axis = 0; axis < 3; ++axis) Eigen::Map<Vec6>(rows + axis * stride + column) = J.row(axis).transpose();
        trace += J.squaredNorm();
        column += 6;
      });
    }
    c.d = trace > 0 ? trace / from.rows : 1;
    c.noise = kSure * rounding_allowance(problem, from, c.d);
  }
  list_pushes();
}

void WhitenedProblem::find_scales() {
  std::vector<Vec3> q;
  contact_velocities(w_free, q);
  for (int k = 0; k < size(); ++k) {
    const WhitenedContact& c = contacts[k];
    scales_.add(c.law, c.lower, c.upper, c.d, q[k] - c.bias);
  }
}

void WhitenedProblem::take(const WhitenedProblem& from, const std::vector<int>& kept, const std::vector<int>& body) {
  RowRuns::Size size;
  const auto run_of = [&](int k) { return from.contacts[k].run; };
  for (std::size_t i = 0, j = 0; i < kept.size(); i = j) {
    for (j = i + 1; j < kept.size() && run_of(kept[j]) && run_of(kept[j]) == run_of(kept[i]);) ++j;
    if (run_of(kept[i])) size.add(int(j - i), run_of(kept[i])->terms);
  }
  runs.reserve(size);
  contacts.reserve(kept.size());
  std::vector<int> index(from.contacts.size(), -1), bodies;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const int k = kept[i];
    index[k] = int(i);
    WhitenedContact& c = contacts.emplace_back(from.contacts[k]);
    if (c.parent >= 0) c.parent = index[c.parent];
    if (c.a >= 0) c.a = body[c.a];
    if (c.b >= 0) c.b = body[c.b];
    if (!c.run) continue;
    const RowRun& old = *c.run;
    if (i == 0 || run_of(kept[i - 1]) != &old) {
      bodies.resize(std::size_t(old.terms));
      for (int t = 0; t < old.terms; ++t) bodies[t] = body[old.bodies[t]];
      runs.begin(int(i), bodies);
    }
    std::copy_n(old.row(c.place, 0), 3 * old.stride, runs.append());
    c.run = &runs.back();
    c.place = int(i) - c.run->first;
  }
  list_pushes();
}

WhitenedProblem WhitenedProblem::copy() const { return with_only(count_up(size())); }

WhitenedProblem WhitenedProblem::with_only(const std::vector<int>& kept) const {
  WhitenedProblem part;
  part.w_free = w_free;
  part.w_start = w_start;
  part.scales_ = scales_;
  part.take(*this, kept, count_up(bodies()));
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
  part.take(*this, kept, of_body);
  for (int i = 0; i < part.size(); ++i) part.contacts[i].add_impulse(-r[kept[i]], part.w_free);
  part.find_scales();
  return part;
}

void WhitenedProblem::list_pushes() {
  if (contacts.size() <= 2 * kContactsPerTask) return;
  first_push_.assign(w_free.size() + 1, 0);
  const auto each_push = [&](auto&& f) {
    for (int k = 0; k < size(); ++k) {
      if (contacts[k].run) continue;
      if (contacts[k].a >= 0) f(contacts[k].a, Push{k, false});
      if (contacts[k].b >= 0) f(contacts[k].b, Push{k, true});
    }
  };
  each_push([&](int body, const Push&) { ++first_push_[body + 1]; });
  for (std::size_t i = 0; i < w_free.size(); ++i) first_push_[i + 1] += first_push_[i];
  pushes_.resize(first_push_.back());
  std::vector<int> next(first_push_.begin(), first_push_.end() - 1);
  each_push([&](int body, const Push& push) { pushes_[next[body]++] = push; });
}

void WhitenedProblem::add_impulses(const std::vector<Vec3>& r, std::vector<Vec6>& w) const {
  if (pushes_.empty()) {
    for (int k = 0; k < size(); ++k)
      if (!contacts[k].run && !is_zero(r[k])) contacts[k].add_impulse(r[k], w);
  } else {
    // In the same order for every body as above, so the same to the last bit.
    parallel_each(w.size(), kBodiesPerTask, [&](std::size_t body) {
      each_push(int(body), [&](int k, bool on_b) {
        if (!is_zero(r[k])) w[body].noalias() += (on_b ? contacts[k].J_b : contacts[k].J_a).transpose() * r[k];
      });
    });
  }
  if (!runs.empty()) runs.add_impulses(r, w);
}

void WhitenedProblem::contact_velocities(const std::vector<Vec6>& w, std::vector<Vec3>& u) const {
  contact_velocities(w, u, [](int) { return true; });
}

void WhitenedProblem::relative_velocities(const std::vector<Vec3>& r, std::vector<Vec3>& u) const {
  std::vector<Vec6> w = w_free;
  add_impulses(r, w);
  contact_velocities(w, u);
  parallel_each(contacts.size(), kContactsPerTask, [&](std::size_t k) { u[k] -= contacts[k].bias; });
}

std::vector<double> WhitenedProblem::shares(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const {
  double r2 = 0;
  for (const Vec3& impulse : r) r2 += impulse.squaredNorm();
  const double scale2 = std::max(r2, scales_.approach2), by_impulse = scale2 > 0 ? 1 / scale2 : 1;
  const double by_velocity = scales_.speed2 > 0 ? 1 / scales_.speed2 : 1;
  std::vector<double> shares(contacts.size());
  for (int k = 0; k < size(); ++k) {
    const WhitenedContact& c = contacts[k];
    const double f2 = (r[k] - image_of(c, r[k], u[k], push_on(c, r))).squaredNorm();
    if (f2 > c.noise * c.noise) shares[k] = f2 * std::max(by_impulse, c.d * c.d * by_velocity);
  }
  return shares;
}

Errors WhitenedProblem::errors(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const {
  const auto squares = [&](std::size_t k) {  // of impulse and velocity error, and of the impulse
    const auto& c = contacts[k];
    const double f2 = (r[k] - image_of(c, r[k], u[k], push_on(c, r))).squaredNorm();
    const bool noise = f2 <= c.noise * c.noise;
    return Vec3(noise ? 0 : f2, noise ? 0 : c.d * c.d * f2, r[k].squaredNorm());
  };
  const Vec3 sum = parallel_sum(contacts.size(), kContactsPerTask, Vec3(Vec3::Zero()), squares);
  const double impulse2 = sum.x(), velocity2 = sum.y(), r2 = sum.z();
  const auto relative = [](double a2, double b2) { return std::sqrt(b2 > 0 ? a2 / b2 : a2); };
  return {relative(impulse2, std::max(r2, scales_.approach2)), relative(velocity2, scales_.speed2)};
}

}  // namespace stiction
