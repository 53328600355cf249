// A contact problem in whitened velocities w = S⁻¹ v with M⁻¹ = S Sᵀ, so that kinetic energy is ½|w|² and mass
// ratios lose their sting: w = w_free + Jᵀ r with J = G S.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "stiction/common/parallel.h"
#include "stiction/problem/contact_problem.h"
#include "stiction/solvers/kernels/row_runs.h"

namespace stiction {

/// Residuals that count as noise here must do so for the step's certificate, whose velocities are rounded in other
/// ways.
inline constexpr double kSure = 0.5;

struct WhitenedContact {
  int a = -1, b = -1;
  RowLaw law = RowLaw::coulomb;
  double mu = 0;
  Vec3 bias = Vec3::Zero();  ///< taken off J w: normal bias, less the offset of all rows
  double d = 1;              ///< mean diagonal of J_k J_kᵀ: the contact's compliance
  double noise = 0;          ///< kSure of the contact's rounding_allowance
  Mat36 J_a, J_b;
  Vec3 lower, upper;            ///< of bounded and rolling rows
  int parent = -1;              ///< of rolling rows
  const RowRun* run = nullptr;  ///< of a contact that moves more than two bodies: holds its rows; a and b are -1
  int place = 0;                ///< in the run

  /// Calls f(body, J) for every body that takes part.
  template <typename F>
  void for_each_term(F&& f) const {
    if (a >= 0) f(a, J_a);
    if (b >= 0) f(b, J_b);
    if (!run) return;
    for (int i = 0; i < run->terms; ++i) f(run->bodies[i], run->block(place, i));
  }
  /// w += Jᵀ r.
  void add_impulse(const Vec3& r, std::vector<Vec6>& w) const {
    for_each_term([&](int body, const Mat36& J) { w[body].noalias() += J.transpose() * r; });
  }
};

/// Normal impulse that the bounds of rolling rows depend on.
inline double push_on(const WhitenedContact& c, const std::vector<Vec3>& r) {
  return c.parent < 0 ? 0 : r[c.parent].x();
}

/// Where the exact law sends impulses r with relative velocities u (bias off); it holds where that is r.
/// `push`: normal impulse of the contact that rolling rows belong to.
Vec3 natural_image(RowLaw law, double mu, const Vec3& lower, const Vec3& upper, double d, const Vec3& r, const Vec3& u,
                   double push);

/// What steers the solvers; the step is certified outside.
struct Errors {
  double impulse = 0;   ///< Certificate::error
  double velocity = 0;  ///< the same residual as velocities, relative to the free relative velocities
  /// Solvers aim at both: the second keeps light bodies under heavy ones from creeping.
  double worst() const { return impulse > velocity || std::isnan(impulse) ? impulse : velocity; }
};

/// Enough for a task of their own.
constexpr std::size_t kContactsPerTask = 2048;

/// What errors are measured by.
struct ErrorScales {
  double approach2 = 0;  ///< the error's scale when nothing pushes, squared
  double speed2 = 0;     ///< the free relative velocities'
  void add(RowLaw law, const Vec3& lower, const Vec3& upper, double d, const Vec3& q);
  double relative_to_free_speed(double speed) const { return speed2 > 0 ? speed / std::sqrt(speed2) : speed; }
  /// Velocity errors count so many times less.
  void loosen_velocities(double factor) { speed2 *= factor * factor; }
};

/// Some contacts of a problem (ascending, rolling rows with their contacts) and all bodies that take part in them, by
/// index; `place_of_body` tells where these are in `bodies`.
struct ContactSelection {
  const std::vector<int>&contacts, &bodies, &place_of_body;
};

struct WhitenedProblem {
  explicit WhitenedProblem(const ContactProblem& problem);
  /// With these contacts and bodies alone. Errors have the scale that is given.
  WhitenedProblem(const ContactProblem& problem, const ContactSelection& selection, const ErrorScales& scales);
  WhitenedProblem(WhitenedProblem&&) = default;
  WhitenedProblem& operator=(WhitenedProblem&&) = default;

  std::vector<Vec6> w_free;
  std::vector<Vec6> w_start;  ///< ContactProblem::v_start, or empty
  std::vector<WhitenedContact> contacts;
  /// Rows of contacts that move more than two bodies.
  RowRuns runs;
  WhitenedProblem copy() const;
  /// The same problem with only these contacts (ascending, rolling rows with their contacts). Errors keep their scale.
  WhitenedProblem with_only(const std::vector<int>& kept) const;
  /// The problem of these contacts (the same) and the bodies that take part in them, which keep their order, while all
  /// other contacts push as in `r`, which leads to the velocities `w`. Errors get a scale of their own.
  WhitenedProblem around(const std::vector<int>& kept, const std::vector<Vec3>& r, const std::vector<Vec6>& w) const;

  int bodies() const { return static_cast<int>(w_free.size()); }
  int size() const { return static_cast<int>(contacts.size()); }
  RowLaw law(int k) const { return contacts[k].law; }
  int parent(int k) const { return contacts[k].parent; }
  /// The first contact of the run of k, or -1.
  int run_of(int k) const { return contacts[k].run ? contacts[k].run->first : -1; }

  /// w = start + Jᵀ r.
  void add_impulses(const std::vector<Vec3>& r, std::vector<Vec6>& w) const;
  /// Whether the problem is so large that it knows which contacts push a body.
  bool lists_pushes() const { return !pushes_.empty(); }
  /// Calls f(contact, whether the body is its second) for all contacts that push a body, ascending, runs left out.
  template <typename F>
  void each_push(int body, F&& f) const {
    for (int i = first_push_[body]; i < first_push_[body + 1]; ++i) f(pushes_[i].contact, pushes_[i].on_b);
  }
  /// J_k w of every contact; without the bias.
  void contact_velocities(const std::vector<Vec6>& w, std::vector<Vec3>& u) const;
  /// The same of the contacts that are wanted; what it leaves for others is not to be used.
  template <typename Wanted>
  void contact_velocities(const std::vector<Vec6>& w, std::vector<Vec3>& u, Wanted&& wanted) const;
  /// Relative velocities, bias taken off, that impulses r lead to.
  void relative_velocities(const std::vector<Vec3>& r, std::vector<Vec3>& u) const;
  /// Errors of impulses r whose relative velocities, bias taken off, are u.
  Errors errors(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const;
  /// What each contact adds to the square of Errors::worst(), or a little more.
  std::vector<double> shares(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const;
  /// A contact speed (root of the sum of squares over contacts) relative to that of free motion.
  double relative_to_free_speed(double speed) const { return scales_.relative_to_free_speed(speed); }
  void loosen_velocities(double factor) { scales_.loosen_velocities(factor); }

 private:
  WhitenedProblem() = default;
  void find_scales();
  /// Takes over contacts of another problem; `body` tells what its bodies are called here.
  void take(const WhitenedProblem& from, const std::vector<int>& kept, const std::vector<int>& body);

  void whiten(const ContactProblem& problem, const ContactSelection& selection);
  /// Of large problems: which contacts push a body, so that bodies can be pushed in parallel.
  void list_pushes();

  ErrorScales scales_;
  /// A contact of two bodies at most, and which of them is meant.
  struct Push {
    int contact;
    bool on_b;
  };
  std::vector<Push> pushes_;     ///< of body after body, contacts ascending; empty if not listed
  std::vector<int> first_push_;  ///< by body
};

inline Vec3 contact_velocity(const WhitenedContact& c, const std::vector<Vec6>& w) {
  Vec3 u = Vec3::Zero();
  if (c.a >= 0) u.noalias() += c.J_a * w[c.a];
  if (c.b >= 0) u.noalias() += c.J_b * w[c.b];
  if (c.run)
    for (int i = 0; i < c.run->terms; ++i) u.noalias() += c.run->block(c.place, i) * w[c.run->bodies[i]];
  return u;
}

template <typename Wanted>
void WhitenedProblem::contact_velocities(const std::vector<Vec6>& w, std::vector<Vec3>& u, Wanted&& wanted) const {
  u.resize(contacts.size());
  parallel_each(contacts.size(), kContactsPerTask, [&](std::size_t k) {
    if (!contacts[k].run && wanted(static_cast<int>(k))) u[k] = contact_velocity(contacts[k], w);
  });
  if (!runs.empty()) runs.velocities(w, u);
}

}  // namespace stiction
