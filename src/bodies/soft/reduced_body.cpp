#include "stiction/bodies/soft/reduced_body.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <string>

#include "stiction/bodies/soft/parts.h"
#include "stiction/bodies/soft/reduced_step.h"
#include "stiction/common/error.h"

namespace stiction {

namespace {

void check_sizes(const ReducedModel& model) {
  const auto refuse = [](const std::string& what) {
    throw InputError("reduced body", what,
                     "give three rows of the basis for every vertex, and inertia of as many shapes");
  };
  if (!model.surface || !model.elasticity) refuse("has no surface or no elasticity");
  if (model.surface_basis.rows() != 3 * std::ssize(model.surface->rest()) ||
      model.surface_basis.cols() != model.inertia.size())
    refuse("has a basis that does not fit its surface");
  if (!(model.theta >= 0.5 && model.theta <= 1))
    throw InputError("reduced body", "has theta " + std::to_string(model.theta), "give a number from 0.5 to 1");
}

}  // namespace

ReducedBody::ReducedBody(ReducedModel model) : model_(std::move(model)) {
  check_sizes(model_);
  if (model_.floating) {
    const Eigen::Matrix3Xd& moment = model_.inertia.shape_moment();
    const double reach = model_.inertia.mass() * std::max(1e-300, model_.surface_basis.cwiseAbs().maxCoeff());
    if (moment.size() > 0 && moment.cwiseAbs().maxCoeff() > 1e-8 * reach)
      throw InputError("reduced body", "has shapes that move its centre of mass",
                       "make them orthogonal to rigid motion with respect to mass");
  }
  Eigen::VectorXd force;
  Eigen::MatrixXd stiffness;
  model_.elasticity->evaluate(Eigen::VectorXd::Zero(shapes()), force, stiffness);
  damping_ = model_.mass_damping * model_.inertia.modal_mass() + model_.stiffness_damping * stiffness;
}

Deformation ReducedBody::undeformed(const BodyState&) const {
  const std::vector<double> none(std::size_t(shapes()), 0.0);
  const Eigen::VectorXd& rate = model_.start_rate;
  return {none, rate.size() == 0 ? none : std::vector<double>(rate.data(), rate.data() + rate.size())};
}

bool ReducedBody::fits(const Deformation& d) const {
  return std::ssize(d.q) == shapes() && std::ssize(d.v) == shapes();
}

void ReducedBody::positions(const BodyState& state, const Deformation& deformation, std::vector<Vec3>& x) const {
  const Eigen::VectorXd u = model_.surface_basis * as_vector(deformation.q);
  const Mat3 R = state.rotation.toRotationMatrix();
  const std::vector<Vec3>& rest = model_.surface->rest();
  x.resize(rest.size());
  for (std::size_t i = 0; i < rest.size(); ++i)
    x[i] = state.position + R * (rest[i] + u.segment<3>(3 * Eigen::Index(i)));
}

Vec3 ReducedBody::frame_spin(const BodyState& state, const Deformation& deformation) const {
  if (!model_.floating) return Vec3::Zero();
  const Eigen::VectorXd q = as_vector(deformation.q);
  const Vec3 P = state.rotation.toRotationMatrix().transpose() * state.angular_momentum;
  return model_.inertia.inertia(q).inverse() *
         (P - angular_coupling(model_.inertia.mixed_moments(q)) * as_vector(deformation.v));
}

TetDistress ReducedBody::distress(const Deformation& deformation) const {
  if (!model_.tetrahedra) return {};
  return model_.tetrahedra->distress(model_.tetrahedra->rest_positions() + model_.basis * as_vector(deformation.q));
}

SoftEnergy ReducedBody::energy(const BodyState& state, const Deformation& deformation) const {
  const Eigen::VectorXd q = as_vector(deformation.q), v = as_vector(deformation.v);
  SoftEnergy energy{0.5 * v.dot(model_.inertia.modal_mass() * v), model_.elasticity->energy(q)};
  if (!model_.floating) return energy;
  const Vec3 spin = frame_spin(state, deformation);
  energy.kinetic += 0.5 * model_.inertia.mass() * state.velocity.squaredNorm() +
                    0.5 * spin.dot(model_.inertia.inertia(q) * spin) +
                    spin.dot(angular_coupling(model_.inertia.mixed_moments(q)) * v);
  return energy;
}

std::unique_ptr<SoftStep> ReducedBody::begin(const BodyState& state, const Deformation& deformation,
                                             const SoftLoads& loads) const {
  return std::make_unique<ReducedStep>(*this, state, deformation, loads);
}

}  // namespace stiction
