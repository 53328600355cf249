#include "stiction/evolution/contact_kinematics.h"

#include <Eigen/LU>
#include <cmath>

namespace stiction {
namespace {

Mat62 turned(const Mat3& R, const Mat62& H) {
  Mat62 result;
  result.topRows<3>().noalias() = R * H.topRows<3>();
  result.bottomRows<3>().noalias() = R * H.bottomRows<3>();
  return result;
}

}  // namespace

Mat3 contact_rotation(double psi) {
  const double c = std::cos(psi), s = std::sin(psi);
  Mat3 R;
  R << c, -s, 0, -s, -c, 0, 0, 0, -1;
  return R;
}

RigidTransform relative_pose(const SurfaceJet& first, const SurfaceJet& second, double psi) {
  const ContactFrame one = contact_frame(first), two = contact_frame(second);
  RigidTransform pose;
  pose.rotation = two.axes * contact_rotation(psi) * one.axes.transpose();
  pose.translation = two.origin - pose.rotation * one.origin;
  return pose;
}

Mat6 adjoint(const RigidTransform& pose) {
  Mat6 Ad = Mat6::Zero();
  Ad.topLeftCorner<3, 3>() = pose.rotation;
  Ad.bottomRightCorner<3, 3>() = pose.rotation;
  Ad.bottomLeftCorner<3, 3>() = cross_matrix(pose.translation) * pose.rotation;
  return Ad;
}

Mat6 spatial_cross(const Vec6& twist) {
  Mat6 m = Mat6::Zero();
  m.topLeftCorner<3, 3>() = cross_matrix(twist.head<3>());
  m.bottomRightCorner<3, 3>() = m.topLeftCorner<3, 3>();
  m.bottomLeftCorner<3, 3>() = cross_matrix(twist.tail<3>());
  return m;
}

ContactKinematics contact_kinematics(const SurfaceJet& first, const SurfaceJet& second, double psi, const Vec5& rate) {
  const Mat62 H1 = frame_twist(first), H2 = frame_twist(second);
  const Mat3 R = contact_rotation(psi);
  ContactKinematics k;
  k.H.leftCols<2>() = -H1;
  k.H.middleCols<2>(2) = turned(R, H2);
  k.H.col(4) = Vec6::Unit(2);
  // d/dt R = -ψ̇ [z] R.
  Mat3 R_rate = Mat3::Zero();
  R_rate.row(0) = rate[4] * R.row(1);
  R_rate.row(1) = -rate[4] * R.row(0);
  k.H_rate.leftCols<2>() = -frame_twist_rate(first, rate.head<2>());
  k.H_rate.middleCols<2>(2) = turned(R_rate, H2) + turned(R, frame_twist_rate(second, rate.segment<2>(2)));
  k.H_rate.col(4).setZero();
  k.frame = H1 * rate.head<2>();
  return k;
}

BodyKinematics in_body(const ContactKinematics& contact, const ContactFrame& first) {
  const Mat6 Ad = adjoint({first.axes, first.origin});
  BodyKinematics body;
  body.H = Ad * contact.H;
  body.H_rate = Ad * (contact.H_rate + spatial_cross(contact.frame) * contact.H);
  return body;
}

NoSlipKinematics no_slip(const ContactKinematics& contact) {
  const Mat2 inverse = contact.H.block<2, 2>(3, 0).inverse();
  NoSlipKinematics k;
  k.D = -inverse * contact.H.block<2, 2>(3, 2);
  k.D_rate = -inverse * (contact.H_rate.block<2, 2>(3, 0) * k.D + contact.H_rate.block<2, 2>(3, 2));
  k.H.leftCols<2>() = contact.H.leftCols<2>() * k.D + contact.H.middleCols<2>(2);
  k.H.col(2) = contact.H.col(4);
  k.H_rate.leftCols<2>() =
      contact.H_rate.leftCols<2>() * k.D + contact.H.leftCols<2>() * k.D_rate + contact.H_rate.middleCols<2>(2);
  k.H_rate.col(2) = contact.H_rate.col(4);
  return k;
}

NoSpinKinematics no_spin(const NoSlipKinematics& slipless) {
  NoSpinKinematics k;
  k.psi_row = -slipless.H.block<1, 2>(2, 0);
  k.psi_row_rate = -slipless.H_rate.block<1, 2>(2, 0);
  k.H = slipless.H.leftCols<2>();
  k.H.row(2).setZero();
  k.H_rate = slipless.H_rate.leftCols<2>();
  k.H_rate.row(2).setZero();
  return k;
}

}  // namespace stiction
