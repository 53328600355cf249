#include "stiction/solvers/fischer_newton/fischer_system.h"

#include <Eigen/LU>
#include <algorithm>
#include <optional>
#include <utility>

#include "stiction/linalg/block_factor.h"
#include "stiction/solvers/kernels/newton_system.h"

namespace stiction {

namespace {

/// Two contacts make one node of a BlockFactor; an odd last one is filled up with rows of the identity.
class ContactForm final : public FischerSystem {
 public:
  explicit ContactForm(const LocalProblem& problem) : W_(problem.W) {}

  void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const override {
    std::vector<Vec3> r(W_.size());
    for (int k = 0; k < W_.size(); ++k) r[k].noalias() = frames_[k].transpose() * x.segment<3>(3 * k);
    y.resize(x.size());
    for (int k = 0; k < W_.size(); ++k) {
      Vec3 u = Vec3::Zero();
      for (int e = W_.start[k]; e < W_.start[k + 1]; ++e) u.noalias() += W_.block[e] * r[W_.column[e]];
      y.segment<3>(3 * k).noalias() = frames_[k] * u;
    }
  }

  bool factor(const std::vector<Mat3>& E, const std::vector<Vec3>& B) override {
    analyse();
    blocks_->set_identity();
    for (int k = 0; k < W_.size(); ++k) {
      blocks_->diagonal(k / 2).block<3, 3>(3 * (k % 2), 3 * (k % 2)) = E[k];
      const Mat3 left = B[k].asDiagonal() * frames_[k];
      for (int e = W_.start[k]; e < W_.start[k + 1]; ++e) {
        const int j = W_.column[e];
        const Mat3 block = left * W_.block[e] * frames_[j].transpose();
        Mat6& node = k / 2 == j / 2 ? blocks_->diagonal(k / 2) : blocks_->block_ab(couplings_[e]);
        node.block<3, 3>(3 * (k % 2), 3 * (j % 2)) += block;
      }
    }
    return blocks_->factor();
  }

  void solve(Eigen::VectorXd& x) override {
    for (Vec6& node : x_) node.setZero();
    for (int k = 0; k < W_.size(); ++k) x_[k / 2].segment<3>(3 * (k % 2)) = x.segment<3>(3 * k);
    blocks_->solve(x_);
    for (int k = 0; k < W_.size(); ++k) x.segment<3>(3 * k) = x_[k / 2].segment<3>(3 * (k % 2));
  }

  double factor_cost() const override { return blocks_->work() / (18.0 * static_cast<double>(W_.block.size())); }

 private:
  /// Symbolic work, once, and only if a factor is ever asked for.
  void analyse() {
    if (blocks_) return;
    blocks_.emplace((W_.size() + 1) / 2, edges(W_));
    x_.resize(blocks_->nodes());
    couplings_.resize(W_.column.size());
    for (int k = 0; k < W_.size(); ++k)
      for (int e = W_.start[k]; e < W_.start[k + 1]; ++e)
        if (k / 2 != W_.column[e] / 2) couplings_[e] = blocks_->coupling(k / 2, W_.column[e] / 2);
  }

  static std::vector<std::pair<int, int>> edges(const BlockRows& W) {
    std::vector<std::pair<int, int>> all;
    for (int k = 0; k < W.size(); ++k)
      for (int e = W.start[k]; e < W.start[k + 1]; ++e)
        if (k / 2 < W.column[e] / 2) all.emplace_back(k / 2, W.column[e] / 2);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  const BlockRows& W_;
  std::optional<BlockFactor> blocks_;
  std::vector<BlockFactor::Coupling> couplings_;
  std::vector<Vec6> x_;
};

/// With W = J Jᵀ the Newton equation becomes (I + Jᵀ C J) w = Jᵀ E⁻¹ rhs, C = E⁻¹ B, and x = E⁻¹ (rhs - B J w).
class BodyForm final : public FischerSystem {
 public:
  explicit BodyForm(const WhitenedProblem& problem)
      : problem_(problem), weights_(problem.size()), inverse_(problem.size()), r_(problem.size()) {}

  void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const override {
    gather(x);
    spread(y);
  }

  bool factor(const std::vector<Mat3>& E, const std::vector<Vec3>& B) override {
    if (!system_) system_.emplace(problem_, choose_form(problem_));
    B_ = B;
    for (int k = 0; k < problem_.size(); ++k) {
      inverse_[k] = E[k].inverse();
      weights_[k].noalias() = frames_[k].transpose() * inverse_[k] * B[k].asDiagonal() * frames_[k];
    }
    return system_->factor(weights_);
  }

  void solve(Eigen::VectorXd& x) override {
    Eigen::VectorXd& u = solution_;
    u.resize(x.size());
    for (int k = 0; k < problem_.size(); ++k) u.segment<3>(3 * k).noalias() = inverse_[k] * x.segment<3>(3 * k);
    gather(u);
    system_->solve(w_);
    spread(u);
    for (int k = 0; k < problem_.size(); ++k)
      x.segment<3>(3 * k) = inverse_[k] * Vec3(x.segment<3>(3 * k) - B_[k].cwiseProduct(Vec3(u.segment<3>(3 * k))));
  }

  /// A guess on the dear side: dense elimination of the bodies.
  double factor_cost() const override {
    const double n = 6.0 * problem_.bodies();
    return n * n * n / 3 / (144.0 * problem_.size());
  }

 private:
  /// w = Jᵀ x.
  void gather(const Eigen::VectorXd& x) const {
    for (int k = 0; k < problem_.size(); ++k) r_[k].noalias() = frames_[k].transpose() * x.segment<3>(3 * k);
    w_.assign(problem_.bodies(), Vec6::Zero());
    problem_.add_impulses(r_, w_);
  }
  /// y = J w.
  void spread(Eigen::VectorXd& y) const {
    problem_.contact_velocities(w_, u_);
    y.resize(3 * problem_.size());
    for (int k = 0; k < problem_.size(); ++k) y.segment<3>(3 * k).noalias() = frames_[k] * u_[k];
  }

  const WhitenedProblem& problem_;
  std::optional<NewtonSystem> system_;
  std::vector<Mat3> weights_, inverse_;
  std::vector<Vec3> B_;
  mutable std::vector<Vec3> r_, u_;  // scratch, as is what follows
  mutable std::vector<Vec6> w_;
  Eigen::VectorXd solution_;
};

}  // namespace

std::unique_ptr<FischerSystem> contact_form(const LocalProblem& problem) {
  return std::make_unique<ContactForm>(problem);
}

std::unique_ptr<FischerSystem> body_form(const WhitenedProblem& problem) { return std::make_unique<BodyForm>(problem); }

}  // namespace stiction
