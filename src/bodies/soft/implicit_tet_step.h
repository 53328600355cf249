// One step of an implicit tetrahedral body (see tet_body.h).
//
// Impulses act on the touched nodes only, and only their velocities matter to contact: with the effective mass A and
// the touched nodes S, v_S = v_S,free + (A⁻¹)_SS f_S. With (A⁻¹)_SS = L Lᵀ the parts are sixths of y = L⁻¹ v_S, whose
// mass is 1. This is exact, and as small as the contact.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>

#include "stiction/bodies/soft/parts.h"
#include "stiction/bodies/soft/tet_body.h"

namespace stiction {

class ImplicitTetStep final : public SoftStep {
 public:
  ImplicitTetStep(const TetBody& body, const Deformation& deformation, const SoftLoads& loads);

  Vec3 start_velocity(int vertex) const override { return v_.segment<3>(3 * node(vertex)); }
  Vec3 free_velocity(int vertex) const override { return v_free_.segment<3>(3 * node(vertex)); }
  bool moves(int vertex) const override { return body_.free_index()[std::size_t(node(vertex))] >= 0; }
  void touch(const std::vector<int>& vertices) override;
  int parts() const override { return part_count(y_free_.size()); }
  double mass(int) const override { return 1; }
  Vec6 v_free(int part) const override { return part_of(y_free_, part); }
  Vec6 v_start(int part) const override { return part_of(y_start_, part); }
  Vec3 rows(const SurfaceSpot& spot, const Mat3& axes, std::vector<SoftTerm>& terms) const override;
  bool follow(std::span<const Vec6> v) override;
  void finish(std::span<const Vec6> v, BodyState& state, Deformation& deformation) const override;

 private:
  Eigen::Index node(int vertex) const { return body_.model().surface_nodes[std::size_t(vertex)]; }
  void linearize(const Eigen::VectorXd& at);
  /// Velocity over the step, and where elastic forces act, if the nodes end with velocities `v`.
  Eigen::VectorXd way(const Eigen::VectorXd& v) const { return theta_ * v + (1 - theta_) * v_; }
  Eigen::VectorXd midway(const Eigen::VectorXd& v) const { return x_ + theta_ * loads_.h * way(v); }
  /// Velocities of all nodes at the end of the step.
  Eigen::VectorXd velocity_of(std::span<const Vec6> parts) const;

  const TetBody& body_;
  SoftLoads loads_;
  double theta_;
  Eigen::VectorXd x_;
  Eigen::VectorXd held_;        ///< velocities of held nodes, zero for the others
  Eigen::VectorXd v_;           ///< at the start; of held nodes those that they have over the step
  Eigen::VectorXd at_, force_;  ///< where elastic forces are taken, and these
  SparseMatrix stiffness_;      ///< of all nodes, at at_
  Eigen::SimplicialLLT<SparseMatrix> factor_;
  bool analyzed_ = false;
  Eigen::VectorXd v_free_;
  std::vector<int> touched_, place_;  ///< touched free nodes, and where each node is among them (-1: not)
  Eigen::MatrixXd response_;          ///< A⁻¹ on the touched nodes' velocities: a column each
  Eigen::LLT<Eigen::MatrixXd> compliance_;
  Eigen::VectorXd y_free_, y_start_;
  int rounds_ = 0;
};

}  // namespace stiction
