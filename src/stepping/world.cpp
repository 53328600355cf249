#include "stiction/stepping/world.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "stiction/assembly/assemble.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/common/error.h"
#include "stiction/stepping/world_impl.h"

namespace stiction {

namespace {

/// Resting bodies fall by g h within a step before contact stops them: that is not an impact.
double restitution_threshold(const WorldModel& model) {
  return model.restitution_threshold > 0 ? model.restitution_threshold : 2 * model.gravity.norm() * model.step;
}

}  // namespace

World::World(WorldModel model, WorldState state) : impl_(std::make_unique<Impl>()) {
  if (model.bodies.size() != state.bodies.size())
    throw InputError(
        "world state",
        "has " + std::to_string(state.bodies.size()) + " bodies, the model has " + std::to_string(model.bodies.size()),
        "use a state of the same scene");
  if (!(model.step > 0)) throw InputError("step", "is not above 0 s", "give a step such as 0.01");
  impl_->solver = make_solver(model.solver);
  impl_->budget = {model.solver.tolerance, model.solver.max_iterations, model.solver.time_limit_s};
  impl_->restitution_threshold = restitution_threshold(model);
  impl_->free_index = free_indices(model.bodies);
  for (const RigidBody& body : model.bodies) impl_->radius.push_back(bounding_radius(body.shape));
  impl_->never_touch = joined_pairs(model.joints);
  if (state.joints.empty()) state.joints = initial_joint_states(model.joints, state.bodies);
  if (state.joints.size() != model.joints.size())
    throw InputError(
        "world state",
        "has " + std::to_string(state.joints.size()) + " joints, the model has " + std::to_string(model.joints.size()),
        "use a state of the same scene");
  impl_->soft = SoftBodies(model.bodies);
  state.deformations = SoftBodies::initial(model.bodies, state);
  state.smooth = SmoothPairs::initial(model.bodies, state);
  impl_->soft_joints = SoftJoints(model.joints, model.bodies, impl_->soft);
  impl_->model = std::move(model);
  impl_->state = std::move(state);
  impl_->smooth = SmoothPairs(impl_->model);
  impl_->applied.assign(impl_->model.bodies.size(), Vec6::Zero());
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

const StepReport& World::step() {
  const double cpu = cpu_seconds(), wall = wall_seconds();
  Impl& w = *impl_;
  w.report = {};
  w.deadline = wall + w.model.solver.time_limit_s;
  w.factorizations = 0;
  w.smooth.begin(w.applied);
  do {
    w.predict();
    w.detect();
    w.carry();
    w.assemble(w.v_start);
    w.solve_with_foresight();
  } while (!w.smooth.empty() && w.smooth.intruded(w.contacts));
  w.certify();
  w.apply();
  w.integrate();
  w.part();
  w.report.cpu_s = cpu_seconds() - cpu;
  w.report.wall_s = wall_seconds() - wall;
  w.report.kinetic_energy = kinetic_energy();
  w.report.potential_energy = potential_energy();
  w.report.elastic_energy = elastic_energy();
  return w.report;
}

const WorldModel& World::model() const { return impl_->model; }
const WorldState& World::state() const { return impl_->state; }
const StepReport& World::report() const { return impl_->report; }
const ContactProblem& World::last_problem() const { return impl_->problem; }
const std::vector<Vec3>& World::last_impulses() const { return impl_->impulses; }

void World::set_motor_target(int i, double target) {
  if (!std::isfinite(target)) throw InputError("motor target", "is not a number", "give a finite target");
  impl_->state.joints.at(i).target = target;
}

void World::set_gravity(const Vec3& gravity) {
  if (!gravity.allFinite()) throw InputError("gravity", "is not a number", "give three finite numbers");
  impl_->model.gravity = gravity;
  impl_->restitution_threshold = stiction::restitution_threshold(impl_->model);
}

void World::set_friction(double mu) {
  if (!(mu >= 0) || !std::isfinite(mu)) throw InputError("mu", "is not a number from 0 on", "give for example 0.5");
  const auto set = [mu](auto& law) {
    law.mu = mu;
    law.mu_static = -1;
  };
  for (Material& material : impl_->model.materials.materials) set(material);
  for (auto& [pair, law] : impl_->model.materials.pairs) set(law);
  impl_->smooth.reset();
}

void World::set_solver(const SolverSettings& solver) {
  impl_->solver = make_solver(solver);
  impl_->model.solver = solver;
  impl_->budget = {solver.tolerance, solver.max_iterations, solver.time_limit_s};
}

void World::apply_force(int i, const Vec3& force, const Vec3& torque) {
  if (!force.allFinite() || !torque.allFinite())
    throw InputError("applied force", "is not a number", "give finite forces and torques");
  Vec6& applied = impl_->applied.at(i);
  applied.head<3>() += force;
  applied.tail<3>() += torque;
}

std::span<Vec6> World::applied_forces() { return impl_->applied; }
std::span<BodyState> World::body_states() { return impl_->state.bodies; }

int World::add_body(RigidBody body, const BodyState& state) {
  Impl& w = *impl_;
  if (body.material < 0 || body.material >= std::ssize(w.model.materials.materials))
    throw InputError("body \"" + body.name + "\"", "has material " + std::to_string(body.material),
                     "give the index of one of the world's materials");
  if (body.soft) w.state.deformations.push_back(body.soft->undeformed(state));
  w.radius.push_back(bounding_radius(body.shape));
  w.model.bodies.push_back(std::move(body));
  w.soft = SoftBodies(w.model.bodies);
  if (w.model.bodies.back().smooth && !w.model.bodies.back().fixed) w.state.smooth.emplace_back();
  w.state.bodies.push_back(state);
  w.smooth = SmoothPairs(w.model);
  w.applied.push_back(Vec6::Zero());
  w.free_index = free_indices(w.model.bodies);
  return static_cast<int>(w.model.bodies.size()) - 1;
}

std::size_t World::body_capacity() const { return std::min(impl_->state.bodies.capacity(), impl_->applied.capacity()); }

void World::reserve_bodies(std::size_t count) {
  impl_->state.bodies.reserve(count);
  impl_->applied.reserve(count);
}

Vec3 World::angular_velocity(int i) const {
  const RigidBody& body = impl_->model.bodies.at(i);
  if (body.soft) return body.soft->spin(impl_->state.bodies[i], impl_->state.deformations[impl_->soft.place(i)]);
  return stiction::angular_velocity(body, impl_->state.bodies.at(i));
}

double World::kinetic_energy() const {
  double sum = 0;
  for (std::size_t i = 0; i < impl_->model.bodies.size(); ++i)
    sum += stiction::kinetic_energy(impl_->model.bodies[i], impl_->state.bodies[i]);
  for (std::size_t k = 0; k < impl_->soft.bodies().size(); ++k) sum += impl_->soft_energy(k).kinetic;
  return sum;
}

double World::elastic_energy() const {
  double sum = 0;
  for (std::size_t k = 0; k < impl_->soft.bodies().size(); ++k) sum += impl_->soft_energy(k).elastic;
  return sum;
}

double World::potential_energy() const {
  double sum = 0;
  for (std::size_t i = 0; i < impl_->model.bodies.size(); ++i)
    if (!impl_->model.bodies[i].fixed || impl_->model.bodies[i].soft)
      sum -= impl_->model.bodies[i].mass * impl_->model.gravity.dot(impl_->state.bodies[i].position);
  return sum;
}

}  // namespace stiction
