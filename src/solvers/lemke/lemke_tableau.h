// Lemke's complementary pivoting for w = M z + q, w >= 0, z >= 0, w·z = 0, with lexicographic ratios against cycling.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace stiction {

enum class LemkeStatus {
  solved,
  ray,          ///< ends in a ray: no solution found (for the contact problem only by rounding)
  pivot_limit,  ///< or out of time
};

struct LemkeSolution {
  LemkeStatus status = LemkeStatus::solved;
  Eigen::VectorXd z;
  int pivots = 0;
};

/// A dense dictionary is exchanged in place: n² operations for each pivot, n² numbers of memory.
LemkeSolution lemke(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, int max_pivots,
                    const std::function<bool()>& out_of_time = {});

}  // namespace stiction
