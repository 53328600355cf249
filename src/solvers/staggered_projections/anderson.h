// Anderson acceleration of a fixed-point iteration x <- g(x).
#pragma once

#include <Eigen/Core>
#include <deque>

namespace stiction {

class Anderson {
 public:
  explicit Anderson(int memory) : memory_(memory) {}
  /// Next iterate from x and g(x): a combination of earlier images whose residuals cancel best.
  Eigen::VectorXd next(const Eigen::VectorXd& x, const Eigen::VectorXd& gx);
  void reset() {
    residuals_.clear();
    images_.clear();
  }

 private:
  int memory_;
  std::deque<Eigen::VectorXd> residuals_, images_;  ///< newest last
};

}  // namespace stiction
