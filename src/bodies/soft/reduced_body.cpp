#include "stiction/bodies/soft/reduced_body.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <string>

#include "stiction/bodies/soft/reduced_step.h"
#include "stiction/common/error.h"

namespace stiction {

namespace {

/// Σ m u × v from Σ m u vᵀ.
Vec3 axial(const Mat3& m) { return {m(1, 2) - m(2, 1), m(2, 0) - m(0, 2), m(0, 1) - m(1, 0)}; }

/// The inertia tensor of a second moment Σ m x xᵀ.
Mat3 tensor(const Mat3& moment) { return moment.trace() * Mat3::Identity() - moment; }

Eigen::Map<const Eigen::VectorXd> as_vector(const std::vector<double>& numbers) {
  return {numbers.data(), Eigen::Index(numbers.size())};
}

void check_sizes(const ReducedModel& model) {
  const auto refuse = [](const std::string& what) {
    throw InputError("reduced body", what, "give masses, positions and three rows of the basis for every node");
  };
  if (!model.surface || !model.elasticity) refuse("has no surface or no elasticity");
  if (model.masses.size() != model.nodes.size()) refuse("has another number of masses than of nodes");
  if (model.basis.rows() != 3 * std::ssize(model.nodes)) refuse("has a basis that does not fit its nodes");
  if (model.surface_basis.rows() != 3 * std::ssize(model.surface->rest()) ||
      model.surface_basis.cols() != model.basis.cols())
    refuse("has a basis that does not fit its surface");
  if (!(model.theta >= 0.5 && model.theta <= 1))
    throw InputError("reduced body", "has theta " + std::to_string(model.theta), "give a number from 0.5 to 1");
}

}  // namespace

InertiaPolynomials::InertiaPolynomials(const ReducedModel& model) : second(Mat3::Zero()) {
  const Eigen::Index k = model.basis.cols();
  first.setZero(3, k);
  modal.setZero(k, k);
  mixed.assign(std::size_t(k), Mat3::Zero());
  products.assign(std::size_t(k * k), Mat3::Zero());
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const double m = model.masses[i];
    const Eigen::Matrix3Xd U = model.basis.middleRows(3 * Eigen::Index(i), 3);
    mass += m;
    first += m * U;
    second += m * model.nodes[i] * model.nodes[i].transpose();
    modal.noalias() += m * U.transpose() * U;
    for (Eigen::Index a = 0; a < k; ++a) {
      mixed[std::size_t(a)] += m * model.nodes[i] * U.col(a).transpose();
      for (Eigen::Index b = 0; b < k; ++b) products[std::size_t(a * k + b)] += m * U.col(a) * U.col(b).transpose();
    }
  }
}

Mat3 InertiaPolynomials::inertia(const Eigen::VectorXd& q) const {
  Mat3 moment = second;
  const Eigen::Index k = q.size();
  for (Eigen::Index a = 0; a < k; ++a) {
    Mat3 row = mixed[std::size_t(a)] + mixed[std::size_t(a)].transpose();
    for (Eigen::Index b = 0; b < k; ++b) row += q[b] * products[std::size_t(a * k + b)];
    moment += q[a] * row;
  }
  return tensor(0.5 * (moment + moment.transpose()));
}

Mat3 InertiaPolynomials::inertia_derivative(int a, const Eigen::VectorXd& q) const {
  const Eigen::Index k = q.size();
  Mat3 moment = mixed[std::size_t(a)];
  for (Eigen::Index b = 0; b < k; ++b) moment += q[b] * products[std::size_t(a * k + b)];
  return tensor(moment + moment.transpose());
}

Eigen::Matrix3Xd InertiaPolynomials::coupling(const Eigen::VectorXd& q) const {
  const Eigen::Index k = q.size();
  Eigen::Matrix3Xd S(3, k);
  for (Eigen::Index b = 0; b < k; ++b) {
    Mat3 sum = mixed[std::size_t(b)];
    for (Eigen::Index a = 0; a < k; ++a) sum += q[a] * products[std::size_t(a * k + b)];
    S.col(b) = axial(sum);
  }
  return S;
}

ReducedBody::ReducedBody(ReducedModel model) : model_((check_sizes(model), std::move(model))), inertia_(model_) {
  if (model_.floating) {
    const double reach = inertia_.mass * std::max(1e-300, model_.basis.cwiseAbs().maxCoeff());
    if (inertia_.first.size() > 0 && inertia_.first.cwiseAbs().maxCoeff() > 1e-8 * reach)
      throw InputError("reduced body", "has shapes that move its centre of mass",
                       "make them orthogonal to rigid motion with respect to mass");
  }
  Eigen::VectorXd force;
  Eigen::MatrixXd stiffness;
  model_.elasticity->evaluate(Eigen::VectorXd::Zero(shapes()), force, stiffness);
  damping_ = model_.mass_damping * inertia_.modal + model_.stiffness_damping * stiffness;
}

Deformation ReducedBody::undeformed(const BodyState&) const {
  return {std::vector<double>(std::size_t(shapes()), 0.0), std::vector<double>(std::size_t(shapes()), 0.0)};
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
  return inertia_.inertia(q).inverse() * (P - inertia_.coupling(q) * as_vector(deformation.v));
}

SoftEnergy ReducedBody::energy(const BodyState& state, const Deformation& deformation) const {
  const Eigen::VectorXd q = as_vector(deformation.q), v = as_vector(deformation.v);
  SoftEnergy energy{0.5 * v.dot(inertia_.modal * v), model_.elasticity->energy(q)};
  if (!model_.floating) return energy;
  const Vec3 spin = frame_spin(state, deformation);
  energy.kinetic += 0.5 * inertia_.mass * state.velocity.squaredNorm() + 0.5 * spin.dot(inertia_.inertia(q) * spin) +
                    spin.dot(inertia_.coupling(q) * v);
  return energy;
}

std::unique_ptr<SoftStep> ReducedBody::begin(const BodyState& state, const Deformation& deformation,
                                             const SoftLoads& loads) const {
  return std::make_unique<ReducedStep>(*this, state, deformation, loads);
}

}  // namespace stiction
