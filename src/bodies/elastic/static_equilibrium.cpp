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

  /// One Newton step with line search; false if no step goes down any further.
  bool step(const Eigen::VectorXd& load, Eigen::VectorXd& positions, TetEvaluation& at) {
    const Eigen::VectorXd unbalanced = free(load - at.force);
    forces_.refill_stiffness(positions, stiffness_);
    factor(principal_minor(stiffness_, unknown_));
    const Eigen::VectorXd free_step = factor_.solve(unbalanced);
    Eigen::VectorXd step = Eigen::VectorXd::Zero(positions.size());
    for (std::size_t i = 0; i < unknown_.size(); ++i) step(unknown_[i]) = free_step(static_cast<Eigen::Index>(i));
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

  Eigen::VectorXd free(const Eigen::VectorXd& full) const {
    Eigen::VectorXd part(static_cast<Eigen::Index>(unknown_.size()));
    for (std::size_t i = 0; i < unknown_.size(); ++i) part(static_cast<Eigen::Index>(i)) = full(unknown_[i]);
    return part;
  }

 private:
  void factor(SparseMatrix k) {
    double shift = 0;
    const double size = k.diagonal().cwiseAbs().mean();
    for (int attempt = 0; attempt < 12; ++attempt) {
      factor_.factorize(k);
      if (factor_.info() == Eigen::Success && factor_.vectorD().minCoeff() > 0) return;
      const double more = shift == 0 ? 1e-3 * size : 3 * shift;
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
    const double scale = std::max(now.cwiseAbs().maxCoeff(), 1e-300);
    result.converged = false;
    for (int i = 0; i <= options.most_iterations; ++i) {
      result.residual = search.free(now - at.force).cwiseAbs().maxCoeff() / scale;
      result.converged = result.residual <= options.tolerance;
      if (result.converged || i == options.most_iterations || !search.step(now, result.positions, at)) break;
      ++result.iterations;
    }
  }
  result.distress = at.distress;
  return result;
}

}  // namespace stiction
