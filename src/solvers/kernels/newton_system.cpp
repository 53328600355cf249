#include "stiction/solvers/kernels/newton_system.h"

#include <algorithm>

namespace stiction {

Form choose_form(const WhitenedProblem& problem) {
  const double rows = 3.0 * problem.size();
  const double dense = rows * rows * rows;  // LU of the contacts' matrix
  // Assembly and a factor with little fill, but full among the bodies that one contact moves.
  double sparse = 2000.0 * problem.bodies(), most = 0;
  for (const WhitenedContact& c : problem.contacts) {
    const double terms = c.run ? c.run->terms : 2;
    sparse += 250 * terms * terms;
    most = std::max(most, terms);
  }
  if (most > 2) sparse += 144 * most * most * most;
  return dense < sparse ? Form::dual : Form::primal;
}

NewtonSystem::NewtonSystem(const WhitenedProblem& problem, Form form, std::shared_ptr<BlockFactor>* like)
    : problem_(problem), form_(form) {
  if (form == Form::dual) return;
  run_products_.emplace(problem.runs);
  std::vector<std::pair<int, int>> edges;
  for (const auto& c : problem.contacts)
    if (c.a >= 0 && c.b >= 0) edges.emplace_back(std::min(c.a, c.b), std::max(c.a, c.b));
  run_products_->append_edges(edges);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  if (like && *like && (*like)->nodes() == problem.bodies() && (*like)->edges() == edges) blocks_ = *like;
  if (!blocks_) blocks_ = std::make_shared<BlockFactor>(problem.bodies(), edges);
  if (like) *like = blocks_;
  run_products_->find_blocks(*blocks_);
  couplings_.resize(problem.size());
  for (int k = 0; k < problem.size(); ++k) {
    const auto& c = problem.contacts[k];
    if (c.a >= 0 && c.b >= 0) couplings_[k] = blocks_->coupling(c.a, c.b);
  }
}

bool NewtonSystem::factor(const std::vector<Mat3>& weights, const std::vector<Mat3>& cross) {
  ++factorizations_;
  return form_ == Form::primal ? factor_primal(weights, cross) : factor_dual(weights, cross);
}

void NewtonSystem::add_product(int k, const Mat3& C, int j) {
  Mat36 CJ;
  const WhitenedContact &c = problem_.contacts[k], &right = problem_.contacts[j];
  if (c.a >= 0) {
    CJ.noalias() = C * right.J_a;
    blocks_->diagonal(c.a).noalias() += c.J_a.transpose() * CJ;
    if (c.b >= 0) blocks_->block_ba(couplings_[k]).noalias() += c.J_b.transpose() * CJ;
  }
  if (c.b >= 0) {
    CJ.noalias() = C * right.J_b;
    blocks_->diagonal(c.b).noalias() += c.J_b.transpose() * CJ;
    if (c.a >= 0) blocks_->block_ab(couplings_[k]).noalias() += c.J_a.transpose() * CJ;
  }
}

bool NewtonSystem::factor_primal(const std::vector<Mat3>& weights, const std::vector<Mat3>& cross) {
  blocks_->set_identity();
  run_products_->add(weights, *blocks_);
  for (int k = 0; k < problem_.size(); ++k) {
    if (!problem_.contacts[k].run && !(weights[k].array() == 0).all()) add_product(k, weights[k], k);
    if (!cross.empty() && problem_.contacts[k].parent >= 0) add_product(k, cross[k], problem_.contacts[k].parent);
  }
  return blocks_->factor();
}

/// J Jᵀ of all contacts: where the dual form pays, there are few.
void NewtonSystem::find_delassus() {
  const int n = problem_.size();
  delassus_.setZero(3 * n, 3 * n);
  for (int i = 0; i < n; ++i) {
    const WhitenedContact& ci = problem_.contacts[i];
    for (int j = 0; j <= i; ++j) {
      const WhitenedContact& cj = problem_.contacts[j];
      Mat3 W = Mat3::Zero();
      if (ci.run && ci.run == cj.run) {
        row_products(ci.run->row(ci.place, 0), 1, ci.run->stride, cj.run->row(cj.place, 0), W.col(0).data());
        row_products(ci.run->row(ci.place, 0), 1, ci.run->stride, cj.run->row(cj.place, 1), W.col(1).data());
        row_products(ci.run->row(ci.place, 0), 1, ci.run->stride, cj.run->row(cj.place, 2), W.col(2).data());
      } else {
        ci.for_each_term([&](int body, const Mat36& J) {
          cj.for_each_term([&](int other, const Mat36& J_other) {
            if (body == other) W.noalias() += J * J_other.transpose();
          });
        });
      }
      delassus_.block<3, 3>(3 * i, 3 * j) = W;
      delassus_.block<3, 3>(3 * j, 3 * i) = W.transpose();
    }
  }
}

bool NewtonSystem::factor_dual(const std::vector<Mat3>& weights, const std::vector<Mat3>& cross) {
  active_.clear();
  position_.assign(problem_.size(), -1);
  for (int k = 0; k < problem_.size(); ++k) {
    const bool crossed = !cross.empty() && !(cross[k].array() == 0).all();
    if ((weights[k].array() == 0).all() && !crossed) continue;
    position_[k] = static_cast<int>(active_.size());
    active_.push_back(k);
  }
  weights_ = weights;
  cross_ = cross;
  const int n = static_cast<int>(active_.size());
  if (n == 0) return true;
  if (delassus_.size() == 0) find_delassus();
  reduced_.setIdentity(3 * n, 3 * n);
  for (int j = 0; j < n; ++j) {
    const Mat3& weight = weights[active_[j]];
    const int parent = problem_.contacts[active_[j]].parent;
    // A contact whose rolling rows follow it has weight itself, so it is among the active ones.
    const int follows = cross.empty() || parent < 0 ? -1 : position_[parent];
    for (int i = 0; i < n; ++i) {
      const auto W = delassus_.block<3, 3>(3 * active_[i], 3 * active_[j]);
      reduced_.block<3, 3>(3 * i, 3 * j).noalias() += W * weight;
      if (follows >= 0) reduced_.block<3, 3>(3 * i, 3 * follows).noalias() += W * cross[active_[j]];
    }
  }
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
    Vec3 r = weights_[active_[i]] * y.segment<3>(3 * i);
    if (!cross_.empty() && c.parent >= 0 && position_[c.parent] >= 0)
      r.noalias() += cross_[active_[i]] * y.segment<3>(3 * position_[c.parent]);
    c.add_impulse(-r, x);
  }
}

}  // namespace stiction
