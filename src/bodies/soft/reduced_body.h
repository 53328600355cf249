// A deformable body with few shapes: x_i = p + R (X_i + U_i q) in a frame that moves along, or that is fixed.
//
// The shapes U are orthogonal to rigid motion with respect to mass, so the frame's origin is the centre of mass. The
// state is the total linear and angular momentum and (q, q̇): free flight conserves both momenta to rounding. With the
// inertia J(q) and S(q) = Σ m (X + U q) × U, all in the frame's axes, the kinetic energy is
//   T = m v²/2 + ω·J ω/2 + ω·S q̇ + q̇·M q̇/2.
// Rigid motion and the forces quadratic in velocities are explicit (gyroscopic ones by the midpoint rule that rigid
// bodies use), elastic forces and damping implicit:
//   w = θ q̇⁺ + (1 - θ) q̇,  q⁺ = q + h w,  M (q̇⁺ - q̇) + ... = h (quadratic terms - f(q + θ h w) - D w) + contact.
// θ = 1 is the implicit Euler rule, θ = 1/2 Newmark's with average acceleration, which does not damp. Contact impulses
// act through the effective mass M + θ h D + θ² h² K, not through M alone.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "stiction/bodies/elastic/inertia_integrals.h"
#include "stiction/bodies/elastic/tet_forces.h"
#include "stiction/bodies/soft/soft_body.h"

namespace stiction {

/// Elastic forces as a function of reduced coordinates.
class ReducedElasticity {
 public:
  virtual ~ReducedElasticity() = default;
  virtual double energy(const Eigen::VectorXd& q) const = 0;  ///< J
  /// Derivatives of the energy: the force that holds the deformation, and the stiffness.
  virtual void evaluate(const Eigen::VectorXd& q, Eigen::VectorXd& force, Eigen::MatrixXd& stiffness) const = 0;
  virtual bool linear() const = 0;
};

/// Force K q.
class LinearElasticity final : public ReducedElasticity {
 public:
  explicit LinearElasticity(Eigen::MatrixXd stiffness) : stiffness_(std::move(stiffness)) {}
  double energy(const Eigen::VectorXd& q) const override { return 0.5 * q.dot(stiffness_ * q); }
  void evaluate(const Eigen::VectorXd& q, Eigen::VectorXd& force, Eigen::MatrixXd& stiffness) const override {
    stiffness = stiffness_;
    force = stiffness_ * q;
  }
  bool linear() const override { return true; }

 private:
  Eigen::MatrixXd stiffness_;
};

/// What a reduced body is made of.
struct ReducedModel {
  std::shared_ptr<const SoftSurface> surface;  ///< at rest, in the frame
  Eigen::MatrixXd surface_basis;               ///< U at the surface's vertices: 3 rows each
  InertiaIntegrals inertia;                    ///< of all nodes about the frame's origin
  std::shared_ptr<const ReducedElasticity> elasticity;
  /// What the shapes were made from, at rest in the frame, and U at all of its vertices; none: distress is not looked
  /// for.
  std::shared_ptr<const TetForces> tetrahedra = nullptr;
  Eigen::MatrixXd basis = {};
  double mass_damping = 0, stiffness_damping = 0;  ///< Rayleigh's a (1/s) and b (s): D = a M + b K(0)
  double theta = 1;                                ///< of the time integration, 1/2 to 1
  bool floating = true;                            ///< the frame is free to move; else it stays where it is
  bool touches_itself = false;                     ///< contacts of the surface with itself are looked for
  Eigen::VectorXd start_rate = {};                 ///< q̇ at the start; empty: 0
};

class ReducedBody final : public SoftBody {
 public:
  /// Throws InputError if sizes do not fit together, or if a floating body's shapes move its centre of mass.
  explicit ReducedBody(ReducedModel model);

  const SoftSurface& surface() const override { return *model_.surface; }
  double mass() const override { return model_.inertia.mass(); }
  bool touches_itself() const override { return model_.touches_itself; }
  Deformation undeformed(const BodyState& state) const override;
  bool fits(const Deformation& deformation) const override;
  void positions(const BodyState& state, const Deformation& deformation, std::vector<Vec3>& x) const override;
  SoftEnergy energy(const BodyState& state, const Deformation& deformation) const override;
  TetDistress distress(const Deformation& deformation) const override;
  Vec3 spin(const BodyState& state, const Deformation& deformation) const override {
    return state.rotation * frame_spin(state, deformation);
  }
  std::unique_ptr<SoftStep> begin(const BodyState& state, const Deformation& deformation,
                                  const SoftLoads& loads) const override;

  int shapes() const { return model_.inertia.size(); }
  const ReducedModel& model() const { return model_; }
  const InertiaIntegrals& inertia() const { return model_.inertia; }
  const Eigen::MatrixXd& damping() const { return damping_; }
  /// Angular velocity of the frame, frame axes, rad/s.
  Vec3 frame_spin(const BodyState& state, const Deformation& deformation) const;

 private:
  ReducedModel model_;
  Eigen::MatrixXd damping_;
};

}  // namespace stiction
