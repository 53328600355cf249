#include "stiction/bodies/elastic/static_equilibrium.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "stiction/bodies/elastic/stiffness_solver.h"
#include "stiction/common/error.h"

namespace stiction {

namespace {

class Search {
 public:
  Search(const TetForces& forces, const std::vector<int>& fixed_vertices)
      : forces_(forces), stiffness_(forces.stiffness(forces.rest_positions())) {
    std::vector<char> fixed(static_cast<std::size_t>(forces.vertices()), 0);
    for (int v : fixed_vertices) fixed[static_cast<std::size_t>(v)] = 1;
    for (int i = 0; i < forces.dofs(); ++i) {
      if (!fixed[static_cast<std::size_t>(i / 3)]) unknown_.push_back(i);
    }
    factor_.analyzePattern(principal_minor(stiffness_, unknown_));
  }

  /// One Newton step of full length. False, and nothing is changed, if the tangent stiffness is not positive definite.
  bool full_step(const Eigen::VectorXd& load, Eigen::VectorXd& positions, TetEvaluation& at) {
    forces_.refill_stiffness(positions, stiffness_);
    factor_.factorize(principal_minor(stiffness_, unknown_));
    if (!definite()) return false;
    const Eigen::VectorXd next = positions + expanded(factor_.solve(free(load - at.force)));
    if (!next.allFinite()) return false;
    positions = next;
    at = forces_.evaluate(positions);
    return true;
  }

  /// One Newton step with line search; false if no step goes down any further.
  bool careful_step(const Eigen::VectorXd& load, Eigen::VectorXd& positions, TetEvaluation& at) {
    const Eigen::VectorXd unbalanced = free(load - at.force);
    forces_.refill_stiffness(positions, stiffness_);
    factor(principal_minor(stiffness_, unknown_));
    const Eigen::VectorXd free_step = factor_.solve(unbalanced);
    const Eigen::VectorXd step = expanded(free_step);
    const double slope = unbalanced.dot(free_step);
    const double potential = at.energy - load.dot(positions);
    const double rounding = 1e-14 * (std::abs(at.energy) + std::abs(load.dot(positions)));
    for (double length = 1; length > 1e-8; length *= 0.5) {
      const Eigen::VectorXd next = positions + length * step;
      const TetEvaluation there = forces_.evaluate(next);
      const double drop = potential - (there.energy - load.dot(next));
      // Near the solution energies say nothing any more; forces do.
      const bool fewer = free(load - there.force).norm() < unbalanced.norm();
      if (drop >= 1e-4 * length * slope || (length * slope < rounding && fewer)) {
        positions = next;
        at = there;
        return true;
      }
    }
    return false;
  }

  double residual(const Eigen::VectorXd& load, const TetEvaluation& at) const {
    return free(load - at.force).cwiseAbs().maxCoeff();
  }

 private:
  Eigen::VectorXd free(const Eigen::VectorXd& full) const {
    Eigen::VectorXd part(static_cast<Eigen::Index>(unknown_.size()));
    for (std::size_t i = 0; i < unknown_.size(); ++i) part(static_cast<Eigen::Index>(i)) = full(unknown_[i]);
    return part;
  }

  Eigen::VectorXd expanded(const Eigen::VectorXd& part) const {
    Eigen::VectorXd full = Eigen::VectorXd::Zero(forces_.dofs());
    for (std::size_t i = 0; i < unknown_.size(); ++i) full(unknown_[i]) = part(static_cast<Eigen::Index>(i));
    return full;
  }

  bool definite() const { return factor_.info() == Eigen::Success && factor_.vectorD().minCoeff() > 0; }

  void factor(SparseMatrix k) {
    double shift = 0;
    const double size = k.diagonal().cwiseAbs().mean();
    for (int attempt = 0; attempt < 12; ++attempt) {
      factor_.factorize(k);
      if (definite()) return;
      const double more = shift == 0 ? 1e-8 * size : 9 * shift;
      k.diagonal().array() += more;
      shift += more;
    }
    throw Error("static equilibrium: the stiffness matrix has no factors; positions may not be finite");
  }

  const TetForces& forces_;
  SparseMatrix stiffness_;
  std::vector<int> unknown_;
  Eigen::SimplicialLDLT<SparseMatrix> factor_;
};

// Full Newton steps in a row that may go uphill before they are taken back.
constexpr int kFreeSteps = 6;

/// Newton's method for one load. Slender bodies have narrow curved valleys of energy: a full step first stretches the
/// body, which costs much, and the next one takes that back. A search that must go down all the time creeps along the
/// valley; so a few full steps are tried on credit.
void balance(Search& search, const Eigen::VectorXd& load, const EquilibriumOptions& options, TetEvaluation& at,
             Equilibrium& result) {
  const double scale = std::max(load.cwiseAbs().maxCoeff(), 1e-300);
  Eigen::VectorXd safe = result.positions;
  TetEvaluation safe_at = at;
  int on_credit = 0;
  for (int i = 0;; ++i) {
    result.residual = search.residual(load, at) / scale;
    result.converged = result.residual <= options.tolerance;
    if (result.converged) return;
    const double potential = at.energy - load.dot(result.positions), safe_potential = safe_at.energy - load.dot(safe);
    const bool last = i >= options.most_iterations, spent = last || on_credit == kFreeSteps;
    if (on_credit > 0 && potential < safe_potential && !at.distress.any()) {
      safe = result.positions;
      safe_at = at;
      on_credit = 0;
    } else if (spent) {
      result.positions = safe;
      at = safe_at;
      result.residual = search.residual(load, at) / scale;
    }
    if (last) return;
    ++result.iterations;
    if (!spent && search.full_step(load, result.positions, at)) {
      ++on_credit;
      continue;
    }
    result.positions = safe;
    at = safe_at;
    if (!search.careful_step(load, result.positions, at)) return;
    safe = result.positions;
    safe_at = at;
    on_credit = 0;
  }
}

}  // namespace

Equilibrium static_equilibrium(const TetForces& forces, const Eigen::VectorXd& load,
                               const std::vector<int>& fixed_vertices, const EquilibriumOptions& options) {
  if (load.size() != forces.dofs()) {
    throw InputError("load", "has " + std::to_string(load.size()) + " numbers",
                     "give 3 for each of the " + std::to_string(forces.vertices()) + " vertices");
  }
  if (!hold_the_body(forces.rest_positions(), fixed_vertices)) {
    throw InputError("fixed_vertices", "leave the body free to move", "fix three vertices that are not in line");
  }
  Search search(forces, fixed_vertices);
  Equilibrium result{.positions = forces.rest_positions(), .distress = {}};
  TetEvaluation at = forces.evaluate(result.positions);
  for (int part = 1; part <= options.load_steps; ++part) {
    const Eigen::VectorXd now = load * (static_cast<double>(part) / options.load_steps);
    balance(search, now, options, at, result);
  }
  result.distress = at.distress;
  return result;
}

}  // namespace stiction
