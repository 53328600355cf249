// All contacts of a block of deformable bodies as the problem gives them. Their surfaces have hundreds of vertices near
// each other of which a few push: only these are worth whitening, of the others it is enough to know how they move.
#pragma once

#include <vector>

#include "stiction/problem/contact_problem.h"
#include "stiction/problem/decomposition.h"
#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

class ContactSurvey {
 public:
  /// Both must outlive it. `r`: the impulses that will be asked for first.
  ContactSurvey(const ContactProblem& problem, const Decomposition& decomposition, std::size_t block,
                const std::vector<Vec3>& r);
  /// Whether the block is large, and most of its contacts those of deformable bodies.
  static bool pays(const ContactProblem& problem, const ProblemBlock& block);

  int size() const { return static_cast<int>(block_.contacts.size()); }
  RowLaw law(int k) const { return contact(k).law; }
  int parent(int k) const;
  /// The first contact of those around k that move the same bodies, or -1.
  int run_of(int k) const { return run_of_[k]; }

  /// Bias off. Where a contact of a run has no impulse and is surely open, only as much as tells that.
  void relative_velocities(const std::vector<Vec3>& r, std::vector<Vec3>& u) const;
  /// Those of WhitenedProblem, but for rounding.
  Errors errors(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const;
  double relative_to_free_speed(double speed) const { return scales_.relative_to_free_speed(speed); }
  void loosen_velocities(double factor) { scales_.loosen_velocities(factor); }
  WhitenedProblem with_only(const std::vector<int>& kept) const;
  WhitenedProblem whitened() const;

 private:
  const ProblemContact& contact(int k) const { return problem_.contacts[block_.contacts[k]]; }
  double compliance(int k) const;
  /// What impulses do to the bodies' velocities.
  std::vector<Vec6> changes(const std::vector<Vec3>& r) const;

  const ContactProblem& problem_;
  const Decomposition& decomposition_;
  const ProblemBlock& block_;
  std::vector<Vec3> r_;  ///< the first impulses
  std::vector<int> run_of_;
  std::vector<char> unit_;     ///< bodies of unit mass
  std::vector<double> reach_;  ///< norm of the normal row: how much a contact opens or closes, at most
  std::vector<Vec3> q_;        ///< relative velocities without impulses, bias off
  std::vector<Vec3> u_;        ///< those with r_
  std::vector<Vec6> dv_;       ///< what r_ does to the bodies
  ErrorScales scales_;
  // What was asked last: most questions are about the same impulses.
  mutable std::vector<Vec3> last_r_, last_u_;
  mutable std::vector<double> compliance_;  ///< where it was needed, else 0
};

}  // namespace stiction
