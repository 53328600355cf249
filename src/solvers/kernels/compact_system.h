// The linear system of a Newton step (see newton_system.h) on a compact problem, as one dense matrix of which only what
// changes is computed again.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "stiction/linalg/tile_lu.h"
#include "stiction/solvers/kernels/compact_problem.h"

namespace stiction {

/// What a contact does in a Newton step: its impulse answers to a change of velocity by nothing, by `normal` in all
/// directions, or, where it slips, by `normal` along (1, mu along) and `side` across.
struct ContactMode {
  enum Kind : char { open, stick, slip };
  Kind kind = open;
  double normal = 0, side = 0;
  Vec2 along = Vec2::Zero();
};

class CompactSystem {
 public:
  explicit CompactSystem(const CompactProblem& problem);

  /// Factors I + Σ J_kᵀ C_k J_k. `alpha`: what sticks has the weight 1 / (alpha d). False if that is singular.
  bool factor(const std::vector<ContactMode>& modes, double alpha);
  /// Solves in place, in the order of the problem's bodies.
  void solve(Eigen::VectorXd& x);

 private:
  /// Bodies of a run that follow each other in the matrix, too.
  struct Span {
    int first = 0, count = 0;  ///< numbers, in the run's rows
    int place = 0;             ///< in the matrix
  };
  void order_bodies();
  void append_stick(const CompactProblem::Run& run, int place, double weight);
  void append_slip(const CompactProblem::Run& run, int place, const ContactMode& mode, double mu);
  void add_product(std::size_t run, double* matrix);

  const CompactProblem& problem_;
  std::array<int, CompactProblem::kMostBodies> place_ = {};  ///< of each body in the matrix
  TilePattern pattern_;
  std::vector<std::vector<Span>> spans_;  ///< of each run
  int size_ = 0;
  /// Contacts that stick make up most of the matrix, and most of them go on sticking: their sum with weights 1 / d.
  Eigen::VectorXd sum_;
  std::vector<char> in_sum_;
  Eigen::VectorXd matrix_, left_, right_, product_, x_;
  int count_ = 0;  ///< rows in left_ and right_
};

}  // namespace stiction
