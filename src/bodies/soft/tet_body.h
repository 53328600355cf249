// A deformable body of tetrahedra with its mass at the nodes.
//
// Explicit: elastic forces of the start of the step, symplectic Euler. Impulses move the nodes they act on and no
// others, so contacts that share no node do not know of each other within the step ("contact regions"). Stable for
// steps under 2 over the highest frequency of the mesh. Implicit: (M + h D + h² K) v⁺ = M v + h (external - f(x̄) - K (x
// - x̄)) + impulses, x⁺ = x + h v⁺, with K at x̄, which is moved to where the body arrives until the elastic forces are
// those of the end of the step. That is θ = 1, the implicit Euler rule. In general, as in reduced_body.h, with
// w = θ v⁺ + (1 - θ) v: x⁺ = x + h w, M (v⁺ - v) = h (external - f(x + θ h w) - D w) + impulses; θ = 1/2 damps nothing
// by itself.
#pragma once

#include <memory>
#include <vector>

#include "stiction/bodies/elastic/tet_forces.h"
#include "stiction/bodies/rigid/prescribed_motion.h"
#include "stiction/bodies/soft/soft_body.h"

namespace stiction {

/// Nodes that no force moves: they stay where they are in the body's initial frame, or follow a motion.
struct HeldNodes {
  std::vector<int> nodes;
  std::shared_ptr<const PrescribedMotion> motion;  ///< of the body's initial frame; null: stays at `placement`
  Placement placement;
};

struct TetModel {
  std::shared_ptr<const TetForces> forces;  ///< rest shape with the centre of mass at the origin
  std::shared_ptr<const SoftSurface> surface;
  std::vector<int> surface_nodes;  ///< node of every vertex of the surface
  std::vector<HeldNodes> held;
  bool implicit = true;
  bool touches_itself = false;          ///< contacts of the surface with itself are looked for
  double theta = 1;                     ///< of the implicit rule, 1/2 to 1
  Eigen::VectorXd start_velocity = {};  ///< of the nodes at the start, on top of rigid motion, body axes; empty: 0
};

class TetBody final : public SoftBody {
 public:
  /// Throws InputError if sizes do not fit together.
  explicit TetBody(TetModel model);

  const SoftSurface& surface() const override { return *model_.surface; }
  double mass() const override { return mass_; }
  bool touches_itself() const override { return model_.touches_itself; }
  Deformation undeformed(const BodyState& state) const override;
  bool fits(const Deformation& deformation) const override;
  void positions(const BodyState& state, const Deformation& deformation, std::vector<Vec3>& x) const override;
  SoftEnergy energy(const BodyState& state, const Deformation& deformation) const override;
  TetDistress distress(const Deformation& deformation) const override;
  Vec3 spin(const BodyState& state, const Deformation& deformation) const override;
  std::unique_ptr<SoftStep> begin(const BodyState& state, const Deformation& deformation,
                                  const SoftLoads& loads) const override;

  const TetModel& model() const { return model_; }
  const Eigen::VectorXd& masses() const { return masses_; }  ///< of the nodes, kg
  /// Index among the nodes that are free to move, -1 for held ones.
  const std::vector<int>& free_index() const { return free_index_; }
  int free_nodes() const { return free_nodes_; }
  /// Velocity that takes the held nodes to where they are to be at `time + h`; zero for the others.
  Eigen::VectorXd held_velocities(const Eigen::VectorXd& x, double time, double h) const;
  /// What gravity and applied forces do to every node, m/s².
  Eigen::VectorXd accelerations(const Eigen::VectorXd& x, const SoftLoads& loads) const;
  /// Position, velocity and angular momentum of the body as a whole.
  void summarize(const Deformation& deformation, BodyState& state) const;

 private:
  TetModel model_;
  Eigen::VectorXd masses_;
  double mass_ = 0;
  std::vector<int> free_index_;
  int free_nodes_ = 0;
};

}  // namespace stiction
