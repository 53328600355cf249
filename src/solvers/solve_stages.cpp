#include "stiction/solvers/solve_stages.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "stiction/common/timer.h"
#include "stiction/solvers/kernels/interior_point.h"
#include "stiction/solvers/kernels/neighbourhoods.h"
#include "stiction/solvers/kernels/proximal_newton.h"
#include "stiction/solvers/kernels/relax.h"
#include "stiction/solvers/kernels/sweeps.h"

namespace stiction {

namespace {

/// Carried impulses, and Newton steps from them, aim lower still.
constexpr double kRestAim = 1e-2;
/// An impulse that also undid a velocity error is wrong for the next step. So carried impulses must not only be right
/// within kRestAim: they must leave the contact velocities as they were, this much more precisely.
constexpr double kSteady = 0.1;
/// Where they are not, but their error is within this many times the aim, a few sweeps are tried, if there are so many
/// contacts that factors are dear: sweeps leave more of the error than Newton steps do, and things creep at its speed.
constexpr double kRelaxable = 10;
constexpr int kSweeps = 3, kSweptSize = 10000;
/// In motion: no more sweeps once so many are done. The error is looked at after the first few, and then each time
/// after half as many more; it must have fallen to this part in between.
constexpr int kMovingSweeps = 40, kLeastSweeps = 5;
constexpr double kSweepGain = 0.8;
/// Once an aim is met, digits gained with the factors at hand are nearly free, and let the answer carry for longer.
constexpr double kPolish = 1e-5;
/// Rounds without a tenth less error after which another start is the better bet. Falling piles often stay at one
/// level for some forty rounds while redundant impulses are shifted, and then go on.
constexpr int kPatience = 80;

/// In motion, an error of this part of the tolerance is good enough where more does not come by and by: some problems
/// stay between it and their target for a hundred factorizations.
constexpr double kGoodEnough = 0.95;
/// Least weight from which the proximal loop starts.
constexpr double kSoftWeight = 1e-3;
/// Places that hold what is wrong are solved with their neighbours this many times removed, and one more each time that
/// this leaves more than this part of the error, which may happen so often.
constexpr int kFirstRings = 2, kFailures = 3, kPasses = 40;
constexpr double kGain = 0.5;
/// Places that hold more than this part of all contacts are better solved with all others.
constexpr double kMendable = 0.25;
/// Error that may stay outside of these places, relative to the target, and to what there is: first things first.
constexpr double kLeftAlone = 0.7, kLeftForLater = 0.1;
/// Iterations and factorizations for such a place in one pass.
constexpr int kPartWork = 100;

/// How much the relative velocities change at pushing contacts since the step began, relative to the free velocities.
double unsteadiness(const WhitenedProblem& problem, const std::vector<Vec3>& r, const std::vector<Vec3>& u_start,
                    const std::vector<Vec3>& u) {
  double change2 = 0;
  for (int k = 0; k < problem.size(); ++k) {
    const Vec3 change = u[k] - u_start[k];
    const WhitenedContact& c = problem.contacts[k];
    if (c.law == RowLaw::bounded) {
      for (int row = 0; row < 3; ++row)
        if (c.lower[row] < r[k][row] && r[k][row] < c.upper[row]) change2 += change[row] * change[row];
      continue;
    }
    if (c.law == RowLaw::rolling) {
      const double push = (1 - 1e-6) * push_on(c, r);
      if (std::abs(r[k].x()) < c.upper.x() * push) change2 += change.x() * change.x();
      if (r[k].tail<2>().norm() < c.upper.y() * push) change2 += change.tail<2>().squaredNorm();
      continue;
    }
    if (r[k].x() <= 0) continue;
    change2 += change.x() * change.x();
    // Sliding contacts may well change their speed.
    if (r[k].tail<2>().norm() < (1 - 1e-6) * problem.contacts[k].mu * r[k].x())
      change2 += change.tail<2>().squaredNorm();
  }
  return problem.relative_to_free_speed(std::sqrt(change2));
}

}  // namespace

SolveStages::SolveStages(const WhitenedProblem& problem, std::vector<Vec3>& r, const Budget& budget, double margin)
    : problem_(problem),
      r_(r),
      budget_(budget),
      deadline_(wall_seconds() + budget.time_limit_s),
      out_of_time_(budget.clock()),
      margin_(margin),
      patience_(kPatience) {}

void SolveStages::judge() {
  std::vector<Vec3> u;
  problem_.relative_velocities(r_, u);
  error_ = problem_.errors(r_, u).worst();
}

bool SolveStages::carried() {
  std::vector<Vec3> u, u_start;
  problem_.relative_velocities(r_, u);
  error_ = problem_.errors(r_, u).worst();
  report.path = SolvePath::carried;
  if (budget_.start_is_solved) return error_ <= target();
  if (!(error_ <= rest_aim())) return error_ <= kRelaxable * rest_aim() && relaxed(rest_aim());
  if (problem_.w_start.empty()) return true;
  problem_.contact_velocities(problem_.w_start, u_start);
  for (int k = 0; k < problem_.size(); ++k) u_start[k] -= problem_.contacts[k].bias;
  return unsteadiness(problem_, r_, u_start, u) <= kSteady * rest_aim() || relaxed(rest_aim());
}

/// Whether a few sweeps make the carried impulses right. They need not be steady then: sweeps in the next step damp
/// what these leave.
bool SolveStages::relaxed(double aim) {
  if (problem_.size() < kSweptSize) return false;
  std::vector<Vec3> r = r_, u;
  std::vector<Vec6> w = problem_.w_free;
  problem_.add_impulses(r, w);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    relax(problem_, r, w);
    problem_.relative_velocities(r, u);
    const double error = problem_.errors(r, u).worst();
    if (!(error <= aim)) continue;
    r_ = r;
    error_ = error;
    return true;
  }
  return false;
}

bool SolveStages::sweep() {
  std::vector<Vec3> r = r_, u;
  std::vector<Vec6> w = problem_.w_free;
  problem_.add_impulses(r, w);
  const Sweeps sweeps(problem_);
  for (int done = 0; done < kMovingSweeps && !(out_of_time_ && out_of_time_());) {
    const int more = std::max(kLeastSweeps, done / 2);
    for (int i = 0; i < more; ++i) sweeps.sweep(r, w);
    done += more;
    problem_.relative_velocities(r, u);
    const double error = problem_.errors(r, u).worst(), before = error_;
    if (!(error < before)) break;
    if (accept(r, error, SolvePath::carried)) return true;
    if (error > kSweepGain * before) break;
  }
  return false;
}

bool SolveStages::newton(double aim, double weight, int max_rounds, int max_factorizations, SolvePath path) {
  std::vector<Vec3> r = r_;
  ProximalNewtonOptions options;
  options.target = aim;
  options.at_least_one_step = path == SolvePath::newton;
  options.polish = kPolish;
  options.start_weight = weight;
  options.max_rounds = max_rounds;
  options.max_factorizations = std::min(max_factorizations, factorizations_left());
  options.patience = patience_;
  if (report.in_motion) options.good_enough = good_enough();
  options.out_of_time = out_of_time_;
  const auto result = proximal_newton(problem_, CoulombLaw(problem_), problem_.w_free, system(), options, r);
  report.iterations += result.rounds;
  report.factorizations += result.factorizations;
  stalled_ = stalled_ || result.content;
  return accept(r, result.error, path);
}

void SolveStages::interior(double start_error) {
  std::vector<Vec3> r = r_;
  InteriorPointOptions options;
  options.start_error = start_error;
  options.target = std::max(options.target, target());
  options.max_iterations = std::min({options.max_iterations, iterations_left(), factorizations_left()});
  options.out_of_time = out_of_time_;
  const auto result = interior_point(problem_, system(), options, r);
  report.iterations += result.iterations;
  report.factorizations += result.iterations;
  if (std::isfinite(result.error)) accept(r, result.error, SolvePath::proximal);
}

bool SolveStages::mend(const std::function<void(SolveStages&)>& solve_part) {
  const Neighbourhoods places(problem_);
  std::vector<Vec3> r = r_, u;
  int rings = kFirstRings, failures = 0;
  double iterations = 0, factorizations = 0, error = error_;
  for (int pass = 0; pass < kPasses && failures <= kFailures && error_ > target(); ++pass) {
    if (out_of_time_ && out_of_time_()) break;
    std::vector<Vec6> w = problem_.w_free;
    problem_.add_impulses(r, w);
    problem_.contact_velocities(w, u);
    for (int k = 0; k < problem_.size(); ++k) u[k] -= problem_.contacts[k].bias;
    const auto groups =
        places.around(problem_.shares(r, u), std::max(kLeftAlone * target(), kLeftForLater * error), rings);
    std::size_t taken = 0;
    for (const auto& group : groups) taken += group.size();
    if (static_cast<double>(taken) > kMendable * problem_.size()) break;
    std::vector<SolveReport> reports(groups.size());
    // They share no bodies, so none sees what another does.
    tbb::parallel_for(std::size_t{0}, groups.size(), [&](std::size_t g) {
      const std::vector<int>& group = groups[g];
      const WhitenedProblem part = problem_.around(group, r, w);
      std::vector<Vec3> r_part(group.size());
      for (std::size_t i = 0; i < group.size(); ++i) r_part[i] = r[group[i]];
      Budget budget = budget_;
      budget.max_iterations = budget.max_factorizations = kPartWork;
      budget.time_limit_s = deadline_ - wall_seconds();
      SolveStages s(part, r_part, budget);
      s.judge();
      solve_part(s);
      for (std::size_t i = 0; i < group.size(); ++i) r[group[i]] = r_part[i];
      reports[g] = s.report;
    });
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const double share = static_cast<double>(groups[g].size()) / problem_.size();
      iterations += share * reports[g].iterations;
      factorizations += share * reports[g].factorizations;
    }
    problem_.relative_velocities(r, u);
    const double before = std::exchange(error, problem_.errors(r, u).worst());
    if (error > kGain * before) {
      ++rings;
      ++failures;
    }
    accept(r, error, SolvePath::proximal);
  }
  report.iterations += static_cast<int>(std::ceil(iterations));
  report.factorizations += static_cast<int>(std::ceil(factorizations));
  return error_ <= target();
}

bool SolveStages::staggered(StaggeredOptions options) {
  std::vector<Vec3> r = r_;
  options.target = target();
  const auto result = staggered_projections(problem_, r, options, out_of_time_);
  report.iterations += result.iterations;
  report.factorizations += result.factorizations;
  if (options.samples > 0) {  // another friction model: its answer stands, whatever the exact error
    r_ = r;
    error_ = result.error;
    report.path = SolvePath::staggered;
    return true;
  }
  return accept(r, result.error, SolvePath::staggered);
}

template <class Solve>
void SolveStages::attempt(Solve&& solve) {
  const std::vector<Vec3> best = r_;
  const double error = error_;
  error_ = std::numeric_limits<double>::infinity();
  solve();
  if (!(error_ < error)) {
    r_ = best;
    error_ = error;
  }
}

void SolveStages::restart(double weight) {
  attempt([&] {
    std::fill(r_.begin(), r_.end(), Vec3::Zero());
    newton(0.5 * budget_.tolerance, weight, iterations_left(), kNoLimit, SolvePath::proximal);
  });
}

bool SolveStages::proximal() {
  // In this order of arguments a start that is not a number gets the firm weight.
  const double weight = std::max(kSoftWeight, std::min(kFirmWeight, kWeightForError * error_));
  return newton(target(), weight, iterations_left(), kNoLimit, SolvePath::proximal);
}

bool SolveStages::from_the_middle() {
  const double start_error = error_;
  attempt([&] {
    interior(start_error);
    if (error_ > target()) proximal();
  });
  return error_ <= target();
}

void SolveStages::insist() {
  patience_ = kNoLimit;
  newton(0.5 * budget_.tolerance, kFirmWeight, iterations_left(), kNoLimit, SolvePath::proximal);
}

void SolveStages::settle() { report.path = within_tolerance() ? best_path_ : SolvePath::unconverged; }

void SolveStages::finish() {
  settle();
  if (report.path == SolvePath::unconverged)
    final_contact_projection(problem_, r_, budget_.tolerance, &report.factorizations);
}

bool SolveStages::within_tolerance() const {
  std::vector<Vec3> u;
  problem_.relative_velocities(r_, u);
  return problem_.errors(r_, u).impulse <= budget_.tolerance;
}

int SolveStages::iterations_left() const { return std::max(0, budget_.max_iterations - report.iterations); }
int SolveStages::factorizations_left() const { return std::max(0, budget_.max_factorizations - report.factorizations); }
double SolveStages::target() const { return above_rounding(margin_ * budget_.tolerance); }
double SolveStages::good_enough() const { return kGoodEnough * budget_.tolerance; }
bool SolveStages::content() const { return error_ <= (stalled_ ? good_enough() : target()); }
double SolveStages::rest_aim() const { return above_rounding(kRestAim * budget_.tolerance); }
double SolveStages::above_rounding(double aim) const { return std::min(budget_.tolerance, std::max(aim, 1e-13)); }

NewtonSystem& SolveStages::system() {
  if (!system_) system_.emplace(problem_, choose_form(problem_), factor_);
  return *system_;
}

bool SolveStages::accept(std::vector<Vec3>& r, double error, SolvePath path) {
  if (!(error_ <= error)) {  // also where the start was not a number
    error_ = error;
    r_ = r;
    best_path_ = path;
  }
  if (error_ <= target()) report.path = path;
  return error_ <= target();
}

}  // namespace stiction
