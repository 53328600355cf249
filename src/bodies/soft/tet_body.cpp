#include "stiction/bodies/soft/tet_body.h"

#include <Eigen/LU>
#include <string>
#include <utility>

#include "stiction/bodies/soft/explicit_tet_step.h"
#include "stiction/bodies/soft/implicit_tet_step.h"
#include "stiction/bodies/soft/parts.h"
#include "stiction/common/error.h"

namespace stiction {

namespace {

/// About the mean position; Σ m (r·r 1 - r rᵀ).
Mat3 inertia_about_centre(const Eigen::VectorXd& masses, const Eigen::VectorXd& x, const Vec3& centre) {
  Mat3 moment = Mat3::Zero();
  for (Eigen::Index i = 0; i < masses.size(); ++i) {
    const Vec3 arm = x.segment<3>(3 * i) - centre;
    moment += masses[i] * arm * arm.transpose();
  }
  return moment.trace() * Mat3::Identity() - moment;
}

Vec3 centre_of(const Eigen::VectorXd& masses, const Eigen::VectorXd& x) {
  Vec3 centre = Vec3::Zero();
  for (Eigen::Index i = 0; i < masses.size(); ++i) centre += masses[i] * x.segment<3>(3 * i);
  return centre / masses.sum();
}

}  // namespace

TetBody::TetBody(TetModel model) : model_(std::move(model)) {
  const auto refuse = [](const std::string& what) {
    throw InputError("tetrahedral body", what, "take the surface and the nodes from the same mesh");
  };
  if (!model_.forces || !model_.surface) refuse("has no forces or no surface");
  masses_ = model_.forces->lumped_masses();
  mass_ = masses_.sum();
  if (model_.surface_nodes.size() != model_.surface->rest().size()) refuse("has a surface that does not fit its nodes");
  for (const int node : model_.surface_nodes)
    if (node < 0 || node >= masses_.size()) refuse("has a surface with node " + std::to_string(node));
  if (model_.start_velocity.size() != 0 && model_.start_velocity.size() != 3 * masses_.size())
    refuse("has a start velocity that does not fit its nodes");
  free_index_.assign(std::size_t(masses_.size()), 0);
  for (const HeldNodes& group : model_.held)
    for (const int node : group.nodes) {
      if (node < 0 || node >= masses_.size()) refuse("holds node " + std::to_string(node));
      free_index_[std::size_t(node)] = -1;
    }
  for (int& index : free_index_)
    if (index == 0) index = free_nodes_++;
}

Deformation TetBody::undeformed(const BodyState& state) const {
  Deformation d;
  const Eigen::VectorXd& rest = model_.forces->rest_positions();
  d.q.resize(std::size_t(rest.size()));
  d.v.resize(d.q.size());
  // The angular velocity that goes with the angular momentum of the undeformed body.
  const Mat3 R = state.rotation.toRotationMatrix();
  const Mat3 inertia = R * inertia_about_centre(masses_, rest, Vec3::Zero()) * R.transpose();
  const Vec3 spin = inertia.inverse() * state.angular_momentum;
  for (Eigen::Index i = 0; i < masses_.size(); ++i) {
    const Vec3 arm = R * rest.segment<3>(3 * i);
    Vec3::Map(&d.q[std::size_t(3 * i)]) = state.position + arm;
    Vec3::Map(&d.v[std::size_t(3 * i)]) =
        free_index_[std::size_t(i)] < 0 ? Vec3(Vec3::Zero()) : Vec3(state.velocity + spin.cross(arm));
    if (model_.start_velocity.size() > 0)
      Vec3::Map(&d.v[std::size_t(3 * i)]) += R * model_.start_velocity.segment<3>(3 * i);
  }
  return d;
}

bool TetBody::fits(const Deformation& d) const {
  return std::ssize(d.q) == 3 * masses_.size() && d.v.size() == d.q.size();
}

void TetBody::positions(const BodyState&, const Deformation& deformation, std::vector<Vec3>& x) const {
  x.resize(model_.surface_nodes.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = Vec3::Map(&deformation.q[3 * std::size_t(model_.surface_nodes[i])]);
}

SoftEnergy TetBody::energy(const BodyState&, const Deformation& deformation) const {
  SoftEnergy energy;
  for (Eigen::Index i = 0; i < masses_.size(); ++i)
    energy.kinetic += 0.5 * masses_[i] * Vec3::Map(&deformation.v[std::size_t(3 * i)]).squaredNorm();
  energy.elastic = model_.forces->energy(as_vector(deformation.q));
  return energy;
}

TetDistress TetBody::distress(const Deformation& deformation) const {
  return model_.forces->distress(as_vector(deformation.q));
}

Vec3 TetBody::spin(const BodyState& state, const Deformation& deformation) const {
  return inertia_about_centre(masses_, as_vector(deformation.q), state.position).inverse() * state.angular_momentum;
}

Eigen::VectorXd TetBody::accelerations(const Eigen::VectorXd& x, const SoftLoads& loads) const {
  const Vec3 common = loads.gravity + loads.force / mass_;
  Eigen::VectorXd a = common.replicate(masses_.size(), 1);
  if (loads.torque.isZero(0)) return a;
  // As on a rigid body: the torque adds to the angular momentum and to nothing else.
  const Vec3 centre = centre_of(masses_, x);
  const Vec3 turning = inertia_about_centre(masses_, x, centre).inverse() * loads.torque;
  for (Eigen::Index i = 0; i < masses_.size(); ++i)
    a.segment<3>(3 * i) += turning.cross(Vec3(x.segment<3>(3 * i) - centre));
  return a;
}

Eigen::VectorXd TetBody::held_velocities(const Eigen::VectorXd& x, double time, double h) const {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(x.size());
  for (const HeldNodes& group : model_.held) {
    const Placement at = group.motion ? group.motion->at(time + h) : group.placement;
    for (const int node : group.nodes) {
      const Eigen::Index i = 3 * Eigen::Index(node);
      const Vec3 rest = model_.forces->rest_positions().segment<3>(i);
      v.segment<3>(i) = (at.position + at.rotation * rest - x.segment<3>(i)) / h;
    }
  }
  return v;
}

void TetBody::summarize(const Deformation& deformation, BodyState& state) const {
  Vec3 turning = Vec3::Zero();
  state.position = centre_of(masses_, as_vector(deformation.q));
  state.velocity = centre_of(masses_, as_vector(deformation.v));
  for (Eigen::Index i = 0; i < masses_.size(); ++i) {
    const Vec3 arm = Vec3::Map(&deformation.q[std::size_t(3 * i)]) - state.position;
    turning += masses_[i] * arm.cross(Vec3::Map(&deformation.v[std::size_t(3 * i)]));
  }
  state.angular_momentum = turning;
}

std::unique_ptr<SoftStep> TetBody::begin(const BodyState&, const Deformation& deformation,
                                         const SoftLoads& loads) const {
  if (model_.implicit) return std::make_unique<ImplicitTetStep>(*this, deformation, loads);
  return std::make_unique<ExplicitTetStep>(*this, deformation, loads);
}

}  // namespace stiction
