#include "stiction/solvers/staggered_projections/anderson.h"

#include <Eigen/Cholesky>

namespace stiction {

Eigen::VectorXd Anderson::next(const Eigen::VectorXd& x, const Eigen::VectorXd& gx) {
  residuals_.push_back(gx - x);
  images_.push_back(gx);
  if (static_cast<int>(residuals_.size()) > memory_ + 1) {
    residuals_.pop_front();
    images_.pop_front();
  }
  const int m = static_cast<int>(residuals_.size()) - 1;
  if (m == 0) return gx;
  // min |f - ΔF c|²; a small ridge keeps nearly parallel differences harmless.
  Eigen::MatrixXd differences(gx.size(), m);
  for (int i = 0; i < m; ++i) differences.col(i) = residuals_[i + 1] - residuals_[i];
  Eigen::MatrixXd normal = differences.transpose() * differences;
  normal.diagonal().array() += 1e-12 * normal.diagonal().maxCoeff() + 1e-300;
  const Eigen::VectorXd c = normal.ldlt().solve(differences.transpose() * residuals_.back());
  Eigen::VectorXd result = gx;
  for (int i = 0; i < m; ++i) result -= c[i] * (images_[i + 1] - images_[i]);
  return result.allFinite() ? result : gx;
}

}  // namespace stiction
