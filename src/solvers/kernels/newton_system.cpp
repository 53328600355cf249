#include "stiction/solvers/kernels/newton_system.h"

#include <algorithm>
#include <utility>

#include "stiction/common/parallel.h"

namespace stiction {

namespace {

/// Up to here all pairs of bodies are in the graph from the start: to find an order costs more than to factor.
constexpr std::ptrdiff_t kFewPairs = 300;
/// A graph is made anew if it can do with this part of its pairs.
constexpr double kFewer = 0.9;
/// So many graphs at first, and one more with so many factorizations; after that it has all pairs.
constexpr int kRebuilds = 4, kPerRebuild = 5;
/// Enough for a task.
constexpr std::size_t kBodiesPerTask = 64, kPairsPerTask = 128;

bool is_zero(const Mat3& C) { return (C.array() == 0).all(); }

}  // namespace

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
    : problem_(problem), form_(form), like_(like) {
  if (form == Form::dual) return;
  find_pairs();
  if (std::ssize(pairs_) < kFewPairs) {
    in_graph_.assign(pairs_.size(), 1);
    build_graph();
  }
}

void NewtonSystem::find_pairs() {
  const auto pair = [](const WhitenedContact& c) { return std::pair<int, int>(std::minmax(c.a, c.b)); };
  for (const WhitenedContact& c : problem_.contacts)
    if (c.a >= 0 && c.b >= 0 && (pairs_.empty() || pairs_.back() != pair(c))) pairs_.push_back(pair(c));
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  pair_of_.assign(problem_.contacts.size(), -1);
  for (int k = 0; k < problem_.size(); ++k) {
    const WhitenedContact& c = problem_.contacts[k];
    if (c.a >= 0 && c.b >= 0)
      pair_of_[k] = int(std::lower_bound(pairs_.begin(), pairs_.end(), pair(c)) - pairs_.begin());
  }
  in_graph_.assign(pairs_.size(), 0);
  if (!problem_.lists_pushes()) return;
  first_of_pair_.assign(pairs_.size() + 1, 0);
  for (const int pair_of : pair_of_)
    if (pair_of >= 0) ++first_of_pair_[std::size_t(pair_of) + 1];
  for (std::size_t i = 0; i < pairs_.size(); ++i) first_of_pair_[i + 1] += first_of_pair_[i];
  of_pair_.resize(std::size_t(first_of_pair_.back()));
  std::vector<int> next(first_of_pair_.begin(), first_of_pair_.end() - 1);
  for (int k = 0; k < problem_.size(); ++k)
    if (pair_of_[k] >= 0) of_pair_[next[pair_of_[k]]++] = k;
}

void NewtonSystem::fit_graph(const std::vector<Mat3>& weights, const std::vector<Mat3>& cross) {
  if (std::ssize(pairs_) < kFewPairs) return;
  const auto has_weight = [&](int k) { return !is_zero(weights[k]) || (!cross.empty() && !is_zero(cross[k])); };
  needed_.assign(pairs_.size(), 0);
  if (problem_.lists_pushes()) {
    parallel_each(pairs_.size(), kPairsPerTask, [&](std::size_t pair) {
      for (int i = first_of_pair_[pair]; i < first_of_pair_[pair + 1] && !needed_[pair]; ++i)
        needed_[pair] = has_weight(of_pair_[i]);
    });
  } else {
    for (int k = 0; k < problem_.size(); ++k)
      if (pair_of_[k] >= 0 && !needed_[pair_of_[k]]) needed_[pair_of_[k]] = has_weight(k);
  }
  bool missing = !blocks_;
  std::ptrdiff_t now = 0, enough = 0;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    missing = missing || (needed_[i] && !in_graph_[i]);
    now += in_graph_[i];
    enough += needed_[i];
  }
  const bool shrink = std::exchange(may_shrink_, false) && double(enough) < kFewer * double(now);
  if (!missing && !shrink) return;
  ++rebuilt_;
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    in_graph_[i] = needed_[i] || (in_graph_[i] && !shrink) || rebuilt_ > kRebuilds + factorizations_ / kPerRebuild;
  build_graph();
}

void NewtonSystem::build_graph() {
  std::vector<std::pair<int, int>> edges;
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    if (in_graph_[i]) edges.push_back(pairs_[i]);
  run_products_.emplace(problem_.runs);
  run_products_->append_edges(edges);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  blocks_.reset();
  if (like_ && *like_ && (*like_)->nodes() == problem_.bodies() && (*like_)->edges() == edges) blocks_ = *like_;
  if (!blocks_) blocks_ = std::make_shared<BlockFactor>(problem_.bodies(), edges);
  if (like_) *like_ = blocks_;
  run_products_->find_blocks(*blocks_);
  couplings_.resize(pairs_.size());
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    if (in_graph_[i]) couplings_[i] = blocks_->coupling(pairs_[i].first, pairs_[i].second);
}

bool NewtonSystem::factor(const std::vector<Mat3>& weights, const std::vector<Mat3>& cross) {
  ++factorizations_;
  return form_ == Form::primal ? factor_primal(weights, cross) : factor_dual(weights, cross);
}

template <class Add>
void NewtonSystem::each_weight(int k, const std::vector<Mat3>& weights, const std::vector<Mat3>& cross,
                               Add&& add) const {
  const WhitenedContact& c = problem_.contacts[k];
  if (c.run) return;
  if (!is_zero(weights[k])) add(weights[k], c);
  if (!cross.empty() && c.parent >= 0) add(cross[k], problem_.contacts[c.parent]);
}

void NewtonSystem::add_to_body(int body, bool is_b, int k, const std::vector<Mat3>& weights,
                               const std::vector<Mat3>& cross) {
  const WhitenedContact& c = problem_.contacts[k];
  each_weight(k, weights, cross, [&](const Mat3& C, const WhitenedContact& right) {
    const Mat36 CJ = C * (is_b ? right.J_b : right.J_a);
    blocks_->diagonal(body).noalias() += (is_b ? c.J_b : c.J_a).transpose() * CJ;
  });
}

void NewtonSystem::add_to_pair(int k, const std::vector<Mat3>& weights, const std::vector<Mat3>& cross) {
  const WhitenedContact& c = problem_.contacts[k];
  const BlockFactor::Coupling& coupling = couplings_[pair_of_[k]];
  each_weight(k, weights, cross, [&](const Mat3& C, const WhitenedContact& right) {
    // Couplings are told in ascending order of bodies.
    const bool ascending = c.a < c.b;
    Mat6 &ab = ascending ? blocks_->block_ab(coupling) : blocks_->block_ba(coupling),
         &ba = ascending ? blocks_->block_ba(coupling) : blocks_->block_ab(coupling);
    Mat36 CJ = C * right.J_a;
    ba.noalias() += c.J_b.transpose() * CJ;
    CJ.noalias() = C * right.J_b;
    ab.noalias() += c.J_a.transpose() * CJ;
  });
}

bool NewtonSystem::factor_primal(const std::vector<Mat3>& weights, const std::vector<Mat3>& cross) {
  fit_graph(weights, cross);
  blocks_->set_identity();
  run_products_->add(weights, *blocks_);
  if (problem_.lists_pushes()) {
    parallel_each(std::size_t(problem_.bodies()), kBodiesPerTask, [&](std::size_t body) {
      problem_.each_push(int(body), [&](int k, bool is_b) { add_to_body(int(body), is_b, k, weights, cross); });
    });
    parallel_each(pairs_.size(), kPairsPerTask, [&](std::size_t pair) {
      if (!in_graph_[pair]) return;
      for (int i = first_of_pair_[pair]; i < first_of_pair_[pair + 1]; ++i) add_to_pair(of_pair_[i], weights, cross);
    });
  } else {
    for (int k = 0; k < problem_.size(); ++k) {
      const WhitenedContact& c = problem_.contacts[k];
      if (c.a >= 0) add_to_body(c.a, false, k, weights, cross);
      if (c.b >= 0) add_to_body(c.b, true, k, weights, cross);
      if (pair_of_[k] >= 0) add_to_pair(k, weights, cross);
    }
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
