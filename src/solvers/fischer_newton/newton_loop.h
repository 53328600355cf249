// The iteration of Fischer-Newton on scaled rows, whatever form its linear algebra has.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "stiction/solvers/fischer_newton/fischer_function.h"
#include "stiction/solvers/fischer_newton/fischer_newton.h"
#include "stiction/solvers/fischer_newton/fischer_system.h"

namespace stiction {

/// Scaled impulses with what follows from them.
struct FischerPoint {
  Eigen::VectorXd x, y;  ///< impulses; relative velocities W x + q, without any proximal term
  Eigen::VectorXd phi;
  double merit = 0;  ///< ½|Φ|², J
  /// H = E + B (W + weight), the derivative of Φ: it costs little more than Φ itself.
  std::vector<Mat3> E;
  std::vector<Vec3> B;
};

class NewtonLoop {
 public:
  /// Judges a point: true ends everything, because it is good enough.
  using Judge = std::function<bool(const FischerPoint&)>;

  NewtonLoop(FischerSystem& system, std::vector<FischerLaw> laws, Eigen::VectorXd q,
             const FischerNewtonOptions& options);

  /// What Newton steps are taken on.
  struct Phase {
    bool friction = true;     ///< off: friction stays as it is
    double gain = 1;          ///< factor of y in Φ, which has the same roots for any
    int memory = 1;           ///< merits that a step may not exceed: 1 = its own, as in the paper
    double weight = 0;        ///< of the proximal term
    Eigen::VectorXd centre;   ///< of the proximal term; unused without weight
    double merit_target = 0;  ///< good enough for this phase
    int max_steps = 10;
  };
  enum class Outcome { judged_good, target_met, limit, stalled };

  FischerPoint at(const Eigen::VectorXd& x, const Phase& phase) const;
  Outcome run(FischerPoint& point, const Phase& phase, const Judge& judge);

  int steps() const { return steps_; }
  int factorizations() const { return factorizations_; }
  double cost() const { return cost_; }

 private:
  /// All that follows from point.x.
  void evaluate(FischerPoint& point, const Phase& phase) const;
  /// H v and Hᵀ v with H of a point.
  Eigen::VectorXd multiply(const FischerPoint& point, double weight, const Eigen::VectorXd& v) const;
  Eigen::VectorXd multiply_transposed(const FischerPoint& point, double weight, const Eigen::VectorXd& v) const;
  /// A direction and its slope of the merit; false if the subsystem fails.
  bool exact_direction(const FischerPoint& point, const Phase& phase, Eigen::VectorXd& direction, double& slope);
  bool quasi_ncg_direction(const FischerPoint& point, const Phase& phase, Eigen::VectorXd& direction, double& slope);
  bool line_search(FischerPoint& point, const Phase& phase, const Eigen::VectorXd& direction, double slope,
                   double length);
  bool steepest_descent(FischerPoint& point, const Phase& phase);

  FischerSystem& system_;
  std::vector<FischerLaw> laws_;
  Eigen::VectorXd q_;
  const FischerNewtonOptions& options_;
  double scale_;
  double reference_ = 0;
  FischerPoint trial_;        // of the line search
  std::vector<Mat3> damped_;  // E with damping
  int steps_ = 0, factorizations_ = 0;
  mutable double cost_ = 0;
};

}  // namespace stiction
