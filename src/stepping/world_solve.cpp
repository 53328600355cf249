// How a step is solved: by blocks, and again with what it would run into.
#include <tbb/parallel_for.h>

#include <algorithm>
#include <utility>

#include "stiction/assembly/assemble.h"
#include "stiction/assembly/foresight.h"
#include "stiction/assembly/joint_stiffness.h"
#include "stiction/bodies/rigid/gyration.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/stepping/world_impl.h"

namespace stiction {

namespace {

/// How often a step may be solved again with contacts that it would otherwise run into, and with joints closed where
/// the bodies really arrive.
constexpr int kForesightRounds = 4;
/// How often for impacts of fast bodies, which would otherwise pass through each other.
constexpr int kSweptRounds = 8;
/// A joint that the next step can still close unnoticed, m and rad.
constexpr double kJointSlack = 1e-10;
/// Turn of an unevenly turning body that may be wrong, rad a step.
constexpr double kTurnSlack = 1e-11;

}  // namespace

/// Drafts until it is clear which contacts there are, then the solution, and what that still runs into: at least one
/// look at all of it.
void World::Impl::solve_with_foresight() {
  budget.draft = true;
  budget.in_motion = false;
  only_bent = false;
  solve(false);
  if (feel_joints()) begin_again();
  int round = 0;
  while (round < kForesightRounds - 1 && drafted() && !spent() && foresee(round++)) {
    // Elastic forces are right within the error of the velocities: another draft would not make them better.
    if (only_bent) break;
    solve(true);
  }
  budget.draft = false;
  if (drafted()) solve(true);
  for (; round < kSweptRounds && !spent() && foresee(round); ++round) solve(true);
  factors.clear();
}

void World::Impl::solve(bool again) {
  const double begin = cpu_seconds(), begin_wall = wall_seconds();
  budget.start_is_solved = again;
  foreseen = false;
  // One budget for the whole step, however often it is solved.
  budget.max_factorizations = std::max(0, model.solver.max_factorizations - factorizations);
  budget.time_limit_s = std::max(0.0, deadline - wall_seconds());
  if (report.path == SolvePath::unconverged) report.path = SolvePath::none;
  // The same contacts of the same bodies fall into the same blocks.
  Decomposition now = only_bent ? std::move(decomposition) : find_blocks(problem, !model.decompose);
  factors.resize(now.blocks.size());
  tbb::parallel_for(std::size_t{0}, now.blocks.size(), [&](std::size_t i) {
    ProblemBlock& block = now.blocks[i];
    if (!solver->solves_in_place(problem, block)) block.problem = part_of(problem, now, i);
    if (!only_bent) factors[i] = nullptr;
  });
  decomposition = std::move(now);  // the old one is freed here: the solvers need as much memory again
  const std::vector<ProblemBlock>& blocks = decomposition.blocks;
  solve_reports.assign(blocks.size(), {});
  tbb::parallel_for(std::size_t{0}, blocks.size(), [&](std::size_t i) {
    const ProblemBlock& block = blocks[i];
    std::vector<Vec3> r(block.contacts.size());
    for (std::size_t k = 0; k < r.size(); ++k) r[k] = impulses[block.contacts[k]];
    Budget of_block = budget;
    of_block.factor = &factors[i];
    solve_reports[i] = block.problem.contacts.empty() ? solver->solve(problem, decomposition, i, r, of_block)
                                                      : solver->solve(block.problem, r, of_block);
    for (std::size_t k = 0; k < r.size(); ++k) impulses[block.contacts[k]] = r[k];
  });
  report.blocks = static_cast<int>(blocks.size());
  int most = 0;
  for (const SolveReport& r : solve_reports) {
    most = std::max(most, r.factorizations);
    budget.in_motion = budget.in_motion || r.in_motion;
    report.path = std::max(report.path, r.path);
    report.iterations += r.iterations;
    report.factorizations += r.factorizations;
  }
  factorizations += most;
  v = velocities(problem, impulses);
  report.solve_s += cpu_seconds() - begin;
  report.solve_wall_s += wall_seconds() - begin_wall;
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
  // Those that contact evolution moves have nothing near but each other.
  foreseen = all_evolve();
  if (foreseen) return false;
  const std::vector<Vec6> all = all_velocities();
  const bool late = round >= kForesightRounds;
  if (!late && !soft_joints.empty()) soft_joints.look_ahead(joint_input(all), free_index, soft, state, v);
  const std::vector<ContactPoint> more =
      foresee_contacts(model.bodies, state.bodies, all, contacts, not_looked_at(), model.step,
                       late ? Foresight::kSwept : Foresight::kAll, &seen, &memory);
  const bool turned = !late && follow_turns();
  const bool bent = !late && soft.follow(v);
  // Contacts once foreseen may not have helped: a turn is more than they can tell.
  foreseen = round == 0 && more.empty() && !turned;
  only_bent = bent && more.empty() && !turned && model.joints.empty();
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

}  // namespace stiction
