// A world: constant model, changing state, and one step in physical order.
#pragma once

#include <memory>
#include <vector>

#include "stiction/assembly/joint.h"
#include "stiction/assembly/materials.h"
#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/problem/contact_problem.h"
#include "stiction/solvers/contact_solver.h"
#include "stiction/state/step_report.h"
#include "stiction/state/world_state.h"

namespace stiction {

/// Everything that stays constant while a world runs.
struct WorldModel {
  std::vector<RigidBody> bodies;
  std::vector<Joint> joints;
  MaterialTable materials;
  Vec3 gravity = Vec3(0, 0, -9.81);  ///< m/s²
  double step = 0.01;                ///< h, s
  SolverSettings solver;
  /// Approach speeds under this do not bounce, m/s; 0 = twice the speed gravity gives in a step.
  double restitution_threshold = 0;
};

class World {
 public:
  /// Throws InputError if model and state do not fit together.
  World(WorldModel model, WorldState state);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// One step: predict, detect, assemble, decompose, solve, certify, apply, integrate.
  const StepReport& step();

  const WorldModel& model() const;
  const WorldState& state() const;
  const StepReport& report() const;  ///< of the last step

  /// Gives the motor of joint i another target; recorded with the state.
  void set_motor_target(int i, double target);

  /// Angular velocity of body i, world axes, rad/s.
  Vec3 angular_velocity(int i) const;
  double kinetic_energy() const;
  double potential_energy() const;  ///< of gravity, J

  /// The contact problem of the last step (all blocks together), and its solution in contact frames.
  const ContactProblem& last_problem() const;
  const std::vector<Vec3>& last_impulses() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
