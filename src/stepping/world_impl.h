// The inside of a world: what a step goes through, in three parts. world_start.cpp predicts, detects and assembles,
// world_solve.cpp solves with foresight, world_finish.cpp certifies and moves the bodies.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "stiction/assembly/joint_rows.h"
#include "stiction/assembly/soft_bodies.h"
#include "stiction/assembly/soft_joints.h"
#include "stiction/collision/mesh_memory.h"
#include "stiction/common/timer.h"
#include "stiction/problem/decomposition.h"
#include "stiction/solvers/contact_solver.h"
#include "stiction/stepping/smooth_pairs.h"
#include "stiction/stepping/world.h"

namespace stiction {

struct World::Impl {
  WorldModel model;
  WorldState state;
  StepReport report;
  std::unique_ptr<ContactSolver> solver;
  Budget budget;
  double deadline = 0;     ///< of the step in hand, wall clock
  int factorizations = 0;  ///< of the step in hand, of the block that took the most each time
  double restitution_threshold = 0;
  std::vector<int> free_index;
  std::vector<double> radius;  ///< bounding_radius of each body's shape: of a mesh, not for asking often
  std::vector<std::pair<int, int>> never_touch;
  std::vector<Vec6> applied;  ///< force and torque on each body in the coming step
  SoftBodies soft;
  SmoothPairs smooth;
  SoftJoints soft_joints;
  MeshMemory memory;  ///< saves time, changes no result

  // Of the step in hand; kept so that users can look at it.
  std::vector<Vec6> v_free, v_start;
  bool foreseen = false;         ///< nobody will overlap more than before where this step ends
  bool only_bent = false;        ///< nothing but the elastic forces changed since the last solve
  std::vector<Vec6> seen;        ///< velocities that foresight has looked at
  std::vector<Mat3> stiffening;  ///< of each body, see excess_joint_stiffness; empty without joints
  std::vector<ContactPoint> contacts;
  std::vector<JointRowSource> joint_rows;  ///< where the problem's rows after the contacts come from
  ContactProblem problem;
  Decomposition decomposition;
  std::vector<std::shared_ptr<BlockFactor>> factors;  ///< of the blocks, see Budget::factor
  std::vector<SolveReport> solve_reports;
  std::vector<Vec3> impulses;  ///< of the problem's triples
  std::vector<Vec3> torques;   ///< by rolling and spin friction, one for each contact in its frame, N·m·s
  std::vector<Vec6> v;

  void predict();
  void detect();
  void carry();
  void assemble(const std::vector<Vec6>& trial, const std::vector<Vec3>& of_joints = {});
  JointInput joint_input(const std::vector<Vec6>& trial) const {
    return {model.joints, state.joints, model.bodies, state.bodies, trial, model.step, soft_joints.held()};
  }
  void keep_torques();
  /// The problem holds contacts, their rolling rows, and the rows of joints, in this order.
  std::size_t first_joint_row() const { return problem.contacts.size() - joint_rows.size(); }
  void solve(bool again);
  void solve_with_foresight();
  /// Whether some block has no more than a draft of its solution.
  bool drafted() const {
    return std::any_of(solve_reports.begin(), solve_reports.end(), [](const SolveReport& r) { return r.draft; });
  }
  bool spent() const { return wall_seconds() >= deadline || factorizations >= model.solver.max_factorizations; }
  bool feel_joints();
  void begin_again();
  bool foresee(int round);
  bool follow_turns();
  /// Pairs that the general path leaves alone in this step.
  const std::vector<std::pair<int, int>>& not_looked_at() const {
    return smooth.empty() ? never_touch : smooth.hidden();
  }
  /// Contact evolution moves all bodies that move.
  bool all_evolve() const {
    if (smooth.empty() || !soft.empty() || !model.joints.empty()) return false;
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
      if ((free_index[i] >= 0 || model.bodies[i].motion) && !smooth.claimed(i)) return false;
    return true;
  }
  bool is_pushed(std::size_t i) const { return !applied[i].isZero(0) && !model.bodies[i].fixed; }
  Vec6 pushed_velocity(std::size_t i) const;
  std::vector<Vec6> all_velocities() const;
  double time_of(std::int64_t step) const { return static_cast<double>(step) * model.step; }
  void certify();
  void apply();
  void integrate();
  void part();
  SoftEnergy soft_energy(std::size_t k) const {
    const std::size_t i = static_cast<std::size_t>(soft.bodies()[k]);
    return model.bodies[i].soft->energy(state.bodies[i], state.deformations[k]);
  }
};

}  // namespace stiction
