// One step of a reduced body (see reduced_body.h).
#pragma once

#include <Eigen/Cholesky>

#include "stiction/bodies/soft/parts.h"
#include "stiction/bodies/soft/reduced_body.h"

namespace stiction {

/// Velocities are ordered (frame's velocity, its angular velocity in world axes, q̇), or q̇ alone where the frame does
/// not move. With the effective mass A = L Lᵀ the parts are sixths of y = Lᵀ v, whose mass is 1.
class ReducedStep final : public SoftStep {
 public:
  ReducedStep(const ReducedBody& body, const BodyState& state, const Deformation& deformation, const SoftLoads& loads);

  Vec3 start_velocity(int vertex) const override { return vertex_velocity(vertex, start_); }
  Vec3 free_velocity(int vertex) const override { return vertex_velocity(vertex, free_); }
  bool moves(int) const override { return true; }
  void touch(const std::vector<int>&) override {}
  int parts() const override { return part_count(size()); }
  double mass(int) const override { return 1; }
  Vec6 v_free(int part) const override { return part_of(y_free_, part); }
  Vec6 v_start(int part) const override { return part_of(y_start_, part); }
  Vec3 rows(const SurfaceSpot& spot, const Mat3& axes, std::vector<SoftTerm>& terms) const override;
  bool follow(std::span<const Vec6> v) override;
  void finish(std::span<const Vec6> v, BodyState& state, Deformation& deformation) const override;

 private:
  Eigen::Index size() const { return rigid_ + q_.size(); }
  /// Takes the elastic forces to be what they are at `at`, and linear about it.
  void linearize(const Eigen::VectorXd& at);
  /// Where elastic forces act if the step ends with velocity `rate` of q.
  Eigen::VectorXd midway(const Eigen::VectorXd& rate) const;
  Vec3 vertex_velocity(int vertex, const Eigen::VectorXd& v) const;
  Eigen::VectorXd velocity_of(std::span<const Vec6> parts) const;

  const ReducedBody& body_;
  BodyState state_;
  Eigen::VectorXd q_, rate_;  ///< at the start
  double h_, theta_;
  Eigen::Index rigid_;  ///< velocities of the frame: 6 or 0
  Vec3 torque_;
  Mat3 R_;
  Eigen::VectorXd u_;           ///< displacements of the surface's vertices at the start, frame axes
  Eigen::VectorXd constant_;    ///< right-hand side without elastic forces
  Eigen::VectorXd at_, force_;  ///< where elastic forces are taken, and these
  Eigen::MatrixXd stiffness_;
  Eigen::MatrixXd effective_;  ///< A
  Eigen::LLT<Eigen::MatrixXd> factor_;
  Eigen::VectorXd start_, free_, y_start_, y_free_;
  int rounds_ = 0;
};

}  // namespace stiction
