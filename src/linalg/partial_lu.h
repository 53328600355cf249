// Dense elimination of some leading rows and columns of a square matrix: what a multifrontal factorization does with
// every front.
#pragma once

#include <Eigen/Core>

namespace stiction {

/// Eliminates the first `pivots` rows and columns in place, in panels: a panel's diagonal block becomes its inverse X,
/// the block A below it A X, the block right of it stays, and the rest receives its Schur complement. Rows are pivoted
/// within a panel's diagonal block. Large products are cut into pieces of fixed shape that run in parallel.
/// False if a diagonal block is singular or not finite.
bool partial_lu(Eigen::MatrixXd& matrix, int pivots);

/// First half of a solve: x (leading rows) and then y (the other rows) lose what the pivots take from them.
void forward(const Eigen::MatrixXd& factors, Eigen::Ref<Eigen::VectorXd> x, Eigen::VectorXd& y);
/// Second half: x from itself and the solution y of the other rows.
void backward(const Eigen::MatrixXd& factors, Eigen::Ref<Eigen::VectorXd> x, const Eigen::VectorXd& y);

}  // namespace stiction
