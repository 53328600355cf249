// The fixed-size vectors and matrices used everywhere. SI units unless a name says otherwise.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace stiction {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
/// Contact Jacobian of one 6-dof body: rows (normal, tangent 1, tangent 2).
using Mat36 = Eigen::Matrix<double, 3, 6>;

/// Matrix of the cross product: cross_matrix(a) * b == a.cross(b).
inline Mat3 cross_matrix(const Vec3& a) {
  Mat3 m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
}

}  // namespace stiction
