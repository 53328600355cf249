// A problem in contact space with rows scaled by the root of each contact's compliance d: impulses times √d and
// velocities over √d are both roots of energies.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "stiction/problem/local_problem.h"
#include "stiction/solvers/friction_set.h"

namespace stiction {

class ScaledRows {
 public:
  ScaledRows(const LocalProblem& problem, const FrictionSet& set);

  /// y = W x, and y = W x + q.
  void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const;
  void velocities(const Eigen::VectorXd& x, Eigen::VectorXd& y) const;
  /// Projection on what is admissible: r_n >= 0 and friction within its set; joints within their bounds.
  Eigen::VectorXd admissible(Eigen::VectorXd x) const;
  /// -y without what the law lets stand (eq 19): at r_n = 0 what would pull, at a bound what points outwards.
  Eigen::VectorXd projected_residual(const Eigen::VectorXd& x, const Eigen::VectorXd& y) const;

  double model_error(const Eigen::VectorXd& x, const Eigen::VectorXd& y) const;
  Merits merits(const Eigen::VectorXd& x, const Eigen::VectorXd& y) const;

  Eigen::VectorXd scaled(const std::vector<Vec3>& r) const;
  std::vector<Vec3> impulses(const Eigen::VectorXd& x) const;
  const Eigen::VectorXd& q() const { return q_; }
  const LocalProblem& problem() const { return problem_; }

 private:
  std::vector<Vec3> relative_velocities(const Eigen::VectorXd& y) const;

  const LocalProblem& problem_;
  FrictionSet set_;
  std::vector<double> d_, root_;
  std::vector<LocalContact> contacts_;  ///< with scaled bounds
  Eigen::VectorXd q_;
};

}  // namespace stiction
