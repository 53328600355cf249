// One step of an explicit tetrahedral body (see tet_body.h): every node that is touched is a part of its own.
#pragma once

#include "stiction/bodies/soft/tet_body.h"

namespace stiction {

class ExplicitTetStep final : public SoftStep {
 public:
  ExplicitTetStep(const TetBody& body, const Deformation& deformation, const SoftLoads& loads);

  Vec3 start_velocity(int vertex) const override { return v_.segment<3>(3 * node(vertex)); }
  Vec3 free_velocity(int vertex) const override { return v_free_.segment<3>(3 * node(vertex)); }
  bool moves(int vertex) const override { return body_.free_index()[std::size_t(node(vertex))] >= 0; }
  void touch(const std::vector<int>& vertices) override;
  int parts() const override { return static_cast<int>(touched_.size()); }
  double mass(int part) const override { return body_.masses()[touched_[std::size_t(part)]]; }
  Vec6 v_free(int part) const override { return padded(v_free_, part); }
  Vec6 v_start(int part) const override { return padded(v_, part); }
  Vec3 rows(const SurfaceSpot& spot, const Mat3& axes, std::vector<SoftTerm>& terms) const override;
  bool follow(std::span<const Vec6>) override { return false; }
  void finish(std::span<const Vec6> v, BodyState& state, Deformation& deformation) const override;

 private:
  Eigen::Index node(int vertex) const { return body_.model().surface_nodes[std::size_t(vertex)]; }
  Vec6 padded(const Eigen::VectorXd& v, int part) const;

  const TetBody& body_;
  double h_;
  Eigen::VectorXd x_, v_, v_free_;
  std::vector<int> touched_;  ///< nodes that are parts
  std::vector<int> part_;     ///< of every node, -1: none
};

}  // namespace stiction
