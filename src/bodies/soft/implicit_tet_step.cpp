#include "stiction/bodies/soft/implicit_tet_step.h"

#include <algorithm>

#include "stiction/common/error.h"

namespace stiction {

namespace {

/// Newton steps on elastic forces within a time step, and the relative error of their impulse at which they end.
constexpr int kMostRounds = 8;
constexpr double kElasticTolerance = 1e-9;

}  // namespace

ImplicitTetStep::ImplicitTetStep(const TetBody& body, const Deformation& deformation, const SoftLoads& loads)
    : body_(body),
      loads_(loads),
      theta_(body.model().theta),
      x_(as_vector(deformation.q)),
      held_(body.held_velocities(x_, loads.time, loads.h)),
      v_(as_vector(deformation.v)) {
  for (Eigen::Index i = 0; i < body.masses().size(); ++i)
    if (body.free_index()[std::size_t(i)] < 0) v_.segment<3>(3 * i) = held_.segment<3>(3 * i);
  const bool linear = body.model().forces->law() == ElasticLaw::kLinear;
  linearize(linear ? x_ : midway(v_));
}

void ImplicitTetStep::linearize(const Eigen::VectorXd& at) {
  const TetForces& forces = *body_.model().forces;
  const ElasticMaterial& material = forces.material();
  const double h = loads_.h;
  at_ = at;
  force_ = forces.evaluate(at_).force;
  if (stiffness_.size() == 0) {
    stiffness_ = forces.stiffness(at_);
  } else {
    forces.refill_stiffness(at_, stiffness_);
  }
  const Eigen::VectorXd acceleration = body_.accelerations(x_, loads_);
  // Everything that the held nodes' velocities do goes to the right-hand side.
  const double share = theta_ * h, weight = share * share + share * material.stiffness_damping;
  const double known = share * (1 - theta_) + (1 - theta_) * material.stiffness_damping;  // of v at the start
  Eigen::VectorXd right = -h * (force_ + stiffness_ * (x_ + known * v_ - at_)) - weight * (stiffness_ * held_);
  std::vector<Eigen::Triplet<double>> entries;
  const std::vector<int>& index = body_.free_index();
  Eigen::VectorXd b(3 * body_.free_nodes());
  for (Eigen::Index i = 0; i < body_.masses().size(); ++i) {
    const int f = index[std::size_t(i)];
    if (f < 0) continue;
    const double m = body_.masses()[i];
    b.segment<3>(3 * f) =
        right.segment<3>(3 * i) +
        m * ((1 - (h - share) * material.mass_damping) * v_.segment<3>(3 * i) + h * acceleration.segment<3>(3 * i));
    for (int axis = 0; axis < 3; ++axis)
      entries.emplace_back(3 * f + axis, 3 * f + axis, m * (1 + share * material.mass_damping));
  }
  for (Eigen::Index column = 0; column < stiffness_.outerSize(); ++column)
    for (SparseMatrix::InnerIterator entry(stiffness_, column); entry; ++entry) {
      const int i = index[std::size_t(entry.row() / 3)], j = index[std::size_t(column / 3)];
      if (i < 0 || j < 0 || 3 * i + entry.row() % 3 < 3 * j + column % 3) continue;  // the lower triangle
      entries.emplace_back(3 * i + int(entry.row() % 3), 3 * j + int(column % 3), weight * entry.value());
    }
  SparseMatrix effective(b.size(), b.size());
  effective.setFromTriplets(entries.begin(), entries.end());
  if (!analyzed_) factor_.analyzePattern(effective);
  analyzed_ = true;
  factor_.factorize(effective);
  for (double shift = 1; factor_.info() != Eigen::Success; shift *= 4) {
    // Compressed so much that it buckles within the step: more mass keeps the linear problem regular, and the rounds of
    // follow() do the rest.
    if (!(shift < 1e6)) throw Error("a deformable body is too distorted: its effective mass is not positive definite");
    for (Eigen::Index i = 0; i < body_.masses().size(); ++i)
      if (const int f = index[std::size_t(i)]; f >= 0)
        for (int axis = 0; axis < 3; ++axis) {
          effective.coeffRef(3 * f + axis, 3 * f + axis) += shift * body_.masses()[i];
          b[3 * f + axis] += shift * body_.masses()[i] * v_[3 * i + axis];
        }
    factor_.factorize(effective);
  }
  const Eigen::VectorXd solution = factor_.solve(b);
  v_free_ = held_;
  for (Eigen::Index i = 0; i < body_.masses().size(); ++i)
    if (const int f = index[std::size_t(i)]; f >= 0) v_free_.segment<3>(3 * i) = solution.segment<3>(3 * f);
}

void ImplicitTetStep::touch(const std::vector<int>& vertices) {
  touched_.clear();
  place_.assign(std::size_t(body_.masses().size()), -1);
  for (const int vertex : vertices) {
    const int n = int(node(vertex));
    if (body_.free_index()[std::size_t(n)] < 0 || place_[std::size_t(n)] >= 0) continue;
    place_[std::size_t(n)] = int(touched_.size());
    touched_.push_back(n);
  }
  const Eigen::Index size = 3 * Eigen::Index(touched_.size());
  response_.setZero(3 * body_.free_nodes(), size);
  for (std::size_t t = 0; t < touched_.size(); ++t)
    for (int axis = 0; axis < 3; ++axis)
      response_(3 * body_.free_index()[std::size_t(touched_[t])] + axis, 3 * Eigen::Index(t) + axis) = 1;
  if (size > 0) response_ = factor_.solve(response_).eval();
  Eigen::MatrixXd compliance(size, size);
  Eigen::VectorXd start(size), free(size);
  for (std::size_t t = 0; t < touched_.size(); ++t) {
    const Eigen::Index at = 3 * Eigen::Index(t), n = 3 * Eigen::Index(touched_[t]);
    compliance.middleRows<3>(at) = response_.middleRows<3>(3 * body_.free_index()[std::size_t(touched_[t])]);
    start.segment<3>(at) = v_.segment<3>(n);
    free.segment<3>(at) = v_free_.segment<3>(n);
  }
  compliance = (0.5 * (compliance + compliance.transpose())).eval();
  compliance_.compute(compliance);
  if (size > 0 && compliance_.info() != Eigen::Success) throw Error("a deformable body's compliance is not positive");
  y_free_ = free;
  y_start_ = start;
  if (size == 0) return;
  compliance_.matrixL().solveInPlace(y_free_);
  compliance_.matrixL().solveInPlace(y_start_);
}

Eigen::VectorXd ImplicitTetStep::velocity_of(std::span<const Vec6> parts) const {
  if (y_free_.size() == 0) return v_free_;
  const Eigen::VectorXd impulses = compliance_.matrixU().solve(joined_parts(parts, y_free_.size()) - y_free_);
  const Eigen::VectorXd change = response_ * impulses;
  Eigen::VectorXd v = v_free_;
  for (Eigen::Index i = 0; i < body_.masses().size(); ++i)
    if (const int f = body_.free_index()[std::size_t(i)]; f >= 0) v.segment<3>(3 * i) += change.segment<3>(3 * f);
  return v;
}

Vec3 ImplicitTetStep::rows(const SurfaceSpot& spot, const Mat3& axes, std::vector<SoftTerm>& terms) const {
  Vec3 known = Vec3::Zero();
  Eigen::Matrix3Xd G = Eigen::Matrix3Xd::Zero(3, y_free_.size());
  bool moves = false;
  for (int i = 0; i < 3; ++i) {
    if (spot.vertex[std::size_t(i)] < 0) continue;
    const Eigen::Index n = node(spot.vertex[std::size_t(i)]);
    const int place = place_[std::size_t(n)];
    if (place < 0) {
      known += spot.weight[i] * (axes * v_free_.segment<3>(3 * n));
    } else {
      moves = true;
      G.middleCols<3>(3 * Eigen::Index(place)) += spot.weight[i] * axes;
    }
  }
  if (!moves) return known;
  G = (G * compliance_.matrixL()).eval();
  append_terms(G, terms);
  return known;
}

bool ImplicitTetStep::follow(std::span<const Vec6> v) {
  if (body_.model().forces->law() == ElasticLaw::kLinear || rounds_ >= kMostRounds) return false;
  const Eigen::VectorXd velocity = velocity_of(v), end = midway(velocity);
  const Eigen::VectorXd force = body_.model().forces->evaluate(end).force;
  const double wrong = loads_.h * (force - force_ - stiffness_ * (end - at_)).norm();
  double momentum = 0;
  for (Eigen::Index i = 0; i < body_.masses().size(); ++i)
    momentum = std::max(momentum, body_.masses()[i] * velocity.segment<3>(3 * i).norm());
  if (!(wrong > kElasticTolerance * (loads_.h * force.norm() + momentum))) return false;
  ++rounds_;
  linearize(end);
  return true;
}

void ImplicitTetStep::finish(std::span<const Vec6> v, BodyState& state, Deformation& deformation) const {
  const Eigen::VectorXd end = velocity_of(v);
  Eigen::Map<Eigen::VectorXd>(deformation.v.data(), end.size()) = end;
  Eigen::Map<Eigen::VectorXd>(deformation.q.data(), end.size()) = x_ + loads_.h * way(end);
  body_.summarize(deformation, state);
}

}  // namespace stiction
