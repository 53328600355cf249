// The linear algebra of Fischer-Newton: products with W and the Newton equation (E + B W) x = rhs, with a 3×3 block of
// E and a diagonal block of B for every contact.
//
// Contact form: sparse LU on the graph of contacts, from W alone. Body form: by the factors W = J Jᵀ on the graph of
// bodies, where E needs an inverse and redundant contacts cost nothing. Both work in frames of each contact: W stands
// for T W Tᵀ with T_k a rotation of the tangents times a scale.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "stiction/problem/local_problem.h"
#include "stiction/solvers/kernels/whitened_problem.h"

namespace stiction {

class FischerSystem {
 public:
  virtual ~FischerSystem() = default;
  void set_frames(std::vector<Mat3> frames) { frames_ = std::move(frames); }
  const std::vector<Mat3>& frames() const { return frames_; }
  /// y = W x.
  virtual void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const = 0;
  /// Returns false if the system is singular or not finite. Every E_k must be regular.
  virtual bool factor(const std::vector<Mat3>& E, const std::vector<Vec3>& B) = 0;
  /// In place, with the last factors.
  virtual void solve(Eigen::VectorXd& x) = 0;
  /// Of a factorization, in products with W; after the first factor().
  virtual double factor_cost() const = 0;

 protected:
  std::vector<Mat3> frames_;
};

std::unique_ptr<FischerSystem> contact_form(const LocalProblem& problem);
/// `problem` must outlive the system.
std::unique_ptr<FischerSystem> body_form(const WhitenedProblem& problem);

}  // namespace stiction
