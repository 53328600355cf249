#include "stiction/assembly/joint_stiffness.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "stiction/bodies/rigid/rigid_motion.h"

namespace stiction {

namespace {

/// (swing rate times h)² up to which a swing is left to the explicit step.
constexpr double kCalm = 0.1;

Mat3 turning_stiffness(const Vec3& arm, const Vec3& force) {
  return arm.dot(force) * Mat3::Identity() - 0.5 * (arm * force.transpose() + force * arm.transpose());
}

/// The part of `stiffness` (h² K) that exceeds kCalm of the inertia.
Mat3 excess(const Mat3& stiffness, const Mat3& inertia) {
  const Mat3 L = inertia.llt().matrixL();
  const auto lower = L.triangularView<Eigen::Lower>();
  const Mat3 half = lower.solve(stiffness);
  const Mat3 scaled = lower.solve(Mat3(half.transpose()));
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(scaled);
  const Vec3 values = (eigen.eigenvalues().array() - kCalm).max(0.0);
  if (values.isZero(0)) return Mat3::Zero();
  return L * eigen.eigenvectors() * values.asDiagonal() * eigen.eigenvectors().transpose() * L.transpose();
}

}  // namespace

std::vector<Mat3> excess_joint_stiffness(const std::vector<Joint>& joints, const std::vector<JointState>& joint_states,
                                         const std::vector<RigidBody>& bodies, const std::vector<BodyState>& states,
                                         double h) {
  std::vector<Mat3> stiffness(bodies.size(), Mat3::Zero());
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const auto add = [&](int body, const Pose& frame, const Vec3& force) {
      if (body < 0 || bodies[body].fixed) return;
      stiffness[body] += h * h * turning_stiffness(states[body].rotation * frame.p, force);
    };
    add(joints[i].body_a, joints[i].frame_a, joint_states[i].force);
    add(joints[i].body_b, joints[i].frame_b, -joint_states[i].force);
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (stiffness[i].isZero(0)) continue;
    const Mat3 R = states[i].rotation.toRotationMatrix();
    stiffness[i] = excess(stiffness[i], R * bodies[i].inertia * R.transpose());
  }
  return stiffness;
}

void stiffen(const std::vector<Mat3>& stiffening, const std::vector<int>& free_index, ContactProblem& problem) {
  for (std::size_t i = 0; i < stiffening.size(); ++i) {
    if (stiffening[i].isZero(0)) continue;
    const int f = free_index[i];
    auto inertia = problem.mass[f].bottomRightCorner<3, 3>();
    const Vec3 momentum = inertia * problem.v_free[f].tail<3>();
    inertia += stiffening[i];
    problem.inverse_mass[f].bottomRightCorner<3, 3>() = inertia.inverse();
    problem.v_free[f].tail<3>() = problem.inverse_mass[f].bottomRightCorner<3, 3>() * momentum;
  }
}

}  // namespace stiction
