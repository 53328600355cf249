// A small contact problem, whole and dense: the whitened rows of all contacts side by side, and what solvers ask of
// them in one pass each. Where a handful of bodies has a hundred contacts, as deformable ones have, setting up anything
// more elaborate takes longer than solving.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "stiction/problem/contact_problem.h"
#include "stiction/problem/decomposition.h"
#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

class CompactProblem {
 public:
  static constexpr int kMostBodies = 16;
  static constexpr int kMostContacts = 300;

  /// Contacts that follow each other and move the same bodies.
  struct Run {
    int first = 0, count = 0;
    int terms = 0;   ///< bodies
    int stride = 0;  ///< from one row to the next: 6 numbers for each body, then zeros
    std::array<int, kMostBodies> bodies = {};
    const double* rows = nullptr;  ///< three for each contact

    const double* row(int place, int axis) const { return rows + (3 * std::ptrdiff_t(place) + axis) * stride; }
  };

  /// Whether the block is of this kind: contacts only, of few bodies.
  static bool suits(const ContactProblem& problem, const ProblemBlock& block);
  CompactProblem(const ContactProblem& problem, const Decomposition& decomposition, std::size_t block);

  int size() const { return size_; }
  /// Contacts with what fills the last four up: impulses and velocities have so many triples, the last ones zero.
  int padded() const { return (size_ + 3) / 4 * 4; }
  int bodies() const { return bodies_; }
  int width() const { return 6 * bodies_; }
  double mu(int k) const { return mu_[k]; }
  double compliance(int k) const { return d_[k]; }  ///< mean diagonal of J_k J_kᵀ
  const Eigen::VectorXd& frictions() const { return mu_; }
  const Eigen::VectorXd& compliances() const { return d_; }
  const std::vector<Run>& runs() const { return runs_; }

  /// w += Jᵀ r.
  void add_impulses(const std::vector<Vec3>& r, Eigen::VectorXd& w) const;
  /// u = J w.
  void contact_velocities(const Eigen::VectorXd& w, std::vector<Vec3>& u) const;
  /// Relative velocities, bias taken off, that impulses r lead to.
  void relative_velocities(const std::vector<Vec3>& r, std::vector<Vec3>& u) const;
  /// Errors of impulses r whose relative velocities, bias taken off, are u. Rounding counts, too.
  Errors errors(const std::vector<Vec3>& r, const std::vector<Vec3>& u) const;

 private:
  void find_runs(const ContactProblem& problem, const Decomposition& decomposition, const ProblemBlock& block);

  int size_ = 0, bodies_ = 0;
  Eigen::VectorXd mu_, d_;
  std::vector<Vec3> bias_;  ///< taken off J w: normal bias, less the offset of all rows
  std::vector<Run> runs_;
  std::unique_ptr<double[]> rows_;
  Eigen::VectorXd w_free_;
  mutable Eigen::VectorXd w_;
  ErrorScales scales_;
};

}  // namespace stiction
