#include "stiction/solvers/kernels/contact_survey.h"

#include <algorithm>
#include <cmath>

#include "stiction/linalg/pack.h"
#include "stiction/problem/certificate.h"

namespace stiction {

namespace {

/// Fewer contacts than this are all whitened.
constexpr int kSmall = 40;
constexpr double kBeyondRounding = 1 + 1e-9;

using packs::all;
using packs::load;
using packs::Pack;

/// A sum of products G v of three rows each: column after column, four numbers of G at a time.
struct RowsTimesVelocity {
  Pack low = all(0), last = all(0);

  void add(const Mat36& G, const Vec6& v) {
    const double* g = G.data();
    for (int column = 0; column < 5; ++column) low += load(g + 3 * column) * all(v[column]);
    last += load(g + 14) * all(v[5]);  // the last column from its second place on: nothing lies beyond
  }
  Vec3 sum() const { return Vec3(low[0] + last[1], low[1] + last[2], low[2] + last[3]); }
};

/// The same of the squares of each row.
struct RowSquares {
  Pack low = all(0), last = all(0);

  void add(const Mat36& G) {
    const double* g = G.data();
    for (int column = 0; column < 5; ++column) low += load(g + 3 * column) * load(g + 3 * column);
    last += load(g + 14) * load(g + 14);
  }
  Vec3 sum() const { return Vec3(low[0] + last[1], low[1] + last[2], low[2] + last[3]); }
};

bool move_the_same(const ProblemContact& a, const ProblemContact& b) {
  return a.body_a == b.body_a && a.body_b == b.body_b &&
         std::equal(a.more.begin(), a.more.end(), b.more.begin(), b.more.end(),
                    [](const ProblemTerm& x, const ProblemTerm& y) { return x.body == y.body; });
}

}  // namespace

ContactSurvey::ContactSurvey(const ContactProblem& problem, const Decomposition& decomposition, std::size_t block,
                             const std::vector<Vec3>& r)
    : problem_(problem), decomposition_(decomposition), block_(decomposition.blocks[block]), r_(r) {
  const std::size_t count = block_.contacts.size();
  run_of_.assign(count, -1);
  reach_.resize(count);
  q_.resize(count);
  u_.resize(count);
  compliance_.assign(count, 0);
  unit_.assign(problem.v_free.size(), 0);
  for (const int i : block_.bodies) unit_[i] = problem.inverse_mass[i] == Mat6::Identity();
  dv_ = changes(r);
  // One look at the rows for all of it: there is more of them than caches hold.
  for (int k = 0; k < size(); ++k) {
    const ProblemContact& c = contact(k);
    if (!c.more.empty())
      run_of_[k] = k > 0 && run_of_[k - 1] >= 0 && move_the_same(contact(k - 1), c) ? run_of_[k - 1] : k;
    RowsTimesVelocity free, change;
    RowSquares squares;
    c.for_each_term([&](int body, const Mat36& G) {
      free.add(G, problem.v_free[body]);
      change.add(G, dv_[body]);
      squares.add(G);
    });
    Vec3 q = free.sum() + c.offset;
    q.x() -= c.bias;
    q_[k] = q;
    u_[k] = q + change.sum();
    reach_[k] = std::sqrt(squares.sum().x());
    // What does not approach has no compliance that matters.
    const bool open = c.law == RowLaw::coulomb && q.x() >= 0;
    scales_.add(c.law, c.lower, c.upper, open ? 1 : compliance(k), q);
  }
}

bool ContactSurvey::pays(const ContactProblem& problem, const ProblemBlock& block) {
  if (std::ssize(block.contacts) < kSmall) return false;
  const auto soft = std::count_if(block.contacts.begin(), block.contacts.end(),
                                  [&](int k) { return !problem.contacts[k].more.empty(); });
  return 2 * soft > std::ssize(block.contacts);
}

int ContactSurvey::parent(int k) const {
  const int whole = contact(k).parent;
  return whole < 0 ? -1 : decomposition_.place_of_contact[whole];
}

double ContactSurvey::compliance(int k) const {
  if (compliance_[k] != 0) return compliance_[k];
  const ProblemContact& c = contact(k);
  double trace = 0;
  c.for_each_term([&](int body, const Mat36& G) {
    trace += unit_[body] ? G.squaredNorm() : (G * problem_.inverse_mass[body] * G.transpose()).trace();
  });
  return compliance_[k] = trace > 0 ? trace / c.rows : 1;
}

std::vector<Vec6> ContactSurvey::changes(const std::vector<Vec3>& r) const {
  std::vector<Vec6> dv(problem_.v_free.size(), Vec6::Zero());
  for (int k = 0; k < size(); ++k)
    if (r[k] != Vec3::Zero())
      contact(k).for_each_term([&](int body, const Mat36& G) { dv[body].noalias() += G.transpose() * r[k]; });
  for (const int i : block_.bodies)
    if (!unit_[i]) dv[i] = problem_.inverse_mass[i] * dv[i];
  return dv;
}

void ContactSurvey::relative_velocities(const std::vector<Vec3>& r, std::vector<Vec3>& u) const {
  if (r == r_) {
    u = u_;
    return;
  }
  if (std::all_of(r.begin(), r.end(), [](const Vec3& impulse) { return impulse == Vec3::Zero(); })) {
    u = q_;
    return;
  }
  if (r != last_r_) {
    const std::vector<Vec6> dv = changes(r);
    last_u_.resize(r.size());
    double moved = 0;  // since the first impulses, the bodies of the run in hand
    for (int k = 0; k < size(); ++k) {
      const ProblemContact& c = contact(k);
      if (run_of_[k] < 0 || run_of_[k] == k) {
        moved = 0;
        c.for_each_term([&](int body, const Mat36&) { moved += (dv[body] - dv_[body]).squaredNorm(); });
        moved = std::sqrt(moved);
      }
      const double least = u_[k].x() - kBeyondRounding * reach_[k] * moved;
      if (least > 0 && run_of_[k] >= 0 && c.law == RowLaw::coulomb && r[k] == Vec3::Zero()) {
        last_u_[k] = Vec3(least, u_[k].y(), u_[k].z());
        continue;
      }
      RowsTimesVelocity change;
      c.for_each_term([&](int body, const Mat36& G) { change.add(G, dv[body]); });
      last_u_[k] = q_[k] + change.sum();
    }
    last_r_ = r;
  }
  u = last_u_;
}

Errors ContactSurvey::errors(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const {
  double impulse2 = 0, velocity2 = 0, r2 = 0;
  for (int k = 0; k < size(); ++k) {
    const ProblemContact& c = contact(k);
    // Open and without an impulse: as it should be.
    if (c.law == RowLaw::coulomb && r[k] == Vec3::Zero() && u[k].x() >= 0) continue;
    const double push = c.parent < 0 ? 0 : r[parent(k)].x(), d = compliance(k);
    const double f2 = (r[k] - natural_image(c.law, c.mu, c.lower, c.upper, d, r[k], u[k], push)).squaredNorm();
    r2 += r[k].squaredNorm();
    const double noise = kSure * rounding_allowance(problem_, c, d);
    if (f2 <= noise * noise) continue;
    impulse2 += f2;
    velocity2 += d * d * f2;
  }
  const auto relative = [](double a2, double b2) { return std::sqrt(b2 > 0 ? a2 / b2 : a2); };
  return {relative(impulse2, std::max(r2, scales_.approach2)), relative(velocity2, scales_.speed2)};
}

WhitenedProblem ContactSurvey::with_only(const std::vector<int>& kept) const {
  std::vector<int> whole(kept.size());
  std::transform(kept.begin(), kept.end(), whole.begin(), [&](int k) { return block_.contacts[k]; });
  return WhitenedProblem(problem_, {whole, block_.bodies, decomposition_.place_of_body}, scales_);
}

WhitenedProblem ContactSurvey::whitened() const {
  return WhitenedProblem(problem_, {block_.contacts, block_.bodies, decomposition_.place_of_body}, scales_);
}

}  // namespace stiction
