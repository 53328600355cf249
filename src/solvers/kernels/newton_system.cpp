#include "stiction/solvers/kernels/newton_system.h"

#include <algorithm>

namespace stiction {

Form choose_form(const WhitenedProblem& problem) {
  const double rows = 3.0 * problem.size();
  const double dense = rows * rows * rows;                                    // LU of the contacts' matrix
  const double sparse = 2000.0 * problem.bodies() + 1000.0 * problem.size();  // assembly and a factor with little fill
  return dense < sparse ? Form::dual : Form::primal;
}

NewtonSystem::NewtonSystem(const WhitenedProblem& problem, Form form) : problem_(problem), form_(form) {
  if (form == Form::dual) return;
  std::vector<std::pair<int, int>> edges;
  for (const auto& c : problem.contacts)
    if (c.a >= 0 && c.b >= 0) edges.emplace_back(std::min(c.a, c.b), std::max(c.a, c.b));
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  blocks_.emplace(problem.bodies(), edges);
  couplings_.resize(problem.size());
  for (int k = 0; k < problem.size(); ++k) {
    const auto& c = problem.contacts[k];
    if (c.a >= 0 && c.b >= 0) couplings_[k] = blocks_->coupling(c.a, c.b);
  }
}

bool NewtonSystem::factor(const std::vector<Mat3>& weights) {
  ++factorizations_;
  return form_ == Form::primal ? factor_primal(weights) : factor_dual(weights);
}

bool NewtonSystem::factor_primal(const std::vector<Mat3>& weights) {
  blocks_->set_identity();
  Mat36 CJ;
  for (int k = 0; k < problem_.size(); ++k) {
    const Mat3& C = weights[k];
    if ((C.array() == 0).all()) continue;
    const auto& c = problem_.contacts[k];
    if (c.a >= 0) {
      CJ.noalias() = C * c.J_a;
      blocks_->diagonal(c.a).noalias() += c.J_a.transpose() * CJ;
      if (c.b >= 0) blocks_->block_ba(couplings_[k]).noalias() += c.J_b.transpose() * CJ;
    }
    if (c.b >= 0) {
      CJ.noalias() = C * c.J_b;
      blocks_->diagonal(c.b).noalias() += c.J_b.transpose() * CJ;
      if (c.a >= 0) blocks_->block_ab(couplings_[k]).noalias() += c.J_a.transpose() * CJ;
    }
  }
  return blocks_->factor();
}

bool NewtonSystem::factor_dual(const std::vector<Mat3>& weights) {
  active_.clear();
  for (int k = 0; k < problem_.size(); ++k)
    if (!(weights[k].array() == 0).all()) active_.push_back(k);
  weights_ = weights;
  const int n = static_cast<int>(active_.size());
  reduced_.setIdentity(3 * n, 3 * n);
  for (int i = 0; i < n; ++i) {
    const auto& ci = problem_.contacts[active_[i]];
    for (int j = 0; j < n; ++j) {
      const auto& cj = problem_.contacts[active_[j]];
      Mat3 W = Mat3::Zero();
      if (ci.a >= 0 && ci.a == cj.a) W.noalias() += ci.J_a * cj.J_a.transpose();
      if (ci.a >= 0 && ci.a == cj.b) W.noalias() += ci.J_a * cj.J_b.transpose();
      if (ci.b >= 0 && ci.b == cj.a) W.noalias() += ci.J_b * cj.J_a.transpose();
      if (ci.b >= 0 && ci.b == cj.b) W.noalias() += ci.J_b * cj.J_b.transpose();
      reduced_.block<3, 3>(3 * i, 3 * j).noalias() += W * weights[active_[j]];
    }
  }
  if (n == 0) return true;
  lu_.compute(reduced_);
  return lu_.matrixLU().allFinite() && (lu_.matrixLU().diagonal().array() != 0).all();
}

void NewtonSystem::solve(std::vector<Vec6>& x) {
  if (form_ == Form::primal) {
    blocks_->solve(x);
  } else {
    solve_dual(x);
  }
}

void NewtonSystem::solve_dual(std::vector<Vec6>& x) const {
  const int n = static_cast<int>(active_.size());
  if (n == 0) return;
  Eigen::VectorXd y(3 * n);
  for (int i = 0; i < n; ++i) y.segment<3>(3 * i) = contact_velocity(problem_.contacts[active_[i]], x);
  y = lu_.solve(y);
  for (int i = 0; i < n; ++i) {
    const auto& c = problem_.contacts[active_[i]];
    const Vec3 r = weights_[active_[i]] * y.segment<3>(3 * i);
    if (c.a >= 0) x[c.a].noalias() -= c.J_a.transpose() * r;
    if (c.b >= 0) x[c.b].noalias() -= c.J_b.transpose() * r;
  }
}

}  // namespace stiction
