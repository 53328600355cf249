// How a step ends: its certificate, what contacts did, where bodies arrive, and what overlap is undone.
#include <tbb/parallel_for.h>

#include <algorithm>
#include <utility>

#include "stiction/assembly/assemble.h"
#include "stiction/assembly/overlap.h"
#include "stiction/assembly/sweep.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/problem/certificate.h"
#include "stiction/stepping/world_impl.h"

namespace stiction {

namespace {

/// Relative accuracy of the correction of overlap at the end of a step: what is left is corrected in the next round or
/// step.
constexpr double kOverlapTolerance = 1e-3;

}  // namespace

void World::Impl::certify() {
  // v holds the velocities to be applied, from the impulses and the whole, untouched problem.
  const std::vector<ProblemBlock>& blocks = decomposition.blocks;
  std::vector<Certificate> certificates(blocks.size());
  tbb::parallel_for(std::size_t{0}, blocks.size(),
                    [&](std::size_t b) { certificates[b] = certify_part(problem, blocks[b].contacts, v, impulses); });
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
  const bool driven = std::any_of(model.bodies.begin(), model.bodies.end(), [](const auto& b) { return b.motion; });
  if (foreseen && !before && !driven) return;
  std::vector<char> apart(model.bodies.size());
  for (std::size_t i = 0; i < apart.size(); ++i)
    apart[i] = !before && !model.bodies[i].motion &&
               (free_index[i] < 0 || is_quiet(model.bodies[i], v[free_index[i]], model.step));
  Budget coarse;
  coarse.tolerance = kOverlapTolerance;
  coarse.max_iterations = 200;
  coarse.max_factorizations = model.solver.max_factorizations;
  const auto solve_apart = [&](const ContactProblem& shift) {
    std::vector<Vec3> r(shift.contacts.size(), Vec3::Zero());
    solver->solve(shift, r, coarse);
    return r;
  };
  const OverlapReport found =
      part_bodies({model.bodies, not_looked_at(), model.joints, state.joints, model.gravity, apart, contacts, &memory},
                  solve_apart, state.bodies);
  report.overlap = found.overlap;
  report.correction = found.correction;
  report.correction_energy = found.energy;
}

}  // namespace stiction
