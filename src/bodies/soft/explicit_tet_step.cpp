#include "stiction/bodies/soft/explicit_tet_step.h"

#include <algorithm>

#include "stiction/bodies/soft/parts.h"

namespace stiction {

ExplicitTetStep::ExplicitTetStep(const TetBody& body, const Deformation& deformation, const SoftLoads& loads)
    : body_(body), h_(loads.h), x_(as_vector(deformation.q)), v_(as_vector(deformation.v)) {
  const TetForces& forces = *body.model().forces;
  Eigen::VectorXd push = -forces.evaluate(x_).force;
  const ElasticMaterial& material = forces.material();
  if (material.stiffness_damping > 0) push -= material.stiffness_damping * (forces.stiffness(x_) * v_);
  v_free_ = body.held_velocities(x_, loads.time, h_);
  const Eigen::VectorXd acceleration = body.accelerations(x_, loads);
  for (Eigen::Index i = 0; i < body.masses().size(); ++i) {
    if (body.free_index()[std::size_t(i)] < 0) continue;
    v_free_.segment<3>(3 * i) = (1 - h_ * material.mass_damping) * v_.segment<3>(3 * i) +
                                h_ * (push.segment<3>(3 * i) / body.masses()[i] + acceleration.segment<3>(3 * i));
  }
}

void ExplicitTetStep::touch(const std::vector<int>& vertices) {
  touched_.clear();
  part_.assign(std::size_t(body_.masses().size()), -1);
  for (const int vertex : vertices) {
    const int n = int(node(vertex));
    if (body_.free_index()[std::size_t(n)] < 0 || part_[std::size_t(n)] >= 0) continue;
    part_[std::size_t(n)] = parts();
    touched_.push_back(n);
  }
}

Vec6 ExplicitTetStep::padded(const Eigen::VectorXd& v, int part) const {
  Vec6 result = Vec6::Zero();
  result.head<3>() = v.segment<3>(3 * touched_[std::size_t(part)]);
  return result;
}

Vec3 ExplicitTetStep::rows(const SurfaceSpot& spot, const Mat3& axes, std::vector<SoftTerm>& terms) const {
  Vec3 known = Vec3::Zero();
  const std::size_t first = terms.size();
  for (int i = 0; i < 3; ++i) {
    if (spot.vertex[std::size_t(i)] < 0) continue;
    const Eigen::Index n = node(spot.vertex[std::size_t(i)]);
    const int part = part_[std::size_t(n)];
    if (part < 0) {
      known += spot.weight[i] * (axes * v_free_.segment<3>(3 * n));
      continue;
    }
    SoftTerm term{part, Mat36::Zero()};
    term.G.leftCols<3>() = spot.weight[i] * axes;
    terms.push_back(term);
  }
  std::sort(terms.begin() + std::ptrdiff_t(first), terms.end(),
            [](const SoftTerm& a, const SoftTerm& b) { return a.part < b.part; });
  return known;
}

void ExplicitTetStep::finish(std::span<const Vec6> v, BodyState& state, Deformation& deformation) const {
  Eigen::VectorXd end = v_free_;
  for (int part = 0; part < parts(); ++part)
    end.segment<3>(3 * touched_[std::size_t(part)]) = v[std::size_t(part)].head<3>();
  Eigen::Map<Eigen::VectorXd>(deformation.v.data(), end.size()) = end;
  Eigen::Map<Eigen::VectorXd>(deformation.q.data(), end.size()) = x_ + h_ * end;
  body_.summarize(deformation, state);
}

}  // namespace stiction
