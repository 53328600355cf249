#include "stiction/stepping/world.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "stiction/assembly/assemble.h"
#include "stiction/assembly/foresight.h"
#include "stiction/assembly/joint_rows.h"
#include "stiction/assembly/joint_stiffness.h"
#include "stiction/assembly/likely_contacts.h"
#include "stiction/assembly/overlap.h"
#include "stiction/assembly/soft_bodies.h"
#include "stiction/assembly/soft_joints.h"
#include "stiction/assembly/sweep.h"
#include "stiction/assembly/warm_start.h"
#include "stiction/bodies/rigid/gyration.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/collision/detector.h"
#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/problem/certificate.h"
#include "stiction/problem/decomposition.h"
#include "stiction/stepping/smooth_pairs.h"

namespace stiction {

namespace {

/// How often a step may be solved again with contacts that it would otherwise run into, and with joints closed where
/// the bodies really arrive.
constexpr int kForesightRounds = 4;
/// A gap that rest may leave, relative to what bodies would fall in a step (AssemblyInput::touch).
constexpr double kTouch = 1e-3;
/// Relative accuracy of the correction of overlap at the end of a step: what is left is corrected in the next round or
/// step.
constexpr double kOverlapTolerance = 1e-3;
/// The same for impacts of fast bodies, which would otherwise pass through each other.
constexpr int kSweptRounds = 8;
/// A joint that the next step can still close unnoticed, m and rad.
constexpr double kJointSlack = 1e-10;
/// Resting bodies fall by g h within a step before contact stops them: that is not an impact.
double restitution_threshold(const WorldModel& model) {
  return model.restitution_threshold > 0 ? model.restitution_threshold : 2 * model.gravity.norm() * model.step;
}
/// Turn of an unevenly turning body that may be wrong, rad a step.
constexpr double kTurnSlack = 1e-11;

}  // namespace

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
  std::vector<std::pair<int, int>> never_touch;
  std::vector<Vec6> applied;  ///< force and torque on each body in the coming step
  SoftBodies soft;
  SmoothPairs smooth;
  SoftJoints soft_joints;

  // Of the step in hand; kept so that users can look at it.
  std::vector<Vec6> v_free, v_start;
  bool foreseen = false;         ///< nobody will overlap more than before where this step ends
  std::vector<Vec6> seen;        ///< velocities that foresight has looked at
  std::vector<Mat3> stiffening;  ///< of each body, see excess_joint_stiffness; empty without joints
  std::vector<ContactPoint> contacts;
  std::vector<JointRowSource> joint_rows;  ///< where the problem's rows after the contacts come from
  ContactProblem problem;
  std::vector<ProblemBlock> blocks;
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

/// Drafts until it is clear which contacts there are, then the solution, and what that still runs into: at least one
/// look at all of it.
void World::Impl::solve_with_foresight() {
  budget.draft = true;
  solve(false);
  if (feel_joints()) begin_again();
  int round = 0;
  for (; round < kForesightRounds - 1 && drafted() && !spent() && foresee(round); ++round) solve(true);
  budget.draft = false;
  if (drafted()) solve(true);
  for (; round < kSweptRounds && !spent() && foresee(round); ++round) solve(true);
}

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
    posed[i] = moving_shape(body, state.bodies[i], v_free[i], model.step);
  }
  if (!smooth.empty()) smooth.claim(model, state, never_touch, posed, v_free);
  contacts = detect_contacts(posed, never_touch);
  keep_likely(model.bodies, state.bodies, v_free, model.step, contacts);
  confirm_fast_contacts(model.bodies, state.bodies, v_start, v_free, model.step, contacts);
  if (soft.empty()) return;
  for (const int i : soft.bodies()) posed[i].shape = nullptr;
  soft.detect(model.bodies, posed, never_touch, contacts);
}

void World::Impl::carry() {
  double reach = 0;
  for (const RigidBody& body : model.bodies)
    if (!body.fixed || body.soft) reach = std::max(reach, 0.1 * bounding_radius(body.shape));
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

void World::Impl::solve(bool again) {
  budget.start_is_solved = again;
  foreseen = false;
  // One budget for the whole step, however often it is solved.
  budget.max_factorizations = std::max(0, model.solver.max_factorizations - factorizations);
  budget.time_limit_s = std::max(0.0, deadline - wall_seconds());
  if (report.path == SolvePath::unconverged) report.path = SolvePath::none;
  blocks = model.decompose ? decompose(problem) : undivided(problem);
  solve_reports.assign(blocks.size(), {});
  tbb::parallel_for(std::size_t{0}, blocks.size(), [&](std::size_t i) {
    const ProblemBlock& block = blocks[i];
    std::vector<Vec3> r(block.contacts.size());
    for (std::size_t k = 0; k < r.size(); ++k) r[k] = impulses[block.contacts[k]];
    solve_reports[i] = solver->solve(block.problem, r, budget);
    for (std::size_t k = 0; k < r.size(); ++k) impulses[block.contacts[k]] = r[k];
  });
  report.blocks = static_cast<int>(blocks.size());
  int most = 0;
  for (const SolveReport& r : solve_reports) {
    most = std::max(most, r.factorizations);
    report.path = std::max(report.path, r.path);
    report.iterations += r.iterations;
    report.factorizations += r.factorizations;
  }
  factorizations += most;
  v = velocities(problem, impulses);
}

/// Whether joints turn out to pull so much harder than in the last step (at the start, after a jerk) that light links
/// must be stiffened anew; if so, they are.
bool World::Impl::feel_joints() {
  if (model.joints.empty()) return false;
  std::vector<JointState> found = state.joints;
  update_joint_states(model.joints, state.bodies, model.step, problem, joint_rows, static_cast<int>(first_joint_row()),
                      impulses, state.bodies, found);
  std::vector<Mat3> stiffer = excess_joint_stiffness(model.joints, found, model.bodies, state.bodies, model.step);
  bool harder = false;
  for (std::size_t i = 0; i < stiffer.size(); ++i)
    harder = harder || stiffer[i].trace() > 2 * stiffening[i].trace() + model.bodies[i].inertia.trace();
  if (harder) stiffening = std::move(stiffer);
  return harder;
}

void World::Impl::begin_again() {
  keep_torques();
  const std::vector<Vec3> of_joints(impulses.begin() + std::ptrdiff_t(first_joint_row()), impulses.end());
  impulses.resize(contacts.size());
  assemble(v_start, of_joints);
  solve(true);
}

bool World::Impl::foresee(int round) {
  const std::vector<Vec6> all = all_velocities();
  const bool late = round >= kForesightRounds;
  if (!late && !soft_joints.empty()) soft_joints.look_ahead(joint_input(all), free_index, soft, state, v);
  const std::vector<ContactPoint> more =
      foresee_contacts(model.bodies, state.bodies, all, contacts, not_looked_at(), model.step,
                       late ? Foresight::kSwept : Foresight::kAll, &seen);
  const bool turned = !late && follow_turns();
  const bool bent = !late && soft.follow(v);
  // Contacts once foreseen may not have helped: a turn is more than they can tell.
  foreseen = round == 0 && more.empty() && !turned;
  if (more.empty() && !turned && !bent && (late || model.joints.empty())) return false;
  keep_torques();
  const std::vector<Vec3> of_joints(impulses.begin() + std::ptrdiff_t(first_joint_row()), impulses.end());
  std::vector<Vec3> solved = impulses;
  impulses.resize(contacts.size());
  insert_contacts(more, contacts, impulses, torques);
  ContactProblem before = std::exchange(problem, {});
  assemble(all, of_joints);
  // What the joints' rows must do now that it is known where the bodies arrive.
  double moved = 0;
  for (std::size_t j = 0; j < joint_rows.size(); ++j) {
    const ProblemContact &now = problem.contacts[first_joint_row() + j],
                         &then = before.contacts[before.contacts.size() - joint_rows.size() + j];
    moved = std::max(moved, (now.offset - then.offset).cwiseAbs().maxCoeff() * model.step);
  }
  const bool again = !more.empty() || turned || bent || moved > kJointSlack;
  if (!again) {
    problem = std::move(before);
    impulses = std::move(solved);
  }
  return again;
}

/// Makes the velocities of unevenly turning bodies those that their impulses really lead to, by shifting what they
/// would be without; true if that needs another solve.
bool World::Impl::follow_turns() {
  bool shifted = false;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const int f = free_index[i];
    if (f < 0 || smooth.claimed(i) || !turns_unevenly(model.bodies[i], v[f].tail<3>(), model.step)) continue;
    if (!stiffening.empty() && !stiffening[i].isZero(0)) continue;
    const Vec6 momentum = problem.mass[f] * (v[f] - problem.v_free[f]);
    const Vec3 angular_impulse = momentum.tail<3>() + model.step * applied[i].tail<3>();
    const Vec3 missing =
        turn_with_impulse(model.bodies[i], state.bodies[i], angular_impulse, model.step) - v[f].tail<3>();
    if (!(missing.norm() * model.step > kTurnSlack)) continue;
    v_free[i].tail<3>() += missing;
    shifted = true;
  }
  return shifted;
}

std::vector<Vec6> World::Impl::all_velocities() const {
  std::vector<Vec6> all = v_free;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (free_index[i] >= 0) all[i] = v[free_index[i]];
  return all;
}

void World::Impl::certify() {
  // v holds the velocities to be applied, from the impulses and the whole, untouched problem.
  std::vector<Certificate> certificates(blocks.size());
  tbb::parallel_for(std::size_t{0}, blocks.size(), [&](std::size_t b) {
    const ProblemBlock& block = blocks[b];
    std::vector<Vec6> v_block(block.bodies.size());
    std::vector<Vec3> r(block.contacts.size());
    for (std::size_t i = 0; i < v_block.size(); ++i) v_block[i] = v[block.bodies[i]];
    for (std::size_t k = 0; k < r.size(); ++k) r[k] = impulses[block.contacts[k]];
    certificates[b] = stiction::certify(block.problem, v_block, r);
  });
  for (const Certificate& certificate : certificates) report.certificate = worst(report.certificate, certificate);
  // A body without contacts is in no block: a velocity that is not a number must not pass unseen.
  bool finite = true;
  for (const Vec6& velocity : v) finite = finite && velocity.allFinite();
  report.converged = finite && report.certificate.error <= budget.tolerance;
  if (!report.converged) report.path = SolvePath::unconverged;
}

void World::Impl::apply() {
  keep_torques();
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
                         frame.col(1) * u.y() + frame.col(2) * u.z(),
                         frame * torques[k]};
    report.contact_work += 0.5 * r.dot(u + u_free);
  }
  for (std::size_t k = contacts.size(); k < first_joint_row(); ++k)
    report.contact_work += 0.5 * impulses[k].dot(contact_velocity(problem.contacts[k], v) +
                                                 contact_velocity(problem.contacts[k], problem.v_free));
}

void World::Impl::integrate() {
  const std::vector<BodyState> start = model.joints.empty() ? std::vector<BodyState>{} : state.bodies;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const int f = free_index[i];
    if (model.bodies[i].motion)
      state.bodies[i] = prescribed_state(model.bodies[i], time_of(state.step + 1), model.step);
    if (f < 0 || smooth.claimed(i)) continue;
    Vec6 momentum = problem.mass[f] * (v[f] - problem.v_free[f]);
    if (!stiffening.empty()) momentum.tail<3>() -= stiffening[i] * v[f].tail<3>();
    if (is_pushed(i)) momentum.tail<3>() += model.step * applied[i].tail<3>();
    stiction::integrate(model.bodies[i], state.bodies[i], v[f], momentum, model.step);
  }
  if (!soft.empty()) soft.finish(v, state);
  if (!smooth.empty()) smooth.finish(model, state, report);
  if (!model.joints.empty()) {
    update_joint_states(model.joints, state.bodies, model.step, problem, joint_rows,
                        static_cast<int>(first_joint_row()), impulses, start, state.joints);
    report.joint_gap = std::max(joint_gap(model.joints, state.bodies, soft_joints.held()),
                                soft_joints.gap(model.joints, model.bodies, soft, state));
  }
  applied.assign(applied.size(), Vec6::Zero());
  ++state.step;
  state.time = time_of(state.step);
}

/// Moves bodies that ended the step inside each other apart. Velocities stay as they are.
void World::Impl::part() {
  // Bodies that hardly moved overlap no more than they did, nor do bodies whose ends have been looked at.
  const bool before = excess_overlap(model.bodies, contacts) > 0;
  std::vector<char> apart(model.bodies.size());
  for (std::size_t i = 0; i < apart.size(); ++i)
    apart[i] = !before && !model.bodies[i].motion &&
               (free_index[i] < 0 || is_quiet(model.bodies[i], v[free_index[i]], model.step));
  const bool driven = std::any_of(model.bodies.begin(), model.bodies.end(), [](const auto& b) { return b.motion; });
  if (foreseen && !before && !driven) return;
  Budget coarse;
  coarse.tolerance = kOverlapTolerance;
  coarse.max_iterations = 200;
  coarse.max_factorizations = model.solver.max_factorizations;
  const auto solve_apart = [&](const ContactProblem& shift) {
    std::vector<Vec3> r(shift.contacts.size(), Vec3::Zero());
    solver->solve(shift, r, coarse);
    return r;
  };
  const OverlapReport found = part_bodies(
      {model.bodies, not_looked_at(), model.joints, state.joints, model.gravity, apart}, solve_apart, state.bodies);
  report.overlap = found.overlap;
  report.correction = found.correction;
  report.correction_energy = found.energy;
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
