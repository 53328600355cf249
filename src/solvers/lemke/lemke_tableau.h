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
  inaccurate,   ///< pivoting came to its end, but rounding has spoilt the numbers
};

struct LemkeSolution {
  LemkeStatus status = LemkeStatus::solved;
  Eigen::VectorXd z;
  int pivots = 0;
};

/// A dense dictionary is exchanged in place: n² operations for each pivot, n² numbers of memory.
/// Of rows that tie, only those are considered whose pivot is at least `safe_pivot` times the largest one: with 0 the
/// lexicographic order alone decides, which never cycles but may pick pivots that are hardly more than rounding.
LemkeSolution lemke(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, int max_pivots,
                    const std::function<bool()>& out_of_time = {}, double safe_pivot = 0.01);

}  // namespace stiction
