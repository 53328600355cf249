// A world: constant model, changing state, and one step in physical order.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "stiction/assembly/joint.h"
#include "stiction/assembly/materials.h"
#include "stiction/bodies/rigid/rigid_body.h"
#include "stiction/problem/contact_problem.h"
#include "stiction/solvers/contact_solver.h"
#include "stiction/state/step_report.h"
#include "stiction/state/world_state.h"
#include "stiction/stepping/smooth_settings.h"

namespace stiction {

/// Everything that stays constant while a world runs.
struct WorldModel {
  std::vector<RigidBody> bodies;
  std::vector<Joint> joints;
  MaterialTable materials;
  Vec3 gravity = Vec3(0, 0, -9.81);  ///< m/s²
  double step = 0.01;                ///< h, s
  SolverSettings solver;
  /// Independent parts of a step's problem (contact regions of explicit bodies among them) are solved apart; off: as
  /// one problem, for comparison.
  bool decompose = true;
  /// Approach speeds under this do not bounce, m/s; 0 = twice the speed gravity gives in a step.
  double restitution_threshold = 0;
  SmoothSettings smooth = {};  ///< how pairs of smooth bodies move
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

  /// Other gravity (m/s²), the same coefficient of friction for all contacts, another solver or budget: from the next
  /// step on. Not part of the state. Throw InputError for what a new world would not take either.
  void set_gravity(const Vec3& gravity);
  void set_friction(double mu);
  void set_solver(const SolverSettings& solver);

  /// Pushes body i during the coming step and no longer: a force (N) at its centre of mass and a torque (N·m) about
  /// it, world axes, constant over the step. Pushes add up; fixed bodies do not feel them. Throws InputError for
  /// numbers that are not finite.
  void apply_force(int i, const Vec3& force, const Vec3& torque = Vec3::Zero());
  /// The same for all bodies at once: (force, torque) of the coming step. Zero again after each step.
  std::span<Vec6> applied_forces();

  /// The bodies' states, to be written: rotations must stay unit quaternions, all numbers finite. Bodies of prescribed
  /// motion go back to it in the next step. The next step starts from the carried impulses all the same, if only as a
  /// guess. What step() and set_motor_target() do never moves them in memory, and add_body() does only beyond
  /// body_capacity().
  std::span<BodyState> body_states();

  /// Adds a body that is in no joint; returns its index. The other bodies keep theirs. Throws InputError for a material
  /// that is not there.
  int add_body(RigidBody body, const BodyState& state);
  /// Bodies that there is room for before their states must move in memory; reserve_bodies() makes room for more.
  std::size_t body_capacity() const;
  void reserve_bodies(std::size_t count);

  /// Angular velocity of body i, world axes, rad/s.
  Vec3 angular_velocity(int i) const;
  double kinetic_energy() const;
  double potential_energy() const;  ///< of gravity, J
  double elastic_energy() const;    ///< of deformable bodies, J

  /// The contact problem of the last step (all blocks together), and its solution in contact frames.
  const ContactProblem& last_problem() const;
  const std::vector<Vec3>& last_impulses() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
