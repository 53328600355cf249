// How vibration modes change as a body deforms, and the basis for large deformations made of both.
//
// Barbič and James, "Real-Time Subspace Integration for St. Venant-Kirchhoff Deformable Models", 2005, sections 4.1 and
// 4.2. The derivatives of free bodies are those of a floating body: no rigid motion in them.
#pragma once

#include "stiction/bodies/elastic/vibration_modes.h"

namespace stiction {

/// Second derivative of the internal force of the St.Venant-Kirchhoff law at rest, along two displacements, N.
Eigen::VectorXd second_force_derivative(const TetForces& forces, const Eigen::Ref<const Eigen::VectorXd>& a,
                                        const Eigen::Ref<const Eigen::VectorXd>& b);

/// Static displacement that follows in second order when modes i and j act together: K d = -H(s_i, s_j). One column for
/// each pair i <= j: (0,0), (0,1), ..., (1,1), ... `solver` is that of the modes.
Eigen::MatrixXd modal_derivatives(const TetForces& forces, const StiffnessSolver& solver,
                                  const Eigen::MatrixXd& shapes);

/// The modes themselves and the directions in which the derivatives, weighted by 1/(w_i² w_j²), mostly point: principal
/// components with respect to the masses, as many as `size` leaves room for and as are independent of each other and of
/// the modes (singular values above 1e-5 of the largest derivative). Orthonormal with respect to the masses.
Eigen::MatrixXd reduced_basis(const VibrationModes& modes, const Eigen::MatrixXd& derivatives, const SparseMatrix& mass,
                              int size);

}  // namespace stiction
