// Small elastic displacements of a body about its rest shape under given forces.
#pragma once

#include <Eigen/SparseCholesky>
#include <vector>

#include "stiction/bodies/elastic/tet_forces.h"

namespace stiction {

/// Motions of vertices that deform nothing to first order: three translations and three rotations about the centre of
/// mass, orthonormal with respect to the masses.
Eigen::MatrixXd rigid_modes(const Eigen::VectorXd& rest_positions, const SparseMatrix& mass);

/// Diagonal mass matrix of the three numbers of each vertex.
SparseMatrix mass_matrix(const Eigen::VectorXd& lumped_masses);

/// At least three of the vertices are not in line, so that the body cannot move when they are fixed. Indices must be in
/// range.
bool hold_the_body(const Eigen::VectorXd& rest_positions, const std::vector<int>& vertices);

/// Rows and columns of a symmetric matrix that belong to some unknowns, ascending.
SparseMatrix principal_minor(const SparseMatrix& matrix, const std::vector<int>& unknown);

/// Makes columns orthonormal with respect to a mass matrix, each against those before it. Gram-Schmidt, twice, which
/// leaves errors of rounding only; the columns must be independent.
void orthonormalise(Eigen::MatrixXd& columns, const SparseMatrix& mass);

/// Columns that point the same way whatever computed them: the first of each column's largest numbers is positive.
void fix_signs(Eigen::MatrixXd& columns);

/// Factors of the stiffness at rest, with fixed vertices or of a free body.
///
/// The stiffness of a free body is singular. Its response is that of a body that floats: forces accelerate it as a
/// whole, what remains deforms it, and the displacement has no rigid part, R^T M u = 0.
class StiffnessSolver {
 public:
  /// Throws InputError if the fixed vertices leave the body free to turn: none, or three that are not in line.
  StiffnessSolver(const SparseMatrix& stiffness, const SparseMatrix& mass, const Eigen::VectorXd& rest_positions,
                  const std::vector<int>& fixed_vertices);

  /// K u = f - M R R^T f with u free of rigid motion (R: rigid modes; none if vertices are fixed). Zero at fixed
  /// vertices.
  Eigen::VectorXd solve(const Eigen::VectorXd& force) const;

  /// The unknowns: numbers of the vertices that are not fixed.
  Eigen::Index unknowns() const { return stiffness_.rows(); }
  Eigen::VectorXd restricted(const Eigen::VectorXd& full) const;
  Eigen::MatrixXd expanded(const Eigen::MatrixXd& free) const;

  const SparseMatrix& stiffness() const { return stiffness_; }  ///< of the unknowns
  const SparseMatrix& mass() const { return mass_; }            ///< of the unknowns
  const Eigen::MatrixXd& rigid() const { return rigid_; }       ///< of the unknowns; no columns if vertices are fixed
  /// (K + shift M)^-1 of the unknowns. The shift, 1/s², is far below all elastic frequencies squared and only there to
  /// make K regular.
  Eigen::VectorXd shifted_solve(const Eigen::VectorXd& force) const { return factor_.solve(force); }
  double shift() const { return shift_; }
  /// Takes the rigid part out of a displacement, and the part that accelerates the whole body out of a force.
  template <typename Vector>
  void remove_rigid_motion(Vector& displacement) const {
    if (rigid_.cols() > 0) displacement -= rigid_ * (mass_rigid_.transpose() * displacement).eval();
  }

 private:
  Eigen::Index full_size_;
  std::vector<int> unknown_;  ///< full index of every unknown
  SparseMatrix stiffness_, mass_;
  Eigen::MatrixXd rigid_, mass_rigid_;
  double shift_ = 0;
  Eigen::SimplicialLDLT<SparseMatrix> factor_;
};

}  // namespace stiction
