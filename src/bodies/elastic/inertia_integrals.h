// Mass, centre, inertia and their coupling with deformation for a body that deforms along a few shapes while its frame
// moves: sums over all vertices, done once.
//
// Shabana, "Dynamics of Multibody Systems", chapter 5, with masses at the vertices. In the body's frame vertex i is at
// x_i = X_i + U_i q; every sum of x and U over the masses is a polynomial in q of degree two at most.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "stiction/linalg/types.h"

namespace stiction {

class InertiaIntegrals {
 public:
  InertiaIntegrals() = default;
  /// `masses`: one for each vertex, kg; `rest`: X, 3 numbers each, m; `basis`: U, 3 rows each and k columns.
  InertiaIntegrals(const Eigen::VectorXd& masses, const Eigen::VectorXd& rest, const Eigen::MatrixXd& basis);

  int size() const { return static_cast<int>(shape_moment_.cols()); }
  double mass() const { return mass_; }                                   ///< sum of m, kg
  const Vec3& rest_moment() const { return rest_moment_; }                ///< sum of m X, kg m: zero if X is central
  const Eigen::Matrix3Xd& shape_moment() const { return shape_moment_; }  ///< A: sum of m U, 3 × k
  const Mat3& rest_second() const { return rest_second_; }                ///< J0: sum of m X Xᵀ
  const Mat3& rest_shape(int a) const { return rest_shape_[static_cast<std::size_t>(a)]; }  ///< B_a: sum of m X U_aᵀ
  Mat3 shape_shape(int a, int b) const;                              ///< C_ab: sum of m U_a U_bᵀ
  const Eigen::MatrixXd& modal_mass() const { return modal_mass_; }  ///< sum of m UᵀU, k × k

  /// Sum of m x: the centre of mass times the mass.
  Vec3 first_moment(const Eigen::VectorXd& q) const { return rest_moment_ + shape_moment_ * q; }
  /// Sum of m x xᵀ, and the inertia tensor about the frame's origin, sum of m (x·x 1 - x xᵀ).
  Mat3 second_moment(const Eigen::VectorXd& q) const;
  Mat3 inertia(const Eigen::VectorXd& q) const;
  /// N_a = sum of m x U_aᵀ for every shape: what the following are made of. O(k²).
  std::vector<Mat3> mixed_moments(const Eigen::VectorXd& q) const;

 private:
  double mass_ = 0;
  Vec3 rest_moment_ = Vec3::Zero();
  Eigen::Matrix3Xd shape_moment_;
  Mat3 rest_second_ = Mat3::Zero();
  std::vector<Mat3> rest_shape_;
  Eigen::Matrix<double, 9, Eigen::Dynamic> shape_shape_;  ///< C_ab by columns, at a k + b
  Eigen::MatrixXd modal_mass_;
};

/// Sum of m x × U_a, a column for each shape: the angular momentum of unit speeds of deformation, 3 × k.
Eigen::Matrix3Xd angular_coupling(const std::vector<Mat3>& mixed_moments);
/// Sum of m U_a·(w × (w × x)), what the frame's turning at w (rad/s, in the frame) demands of each shape.
Eigen::VectorXd centripetal_force(const std::vector<Mat3>& mixed_moments, const Vec3& w);
/// Sum of m U_a·(w × U q̇), half of the Coriolis force.
Eigen::VectorXd half_coriolis_force(const InertiaIntegrals& integrals, const Eigen::VectorXd& speeds, const Vec3& w);
/// Time derivative of the inertia tensor while the body deforms.
Mat3 inertia_rate(const std::vector<Mat3>& mixed_moments, const Eigen::VectorXd& speeds);

}  // namespace stiction
