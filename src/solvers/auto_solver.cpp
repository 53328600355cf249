#include "stiction/solvers/auto_solver.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "stiction/common/timer.h"
#include "stiction/problem/certificate.h"
#include "stiction/solvers/compact_solve.h"
#include "stiction/solvers/contact_newton/contact_newton.h"
#include "stiction/solvers/kernels/compact_problem.h"
#include "stiction/solvers/kernels/contact_survey.h"
#include "stiction/solvers/kernels/kept_contacts.h"
#include "stiction/solvers/solve_stages.h"

namespace stiction {

namespace {

/// Newton steps from carried impulses: weight of the proximal term, rounds and factorizations before a firmer start.
constexpr double kNewtonWeight = 1e-6;
constexpr int kNewtonRounds = 4, kNewtonFactorizations = 12;
/// They are not tried from a start with a larger error than this: it hardly ever works.
constexpr double kNewtonStart = 1e-3;
/// Problems with this many contacts and a start no better than this begin with the interior point method: far from the
/// solution it needs a third of the factorizations.
constexpr int kInteriorSize = 40;
constexpr double kInteriorStart = 3e-2;
/// Factorizations without which it would be cut off before it is any good.
constexpr int kInteriorWork = 30;
/// From this many contacts on, a rough answer comes first: of this tolerance, until no more contacts matter.
constexpr int kRoughSize = 300;
constexpr double kRough = 1e-2;
/// Where that is the case and the start is worse than this, and so many times worse than the tolerance, things move.
/// The aim is this times the tolerance then, and velocities may be wrong by so many times more: that is there to keep
/// from creeping what should rest. What this leaves undone must not look like motion in the next step.
constexpr double kMoving = 1e-4, kMovingForTolerance = 30, kMotionMargin = 0.8, kMotionSlack = 10;
/// From this many contacts on, places that are wrong are solved alone first.
constexpr int kMendedSize = 300;
/// In motion, a start that is so many times worse than the target is left for the middle of the cones, which leads
/// there in fewer steps even where the interior point method ends with a larger error than the start has.
constexpr double kFar = 30;
/// Weights of further attempts, each from no impulses at all.
constexpr double kRestartWeights[] = {0.1, 1, 0.01};

/// From the start at hand: Newton steps, what is wrong alone, the interior point method, the proximal loop. What moves
/// and is far from its target leaves the start at hand first.
void solve_from_start(SolveStages& s, bool is_part) {
  const bool far = s.report.in_motion && s.error() > kFar * s.target();
  if (!far && s.error() <= kNewtonStart &&
      s.newton(s.rest_aim(), std::max(kNewtonWeight, SolveStages::kWeightForError * s.error()),
               std::min(kNewtonRounds, s.iterations_left()), kNewtonFactorizations, SolvePath::newton))
    return;
  const auto mend = [&] {
    return !is_part && s.size() >= kMendedSize && s.mend([](SolveStages& part) { solve_from_start(part, true); });
  };
  if (mend()) return;
  if (s.factorizations_left() >= kInteriorWork) {
    if (s.size() >= kInteriorSize && !(s.error() <= kInteriorStart)) {
      s.interior();
      if (mend()) return;
    } else if (far && s.from_the_middle()) {
      return;
    }
  }
  if (!s.content()) s.proximal();
}

/// And then from others.
void solve_all(SolveStages& s) {
  solve_from_start(s, false);
  if (s.error() <= s.target()) return;
  for (const double restart_weight : kRestartWeights)
    if (!s.within_tolerance()) s.restart(restart_weight);
  if (!s.within_tolerance()) s.insist();
  s.settle();
}

template <class Problem>
double worst_error(const Problem& problem, const std::vector<Vec3>& r) {
  std::vector<Vec3> u;
  problem.relative_velocities(r, u);
  return problem.errors(r, u).worst();
}

const WhitenedProblem& whitened(const WhitenedProblem& problem) { return problem; }
WhitenedProblem whitened(const ContactSurvey& survey) { return survey.whitened(); }

double margin(bool in_motion) { return in_motion ? kMotionMargin : SolveStages::kMargin; }

/// `Problem`: WhitenedProblem or ContactSurvey. `may_stand`: the start was not yet asked whether it can.
template <class Problem>
SolveReport solve_kept(Problem& whole, std::vector<Vec3>& r, Budget budget, bool may_stand) {
  const double deadline = wall_seconds() + budget.time_limit_s, tolerance = budget.tolerance;
  const Budget initial = budget;
  // As long as the contacts are not known that matter, there is no point in an exact answer.
  bool rough = whole.size() >= kRoughSize;
  const double start_error = rough ? worst_error(whole, r) : 0;
  const bool in_motion =
      rough && (budget.in_motion || start_error > std::max(kMoving, kMovingForTolerance * tolerance));
  if (in_motion) whole.loosen_velocities(kMotionSlack);
  // What is more than a draft already need not be drafted, nor what was solved before a few contacts came: a draft
  // would disturb what is right.
  if (!budget.draft && (budget.start_is_solved || start_error <= SolveStages::kMargin * kRough)) rough = false;
  SolveReport total;
  total.in_motion = in_motion;
  KeptContacts<Problem> keep(whole, r);
  const auto spent = [&] {
    return budget.max_iterations <= 0 || budget.max_factorizations <= 0 || budget.time_limit_s <= 0;
  };
  std::shared_ptr<BlockFactor> own;
  for (bool more = true; more;) {
    const std::vector<int> kept = keep.indices();
    const WhitenedProblem part = whole.with_only(kept);
    std::vector<Vec3> r_part(kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i) r_part[i] = r[kept[i]];
    budget.tolerance = rough ? std::max(kRough, tolerance) : tolerance;
    SolveStages s(part, r_part, budget, margin(in_motion && !rough));
    s.report.in_motion = in_motion;
    s.share_order(budget.factor ? *budget.factor : own);
    if (may_stand) {
      // All contacts that push are kept; the others must not close.
      SolveStages start(part, r_part, initial, margin(in_motion));
      start.report.in_motion = in_motion;
      if (start.carried() && worst_error(whole, r) <= start.target()) return start.report;
      may_stand = false;
    }
    s.judge();
    if (in_motion && s.error() <= s.target()) {
      s.report.path = SolvePath::carried;
    } else if (rough) {
      if (s.error() > s.target()) solve_from_start(s, false);
    } else if (!(in_motion && s.sweep())) {  // what few late contacts brought about needs no factors
      solve_all(s);
    }
    for (std::size_t i = 0; i < kept.size(); ++i) r[kept[i]] = r_part[i];
    total.path = s.report.path;
    total.iterations += s.report.iterations;
    total.factorizations += s.report.factorizations;
    budget.max_iterations = s.iterations_left();
    budget.max_factorizations = s.factorizations_left();
    budget.time_limit_s = deadline - wall_seconds();
    more = keep.add_closing(r) && worst_error(whole, r) > s.target();
    if (rough && !more) {
      total.draft = budget.draft && in_motion;
      if (total.draft) return total;
      rough = false;
      more = true;
    }
    more = more && !spent();
  }
  budget.tolerance = tolerance;
  if (total.path == SolvePath::unconverged || !(worst_error(whole, r) <= budget.tolerance)) {
    const auto& all = whitened(whole);
    SolveStages last(all, r, budget);
    last.finish();
    const bool failed = last.report.path == SolvePath::unconverged;
    if (failed || total.path == SolvePath::unconverged) total.path = failed ? last.report.path : SolvePath::proximal;
    total.factorizations += last.report.factorizations;
  }
  return total;
}

SolveReport solve_surveyed(const ContactProblem& whole, const Decomposition& decomposition, std::size_t block,
                           std::vector<Vec3>& r, const Budget& budget) {
  ContactSurvey survey(whole, decomposition, block, r);
  return solve_kept(survey, r, budget, true);
}

}  // namespace

SolveReport AutoSolver::solve(const ContactProblem& problem, std::vector<Vec3>& r, const Budget& budget) const {
  WhitenedProblem whole(problem);
  const bool in_motion = budget.in_motion && whole.size() >= kRoughSize;
  SolveStages s(whole, r, budget, margin(in_motion));
  s.report.in_motion = in_motion;
  if (s.carried()) return s.report;
  return solve_kept(whole, r, budget, false);
}

SolveReport AutoSolver::solve(const ContactProblem& whole, const Decomposition& decomposition, std::size_t block,
                              std::vector<Vec3>& r, const Budget& budget) const {
  if (!CompactProblem::suits(whole, decomposition.blocks[block]))
    return solve_surveyed(whole, decomposition, block, r, budget);
  const double deadline = wall_seconds() + budget.time_limit_s;
  SolveReport compact;
  if (solve_compact(whole, decomposition, block, r, budget, compact)) return compact;
  Budget rest = budget;
  rest.time_limit_s = std::max(0.0, deadline - wall_seconds());
  rest.max_iterations = std::max(0, budget.max_iterations - compact.iterations);
  rest.max_factorizations = std::max(0, budget.max_factorizations - compact.factorizations);
  SolveReport report = solve_surveyed(whole, decomposition, block, r, rest);
  report.iterations += compact.iterations;
  report.factorizations += compact.factorizations;
  return report;
}

bool AutoSolver::solves_in_place(const ContactProblem& whole, const ProblemBlock& block) const {
  return ContactSurvey::pays(whole, block);
}

SolveReport AutoSolver::solve(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) const {
  return solve_in_contact_space(problem, r, budget);
}

SolveReport solve_in_contact_space(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) {
  SolveReport report;
  if (problem.size() == 0) return report;
  ContactNewtonOptions options;
  options.target = budget.tolerance;
  options.max_rounds = budget.max_iterations;
  options.trace = budget.trace;
  options.out_of_time = budget.clock();
  const ContactNewtonResult result = contact_newton(problem, r, options);
  report.iterations = result.iterations();
  report.factorizations = result.factorizations;
  const bool good = result.error <= budget.tolerance || certify(problem, r).error <= budget.tolerance;
  report.path = !good ? SolvePath::unconverged : result.iterations() == 0 ? SolvePath::carried : SolvePath::proximal;
  return report;
}

}  // namespace stiction
