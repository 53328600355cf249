#include "stiction/stepping/world.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <utility>

#include "stiction/assembly/assemble.h"
#include "stiction/assembly/foresight.h"
#include "stiction/assembly/sweep.h"
#include "stiction/assembly/warm_start.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/collision/detector.h"
#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/problem/certificate.h"
#include "stiction/problem/decomposition.h"

namespace stiction {

namespace {

/// How often a step may be solved again with contacts that it would otherwise run into.
constexpr int kForesightRounds = 8;

}  // namespace

struct World::Impl {
  WorldModel model;
  WorldState state;
  StepReport report;
  std::unique_ptr<ContactSolver> solver;
  Budget budget;
  double deadline = 0;  ///< of the step in hand, wall clock
  double restitution_threshold = 0;
  std::vector<int> free_index;

  // Of the step in hand; kept so that users can look at it.
  std::vector<Vec6> v_free;
  std::vector<ContactPoint> contacts;
  ContactProblem problem;
  std::vector<ProblemBlock> blocks;
  std::vector<SolveReport> solve_reports;
  std::vector<Vec3> impulses;
  std::vector<Vec6> v;

  void predict();
  void detect();
  void carry();
  void assemble();
  void solve(bool again);
  bool foresee();
  void certify();
  void apply();
  void integrate();
};

World::World(WorldModel model, WorldState state) : impl_(std::make_unique<Impl>()) {
  if (model.bodies.size() != state.bodies.size())
    throw InputError(
        "world state",
        "has " + std::to_string(state.bodies.size()) + " bodies, the model has " + std::to_string(model.bodies.size()),
        "use a state of the same scene");
  if (!(model.step > 0)) throw InputError("step", "is not above 0 s", "give a step such as 0.01");
  impl_->solver = make_solver(model.solver);
  impl_->budget = {model.solver.tolerance, model.solver.max_iterations, model.solver.time_limit_s};
  // Resting bodies fall by g h within a step before contact stops them: that is not an impact.
  impl_->restitution_threshold =
      model.restitution_threshold > 0 ? model.restitution_threshold : 2 * model.gravity.norm() * model.step;
  impl_->free_index = free_indices(model.bodies);
  impl_->model = std::move(model);
  impl_->state = std::move(state);
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

const StepReport& World::step() {
  const double cpu = cpu_seconds(), wall = wall_seconds();
  Impl& w = *impl_;
  w.report = {};
  w.deadline = wall + w.model.solver.time_limit_s;
  w.predict();
  w.detect();
  w.carry();
  w.assemble();
  w.solve(false);
  for (int round = 0; round < kForesightRounds && wall_seconds() < w.deadline && w.foresee(); ++round) {
    w.assemble();
    w.solve(true);
  }
  w.certify();
  w.apply();
  w.integrate();
  w.report.cpu_s = cpu_seconds() - cpu;
  w.report.wall_s = wall_seconds() - wall;
  w.report.kinetic_energy = kinetic_energy();
  w.report.potential_energy = potential_energy();
  return w.report;
}

void World::Impl::predict() {
  v_free.resize(model.bodies.size());
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    v_free[i] = stiction::predict(model.bodies[i], state.bodies[i], model.gravity, model.step);
}

void World::Impl::detect() {
  std::vector<PosedShape> posed(model.bodies.size());
  for (std::size_t i = 0; i < posed.size(); ++i) {
    const RigidBody& body = model.bodies[i];
    posed[i] = {&body.shape, pose(state.bodies[i]), body.fixed, travel_bound(body, v_free[i], model.step)};
  }
  contacts = detect_contacts(posed);
  confirm_fast_contacts(model.bodies, state.bodies, v_free, model.step, contacts);
}

void World::Impl::carry() {
  double reach = 0;
  for (const RigidBody& body : model.bodies)
    if (!body.fixed) reach = std::max(reach, 0.1 * bounding_radius(body.shape));
  impulses = model.solver.warm_start ? carried_impulses(contacts, state.contacts, reach)
                                     : std::vector<Vec3>(contacts.size(), Vec3::Zero());
}

void World::Impl::assemble() {
  problem = stiction::assemble(
      {model.bodies, state.bodies, v_free, contacts, model.materials, model.step, restitution_threshold});
  report.contacts = problem.size();
}

void World::Impl::solve(bool again) {
  budget.start_is_solved = again;
  // One time budget for the whole step, however often it is solved.
  budget.time_limit_s = std::max(0.0, deadline - wall_seconds());
  if (report.path == SolvePath::unconverged) report.path = SolvePath::none;
  blocks = decompose(problem);
  solve_reports.assign(blocks.size(), {});
  tbb::parallel_for(std::size_t{0}, blocks.size(), [&](std::size_t i) {
    const ProblemBlock& block = blocks[i];
    std::vector<Vec3> r(block.contacts.size());
    for (std::size_t k = 0; k < r.size(); ++k) r[k] = impulses[block.contacts[k]];
    solve_reports[i] = solver->solve(block.problem, r, budget);
    for (std::size_t k = 0; k < r.size(); ++k) impulses[block.contacts[k]] = r[k];
  });
  report.blocks = static_cast<int>(blocks.size());
  for (const SolveReport& r : solve_reports) {
    report.path = std::max(report.path, r.path);
    report.iterations += r.iterations;
    report.factorizations += r.factorizations;
  }
  v = velocities(problem, impulses);
}

bool World::Impl::foresee() {
  std::vector<Vec6> all(model.bodies.size(), Vec6::Zero());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (free_index[i] >= 0) all[i] = v[free_index[i]];
  const std::vector<ContactPoint> more = foresee_contacts(model.bodies, state.bodies, all, contacts, model.step);
  insert_contacts(more, contacts, impulses);
  return !more.empty();
}

void World::Impl::certify() {
  // v holds the velocities to be applied, from the impulses and the whole, untouched problem.
  for (const ProblemBlock& block : blocks) {
    std::vector<Vec6> v_block(block.bodies.size());
    std::vector<Vec3> r(block.contacts.size());
    for (std::size_t i = 0; i < v_block.size(); ++i) v_block[i] = v[block.bodies[i]];
    for (std::size_t k = 0; k < r.size(); ++k) r[k] = impulses[block.contacts[k]];
    report.certificate = worst(report.certificate, stiction::certify(block.problem, v_block, r));
  }
  // A body without contacts is in no block: a velocity that is not a number must not pass unseen.
  bool finite = true;
  for (const Vec6& velocity : v) finite = finite && velocity.allFinite();
  report.converged = finite && report.certificate.error <= budget.tolerance;
  if (!report.converged) report.path = SolvePath::unconverged;
}

void World::Impl::apply() {
  state.contacts.resize(contacts.size());
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ContactPoint& point = contacts[k];
    const Mat3 frame = contact_frame(point.normal);
    const Vec3 u = contact_velocity(problem.contacts[k], v);
    const Vec3 u_free = contact_velocity(problem.contacts[k], problem.v_free);
    const Vec3& r = impulses[k];
    state.contacts[k] = {point.body_a,
                         point.body_b,
                         point.feature,
                         point.position,
                         point.normal,
                         point.gap,
                         problem.contacts[k].mu,
                         r.x(),
                         frame.col(1) * r.y() + frame.col(2) * r.z(),
                         frame.col(1) * u.y() + frame.col(2) * u.z()};
    report.contact_work += 0.5 * r.dot(u + u_free);
  }
}

void World::Impl::integrate() {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const int f = free_index[i];
    if (f < 0) continue;
    const Vec6 momentum = problem.mass[f] * (v[f] - problem.v_free[f]);
    stiction::integrate(model.bodies[i], state.bodies[i], v[f], momentum, model.step);
  }
  ++state.step;
  state.time = static_cast<double>(state.step) * model.step;
}

const WorldModel& World::model() const { return impl_->model; }
const WorldState& World::state() const { return impl_->state; }
const StepReport& World::report() const { return impl_->report; }
const ContactProblem& World::last_problem() const { return impl_->problem; }
const std::vector<Vec3>& World::last_impulses() const { return impl_->impulses; }

Vec3 World::angular_velocity(int i) const {
  return stiction::angular_velocity(impl_->model.bodies.at(i), impl_->state.bodies.at(i));
}

double World::kinetic_energy() const {
  double sum = 0;
  for (std::size_t i = 0; i < impl_->model.bodies.size(); ++i)
    sum += stiction::kinetic_energy(impl_->model.bodies[i], impl_->state.bodies[i]);
  return sum;
}

double World::potential_energy() const {
  double sum = 0;
  for (std::size_t i = 0; i < impl_->model.bodies.size(); ++i)
    if (!impl_->model.bodies[i].fixed)
      sum -= impl_->model.bodies[i].mass * impl_->model.gravity.dot(impl_->state.bodies[i].position);
  return sum;
}

}  // namespace stiction
