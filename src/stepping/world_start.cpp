// What a step begins with: free motion, contacts, carried impulses, the problem.
#include <algorithm>

#include "stiction/assembly/assemble.h"
#include "stiction/assembly/joint_stiffness.h"
#include "stiction/assembly/likely_contacts.h"
#include "stiction/assembly/sweep.h"
#include "stiction/assembly/warm_start.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/collision/detector.h"
#include "stiction/stepping/world_impl.h"

namespace stiction {

namespace {

/// A gap that rest may leave, relative to what bodies would fall in a step (AssemblyInput::touch).
constexpr double kTouch = 1e-3;

}  // namespace

void World::Impl::predict() {
  v_free.resize(model.bodies.size());
  v_start.resize(model.bodies.size());
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const RigidBody& body = model.bodies[i];
    v_free[i] = is_pushed(i) ? pushed_velocity(i) : stiction::predict(body, state.bodies[i], model.gravity, model.step);
    v_start[i] << state.bodies[i].velocity, stiction::angular_velocity(body, state.bodies[i]);
    if (!body.motion) continue;
    const BodyState end = prescribed_state(body, time_of(state.step + 1), model.step);
    v_free[i] << end.velocity, end.angular_momentum;
    v_start[i] = v_free[i];
  }
  if (!soft.empty()) soft.begin(model.bodies, state, model.gravity, model.step, applied);
  soft_joints.forget();
  if (!model.joints.empty())
    stiffening = excess_joint_stiffness(model.joints, state.joints, model.bodies, state.bodies, model.step);
}

/// Applied forces act like gravity: through the velocity that a body would have without contact.
Vec6 World::Impl::pushed_velocity(std::size_t i) const {
  BodyState pushed = state.bodies[i];
  pushed.angular_momentum += model.step * applied[i].tail<3>();
  const Vec3 acceleration = model.gravity + applied[i].head<3>() / model.bodies[i].mass;
  return stiction::predict(model.bodies[i], pushed, acceleration, model.step);
}

void World::Impl::detect() {
  seen.clear();
  std::vector<PosedShape> posed(model.bodies.size());
  for (std::size_t i = 0; i < posed.size(); ++i) {
    const RigidBody& body = model.bodies[i];
    posed[i] = moving_shape(body, state.bodies[i], v_free[i], model.step, radius[i]);
  }
  if (!smooth.empty()) smooth.claim(model, state, never_touch, posed, v_free);
  contacts = detect_contacts(posed, never_touch, &memory);
  keep_likely(model.bodies, state.bodies, v_free, model.step, contacts);
  confirm_fast_contacts(model.bodies, state.bodies, v_start, v_free, model.step, contacts);
  if (soft.empty()) return;
  for (const int i : soft.bodies()) posed[i].shape = nullptr;
  soft.detect(model.bodies, posed, never_touch, contacts);
}

void World::Impl::carry() {
  double reach = 0;
  for (std::size_t i = 0; i < radius.size(); ++i)
    if (!model.bodies[i].fixed || model.bodies[i].soft) reach = std::max(reach, 0.1 * radius[i]);
  impulses.assign(contacts.size(), Vec3::Zero());
  torques = impulses;
  if (!model.solver.warm_start) return;
  CarriedImpulses carried = carried_impulses(contacts, state.contacts, reach);
  impulses = std::move(carried.impulses);
  torques = std::move(carried.torques);
}

/// `impulses` of the contacts are at hand; those of the other rows are put after them. `of_joints`: as found in this
/// very step, if they were.
void World::Impl::assemble(const std::vector<Vec6>& trial, const std::vector<Vec3>& of_joints) {
  problem = stiction::assemble({model.bodies, state.bodies, v_free, contacts, model.materials, model.step,
                                restitution_threshold, kTouch * model.gravity.norm() * model.step * model.step,
                                soft.empty() ? nullptr : &soft});
  report.contacts = static_cast<int>(contacts.size());
  for (int k = report.contacts; k < problem.size(); ++k)
    impulses.push_back(torques[problem.contacts[k].parent] / rolling_arm(problem.contacts[k]));
  stiffen(stiffening, free_index, problem);
  const JointInput joints = joint_input(trial);
  append_joint_rows(joints, free_index, problem, joint_rows);
  soft_joints.append_rows(joints, free_index, soft, problem, joint_rows);
  if (!of_joints.empty()) {
    impulses.insert(impulses.end(), of_joints.begin(), of_joints.end());
    return;
  }
  for (const JointRowSource& row : joint_rows)
    impulses.push_back(model.solver.warm_start ? carried_impulse(state.joints[row.joint], row.part) : Vec3::Zero());
}

void World::Impl::keep_torques() {
  for (std::size_t k = contacts.size(); k < first_joint_row(); ++k)
    torques[problem.contacts[k].parent] = rolling_arm(problem.contacts[k]) * impulses[k];
}

}  // namespace stiction
