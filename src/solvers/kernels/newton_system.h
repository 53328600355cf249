// The linear system shared by every Newton-type kernel: (I + Σ J_kᵀ C_k J_k) x = rhs, one 3×3 weight C_k per contact,
// and J_kᵀ X_k J_p for rolling rows k of a contact p, whose bounds depend on its normal impulse.
//
// Primal form: factored on the graph of bodies, cost independent of how redundant the contacts are.
// Dual form: by the Woodbury identity on the rows with weight; cheaper where contacts are few.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <memory>
#include <optional>
#include <vector>

#include "stiction/linalg/block_factor.h"
#include "stiction/solvers/kernels/run_products.h"
#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

enum class Form { primal, dual };

/// The cheaper form by a count of operations: the primal one is sparse, the dual one dense.
Form choose_form(const WhitenedProblem& problem);

class NewtonSystem {
 public:
  /// `like`: a factor that another system is done with, to be used again if it has the same graph; replaced by this
  /// system's.
  NewtonSystem(const WhitenedProblem& problem, Form form, std::shared_ptr<BlockFactor>* like = nullptr);

  /// Takes the weights C, and the cross weights X where there are rolling rows (else empty), and factors.
  /// Returns false if the system is singular or not finite.
  bool factor(const std::vector<Mat3>& weights, const std::vector<Mat3>& cross = {});
  /// Solves in place.
  void solve(std::vector<Vec6>& x);
  /// The next weights are another method's: pairs of bodies without weight then may leave the graph, if they are many.
  void begin() { may_shrink_ = true; }

  Form form() const { return form_; }
  int factorizations() const { return factorizations_; }

 private:
  bool factor_primal(const std::vector<Mat3>& weights, const std::vector<Mat3>& cross);
  bool factor_dual(const std::vector<Mat3>& weights, const std::vector<Mat3>& cross);
  /// Calls add(C, right) for all weights by which the velocities of contacts right change the impulse of k, runs left
  /// out: its own and its parent's, which has the same bodies.
  template <class Add>
  void each_weight(int k, const std::vector<Mat3>& weights, const std::vector<Mat3>& cross, Add&& add) const;
  /// Adds Jᵀ C J of contact k to the diagonal block of one of its bodies, and to the blocks that couple both.
  void add_to_body(int body, bool is_b, int k, const std::vector<Mat3>& weights, const std::vector<Mat3>& cross);
  void add_to_pair(int k, const std::vector<Mat3>& weights, const std::vector<Mat3>& cross);
  void find_pairs();
  /// Sees to it that all pairs with weight are in the graph: in a heap that falls a fifth of the pairs do not push, and
  /// without them the factors cost half.
  void fit_graph(const std::vector<Mat3>& weights, const std::vector<Mat3>& cross);
  void build_graph();
  void find_delassus();
  void solve_dual(std::vector<Vec6>& x) const;

  const WhitenedProblem& problem_;
  Form form_;
  int factorizations_ = 0;
  // primal
  std::shared_ptr<BlockFactor> blocks_;
  std::shared_ptr<BlockFactor>* like_;
  std::optional<RunProducts> run_products_;
  std::vector<std::pair<int, int>> pairs_;  ///< of bodies with contacts, ascending; those of runs are none of them
  std::vector<int> pair_of_;                ///< of a contact, or -1
  /// Contacts of pair after pair, ascending, and where each pair begins; only where bodies are pushed in parallel.
  std::vector<int> of_pair_, first_of_pair_;
  std::vector<char> in_graph_, needed_;           ///< of pairs
  std::vector<BlockFactor::Coupling> couplings_;  ///< of pairs in the graph
  bool may_shrink_ = true;
  int rebuilt_ = 0;
  // dual: x = rhs - Jᵀ C (I + J Jᵀ C)⁻¹ J rhs over the active contacts
  std::vector<int> active_, position_;
  std::vector<Mat3> weights_, cross_;
  Eigen::MatrixXd delassus_, reduced_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
};

}  // namespace stiction
