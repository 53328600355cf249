#include "stiction/bodies/soft/reduced_step.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>

#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/common/error.h"

namespace stiction {

namespace {

/// Newton steps on elastic forces within a time step, and the relative error of their impulse at which they end.
constexpr int kMostRounds = 8;
constexpr double kElasticTolerance = 1e-10;

/// x := L⁻¹ x with the lower triangle of `L`; for so few columns faster than a general product.
void solve_lower(const Eigen::MatrixXd& L, Eigen::Matrix<double, Eigen::Dynamic, 3>& x) {
  const Eigen::Index n = L.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    x.row(j) /= L(j, j);
    const double a = x(j, 0), b = x(j, 1), c = x(j, 2);
    const double* below = L.col(j).data();
    double *first = x.col(0).data(), *second = x.col(1).data(), *third = x.col(2).data();
    for (Eigen::Index i = j + 1; i < n; ++i) {
      first[i] -= below[i] * a;
      second[i] -= below[i] * b;
      third[i] -= below[i] * c;
    }
  }
}

/// The stiffness without the directions in which it pushes further. Those left are implicit all the same: forces that
/// act explicitly in the stiff ones would throw the body apart.
Eigen::MatrixXd stiff_part(const Eigen::MatrixXd& stiffness) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> along(stiffness);
  return along.eigenvectors() * along.eigenvalues().cwiseMax(0).asDiagonal() * along.eigenvectors().transpose();
}

}  // namespace

ReducedStep::ReducedStep(const ReducedBody& body, const BodyState& state, const Deformation& deformation,
                         const SoftLoads& loads)
    : body_(body),
      state_(state),
      q_(as_vector(deformation.q)),
      rate_(as_vector(deformation.v)),
      h_(loads.h),
      theta_(body.model().theta),
      rigid_(body.model().floating ? 6 : 0),
      torque_(loads.torque),
      R_(state.rotation.toRotationMatrix()),
      u_(body.model().surface_basis * q_) {
  const InertiaIntegrals& inertia = body.inertia();
  const Eigen::Index k = q_.size();
  effective_.setZero(size(), size());
  constant_.setZero(size());
  start_.setZero(size());
  start_.tail(k) = rate_;
  auto elastic = constant_.tail(k);
  elastic = inertia.modal_mass() * rate_ + h_ * inertia.shape_moment().transpose() * (R_.transpose() * loads.gravity) -
            h_ * (1 - theta_) * (body.damping() * rate_);
  if (rigid_ > 0) {
    const Mat3 J = inertia.inertia(q_);
    const Mat3 inverse = J.inverse();
    const std::vector<Mat3> moments = inertia.mixed_moments(q_);
    const Eigen::Matrix3Xd S = angular_coupling(moments);
    const Vec3 spin = body.frame_spin(state, deformation);
    start_.head<3>() = state.velocity;
    start_.segment<3>(3) = R_ * spin;
    effective_.topLeftCorner<3, 3>().diagonal().setConstant(inertia.mass());
    effective_.block<3, 3>(3, 3) = R_ * J * R_.transpose();
    effective_.block(3, 6, 3, k) = R_ * S;
    effective_.block(6, 3, k, 3) = (R_ * S).transpose();
    constant_.head<3>() = inertia.mass() * (state.velocity + h_ * loads.gravity) + h_ * loads.force;
    // What the frame turns with over the step, as for rigid bodies; the rest of the angular momentum is in q̇.
    const Vec3 P = R_.transpose() * (state.angular_momentum + h_ * loads.torque), turning = P - S * rate_;
    constant_.segment<3>(3) = R_ * (P + midpoint_momentum(turning, inverse, h_) - turning);
    // Forces quadratic in velocities, from the derivative of the kinetic energy with respect to q.
    elastic +=
        S.transpose() * spin - h_ * (centripetal_force(moments, spin) + half_coriolis_force(inertia, rate_, spin));
  }
  linearize(midway(rate_));
}

Eigen::VectorXd ReducedStep::midway(const Eigen::VectorXd& rate) const {
  return q_ + theta_ * h_ * (theta_ * rate + (1 - theta_) * rate_);
}

void ReducedStep::linearize(const Eigen::VectorXd& at) {
  const Eigen::Index k = q_.size();
  at_ = at;
  body_.model().elasticity->evaluate(at_, force_, stiffness_);
  const double share = theta_ * h_;
  const auto factor = [&] {
    effective_.bottomRightCorner(k, k) =
        body_.inertia().modal_mass() + share * body_.damping() + share * share * stiffness_;
    factor_.compute(effective_);
    return factor_.info() == Eigen::Success;
  };
  if (!factor()) {
    // Compressed so much that it buckles within the step.
    stiffness_ = stiff_part(stiffness_);
    if (!factor()) throw Error("a deformable body's mass matrix is not positive definite");
  }
  Eigen::VectorXd right = constant_;
  right.tail(k) -= h_ * (force_ + stiffness_ * (q_ + share * (1 - theta_) * rate_ - at_));
  free_ = factor_.solve(right);
  y_free_ = factor_.matrixU() * free_;
  y_start_ = factor_.matrixU() * start_;
}

Vec3 ReducedStep::vertex_velocity(int vertex, const Eigen::VectorXd& v) const {
  const Eigen::Index row = 3 * Eigen::Index(vertex);
  const auto U = body_.model().surface_basis.middleRows(row, 3);
  Vec3 velocity = R_ * (U * v.tail(q_.size()));
  if (rigid_ == 0) return velocity;
  const Vec3 arm = R_ * (body_.surface().rest()[std::size_t(vertex)] + u_.segment<3>(row));
  return velocity + v.head<3>() + Vec3(v.segment<3>(3)).cross(arm);
}

Eigen::VectorXd ReducedStep::velocity_of(std::span<const Vec6> parts) const {
  return factor_.matrixU().solve(joined_parts(parts, size()));
}

Vec3 ReducedStep::rows(const SurfaceSpot& spot, const Mat3& axes, std::vector<SoftTerm>& terms) const {
  const Eigen::Index k = q_.size();
  Vec3 x = Vec3::Zero();
  // Transposed, so that the factor applies from the left.
  Eigen::Matrix<double, Eigen::Dynamic, 3> columns = Eigen::Matrix<double, Eigen::Dynamic, 3>::Zero(size(), 3);
  const Mat3 turned = axes * R_;
  for (int i = 0; i < 3; ++i) {
    if (spot.vertex[std::size_t(i)] < 0) continue;
    const Eigen::Index row = 3 * Eigen::Index(spot.vertex[std::size_t(i)]);
    x += spot.weight[i] * (body_.surface().rest()[std::size_t(row / 3)] + u_.segment<3>(row));
    const Mat3 share = spot.weight[i] * turned;
    for (Eigen::Index a = 0; a < k; ++a)
      columns.row(rigid_ + a) += (share * body_.model().surface_basis.block<3, 1>(row, a)).transpose();
  }
  if (rigid_ > 0) {
    columns.topRows<3>() = axes.transpose();
    columns.middleRows<3>(3) = (-axes * cross_matrix(R_ * x)).transpose();
  }
  solve_lower(factor_.matrixLLT(), columns);
  append_terms(columns.transpose(), terms);
  return Vec3::Zero();
}

bool ReducedStep::follow(std::span<const Vec6> v) {
  if (body_.model().elasticity->linear() || rounds_ >= kMostRounds) return false;
  const Eigen::VectorXd velocity = velocity_of(v);
  const Eigen::VectorXd end = midway(velocity.tail(q_.size()));
  Eigen::VectorXd force;
  Eigen::MatrixXd stiffness;
  body_.model().elasticity->evaluate(end, force, stiffness);
  const double wrong = h_ * (force - force_ - stiffness_ * (end - at_)).norm();
  const double scale = h_ * force.norm() + (body_.inertia().modal_mass() * velocity.tail(q_.size())).norm();
  if (!(wrong > kElasticTolerance * scale)) return false;
  ++rounds_;
  linearize(end);
  return true;
}

void ReducedStep::finish(std::span<const Vec6> v, BodyState& state, Deformation& deformation) const {
  const Eigen::VectorXd velocity = velocity_of(v);
  if (rigid_ > 0) {
    const Vec3 impulse = effective_.middleRows<3>(3) * (velocity - free_);
    state.velocity = velocity.head<3>();
    state.angular_momentum += impulse + h_ * torque_;
    advance(state, velocity.head<6>(), h_);
  }
  const auto rate = velocity.tail(q_.size());
  for (Eigen::Index a = 0; a < q_.size(); ++a) {
    deformation.q[std::size_t(a)] = q_[a] + h_ * (theta_ * rate[a] + (1 - theta_) * rate_[a]);
    deformation.v[std::size_t(a)] = rate[a];
  }
}

}  // namespace stiction
