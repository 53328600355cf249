#include "stiction/solvers/contact_solver.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/problem/certificate.h"
#include "stiction/solvers/contact_newton/contact_newton.h"
#include "stiction/solvers/kernels/interior_point.h"
#include "stiction/solvers/kernels/proximal_newton.h"
#include "stiction/solvers/kernels/whitened_problem.h"
#include "stiction/solvers/local_solvers.h"
#include "stiction/solvers/staggered_projections/local_staggered.h"
#include "stiction/solvers/staggered_projections/staggered_projections.h"

namespace stiction {

namespace {

/// A step is solved when its error is this far below the tolerance: standing structures must not creep at the speed
/// of the tolerance.
constexpr double kMargin = 0.1;
/// Carried impulses, and Newton steps from them, aim lower still.
constexpr double kRestAim = 1e-2;
/// An impulse that also undid a velocity error is wrong for the next step. So carried impulses must not only be right
/// within kRestAim: they must leave the contact velocities as they were, this much more precisely.
constexpr double kSteady = 0.1;

/// Once an aim is met, digits gained with the factors at hand are nearly free, and let the answer carry for longer.
constexpr double kPolish = 1e-5;

/// Newton steps from carried impulses: weight of the proximal term, rounds and factorizations before a firmer start.
constexpr double kNewtonWeight = 1e-6;
constexpr int kNewtonRounds = 4, kNewtonFactorizations = 12;
/// They are not tried from a start with a larger error than this: it hardly ever works.
constexpr double kNewtonStart = 1e-3;
/// Weight from which the proximal loop starts: this many times the error of the start, but within these limits.
constexpr double kWeightForError = 10, kSoftWeight = 1e-4, kFirmWeight = 0.1;
/// Problems with this many contacts and a start no better than this begin with the interior point method: far from the
/// solution it needs a third of the factorizations.
constexpr int kInteriorSize = 40;
constexpr double kInteriorStart = 3e-2;
/// Weights of further attempts, each from no impulses at all.
constexpr double kRestartWeights[] = {0.1, 1, 0.01};
/// Rounds without a tenth less error after which another start is the better bet. Falling piles often stay at one
/// level for some forty rounds while redundant impulses are shifted, and then go on.
constexpr int kPatience = 80;
constexpr int kNoLimit = std::numeric_limits<int>::max();

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

/// The stages shared by the solvers, in the order in which each solver calls them.
class Solve {
 public:
  Solve(const ContactProblem& problem, std::vector<Vec3>& r, const Budget& budget)
      : problem_(problem), r_(r), budget_(budget), deadline_(wall_seconds() + budget.time_limit_s) {
    out_of_time_ = [this] { return std::isfinite(deadline_) && wall_seconds() > deadline_; };
  }

  bool carried() {
    std::vector<Vec3> u, u_start;
    problem_.relative_velocities(r_, u);
    error_ = problem_.errors(r_, u).worst();
    const double aim = budget_.start_is_solved ? target() : rest_aim();
    if (!(error_ <= aim)) return false;
    if (!problem_.w_start.empty() && !budget_.start_is_solved) {
      problem_.contact_velocities(problem_.w_start, u_start);
      for (int k = 0; k < problem_.size(); ++k) u_start[k] -= problem_.contacts[k].bias;
      if (unsteadiness(problem_, r_, u_start, u) > kSteady * aim) return false;
    }
    report.path = SolvePath::carried;
    return true;
  }

  bool newton(double aim, double weight, int max_rounds, int max_factorizations, SolvePath path) {
    std::vector<Vec3> r = r_;
    ProximalNewtonOptions options;
    options.target = aim;
    options.at_least_one_step = path == SolvePath::newton;
    options.polish = kPolish;
    options.start_weight = weight;
    options.max_rounds = max_rounds;
    options.max_factorizations = max_factorizations;
    options.patience = patience_;
    options.out_of_time = out_of_time_;
    const auto result = proximal_newton(problem_, CoulombLaw(problem_), problem_.w_free, system(), options, r);
    report.iterations += result.rounds;
    report.factorizations += result.factorizations;
    return accept(r, result.error, path);
  }

  /// A start for the proximal loop from the middle of the cones, wherever the impulses at hand lead.
  void interior() {
    std::vector<Vec3> r;
    InteriorPointOptions options;
    options.target = std::max(options.target, target());
    options.max_iterations = std::min(options.max_iterations, iterations_left());
    options.out_of_time = out_of_time_;
    const auto result = interior_point(problem_, system(), options, r);
    report.iterations += result.iterations;
    report.factorizations += result.iterations;
    if (!r.empty()) accept(r, result.error, SolvePath::proximal);
  }

  bool staggered(StaggeredOptions options) {
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

  bool within_tolerance() const {
    std::vector<Vec3> u;
    problem_.relative_velocities(r_, u);
    return problem_.errors(r_, u).impulse <= budget_.tolerance;
  }

  /// Another way to the solution, where the one from the carried impulses got stuck.
  void restart(double weight) {
    const std::vector<Vec3> best = r_;
    const double error = error_;
    std::fill(r_.begin(), r_.end(), Vec3::Zero());
    error_ = std::numeric_limits<double>::infinity();
    newton(0.5 * budget_.tolerance, weight, iterations_left(), kNoLimit, SolvePath::proximal);
    if (!(error_ < error)) {
      r_ = best;
      error_ = error;
    }
  }

  /// On from the best impulses found, for as long as the budget lasts: what a change of start does not cure, time may.
  void insist() {
    patience_ = kNoLimit;
    newton(0.5 * budget_.tolerance, kFirmWeight, iterations_left(), kNoLimit, SolvePath::proximal);
  }

  /// Nothing reached the aim: good enough if within tolerance, else the best iterate made free of penetration.
  void finish() {
    if (within_tolerance()) {
      report.path = best_path_;
      return;
    }
    final_contact_projection(problem_, r_, &report.factorizations);
    report.path = SolvePath::unconverged;
  }

  /// Of the impulses at hand.
  double error() const { return error_; }
  int iterations_left() const { return std::max(0, budget_.max_iterations - report.iterations); }

  SolveReport report;

  double target() const { return above_rounding(kMargin * budget_.tolerance); }
  double rest_aim() const { return above_rounding(kRestAim * budget_.tolerance); }

 private:
  /// Aims below rounding would only burn time.
  double above_rounding(double aim) const { return std::min(budget_.tolerance, std::max(aim, 1e-13)); }

  /// Made when first needed: a step at rest needs none.
  NewtonSystem& system() {
    if (!system_) system_.emplace(problem_, choose_form(problem_));
    return *system_;
  }

  bool accept(std::vector<Vec3>& r, double error, SolvePath path) {
    if (!(error_ <= error)) {  // also where the start was not a number
      error_ = error;
      r_ = r;
      best_path_ = path;
    }
    if (error_ <= target()) report.path = path;
    return error_ <= target();
  }

  WhitenedProblem problem_;
  std::optional<NewtonSystem> system_;
  std::vector<Vec3>& r_;
  const Budget& budget_;
  double deadline_;
  std::function<bool()> out_of_time_;
  double error_ = 0;
  int patience_ = kPatience;
  SolvePath best_path_ = SolvePath::carried;
};

/// Where no bodies are known: the proximal Newton method on contacts. It aims at both errors of the certificate, but
/// the unit-consistent one decides.
SolveReport solve_in_contact_space(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) {
  SolveReport report;
  if (problem.size() == 0) return report;
  ContactNewtonOptions options;
  options.target = budget.tolerance;
  options.max_rounds = budget.max_iterations;
  options.trace = budget.trace;
  const double deadline = wall_seconds() + budget.time_limit_s;
  if (std::isfinite(deadline)) options.out_of_time = [deadline] { return wall_seconds() > deadline; };
  const ContactNewtonResult result = contact_newton(problem, r, options);
  report.iterations = result.iterations();
  report.factorizations = result.factorizations;
  const bool good = result.error <= budget.tolerance || certify(problem, r).error <= budget.tolerance;
  report.path = !good ? SolvePath::unconverged : result.iterations() == 0 ? SolvePath::carried : SolvePath::proximal;
  return report;
}

/// Carried impulses, then Newton from them, then the proximal loop from a firmer start.
class AutoSolver : public ContactSolver {
 public:
  SolveReport solve(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    return solve_in_contact_space(problem, r, budget);
  }
  SolveReport solve(const ContactProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    Solve s(problem, r, budget);
    if (s.carried()) return s.report;
    if (s.error() <= kNewtonStart &&
        s.newton(s.rest_aim(), std::max(kNewtonWeight, kWeightForError * s.error()),
                 std::min(kNewtonRounds, s.iterations_left()), kNewtonFactorizations, SolvePath::newton))
      return s.report;
    if (problem.size() >= kInteriorSize && !(s.error() <= kInteriorStart)) s.interior();
    if (s.error() <= s.target()) return s.report;
    // In this order of arguments a start that is not a number gets the firm weight.
    const double weight = std::max(kSoftWeight, std::min(kFirmWeight, kWeightForError * s.error()));
    if (s.newton(s.target(), weight, s.iterations_left(), kNoLimit, SolvePath::proximal)) return s.report;
    for (const double restart_weight : kRestartWeights)
      if (!s.within_tolerance()) s.restart(restart_weight);
    if (!s.within_tolerance()) s.insist();
    s.finish();
    return s.report;
  }
};

class ProximalNewtonSolver : public ContactSolver {
 public:
  SolveReport solve(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    return solve_in_contact_space(problem, r, budget);
  }
  SolveReport solve(const ContactProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    Solve s(problem, r, budget);
    if (s.carried()) return s.report;
    if (!s.newton(s.target(), kFirmWeight, s.iterations_left(), kNoLimit, SolvePath::proximal)) s.finish();
    return s.report;
  }
};

/// The paper's algorithm; where it stalls with the exact disk, the proximal loop goes on from its best iterate.
class StaggeredSolver : public ContactSolver {
 public:
  explicit StaggeredSolver(const SolverSettings& settings) {
    options_.samples = settings.friction_samples;
    if (settings.form == "primal") options_.form = Form::primal;
    if (settings.form == "dual") options_.form = Form::dual;
  }
  SolveReport solve(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    LocalStaggeredOptions options;
    options.samples = options_.samples;
    options.max_iterations = budget.max_iterations;
    options.tolerance = budget.tolerance;
    const double deadline = wall_seconds() + budget.time_limit_s;
    if (std::isfinite(deadline)) options.out_of_time = [deadline] { return wall_seconds() > deadline; };
    const LocalResult result = local_staggered_projections(problem, r, options, budget.trace);
    SolveReport report;
    report.path = result.converged ? SolvePath::staggered : SolvePath::unconverged;
    report.iterations = result.iterations;
    report.factorizations = result.factorizations;
    if (options.samples > 0) report.model_error = result.model_error;
    return report;
  }
  SolveReport solve(const ContactProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    Solve s(problem, r, budget);
    if (s.carried()) return s.report;
    StaggeredOptions options = options_;
    options.max_iterations = s.iterations_left();
    if (s.staggered(options)) return s.report;
    if (!s.newton(s.target(), kFirmWeight, s.iterations_left(), kNoLimit, SolvePath::proximal)) s.finish();
    return s.report;
  }

 private:
  StaggeredOptions options_;
};

}  // namespace

SolveReport ContactSolver::solve(const ContactProblem& problem, std::vector<Vec3>& impulses,
                                 const Budget& budget) const {
  return solve(condense(problem), impulses, budget);
}

const std::vector<std::string>& solver_names() {
  static const std::vector<std::string> names = {"auto",
                                                 "proximal_newton",
                                                 "staggered_projections",
                                                 "gauss_seidel",
                                                 "conjugate_gradient",
                                                 "pcg_gauss_seidel",
                                                 "fischer_newton",
                                                 "lemke"};
  return names;
}

std::unique_ptr<ContactSolver> make_solver(const SolverSettings& settings) {
  if (!(settings.tolerance > 0)) throw InputError("solver.tolerance", "is not above 0", "give a number such as 1e-6");
  if (settings.max_iterations < 1) throw InputError("solver.max_iterations", "is below 1", "give 1 or more");
  if (!(settings.time_limit_s > 0)) throw InputError("solver.time_limit_ms", "is not above 0", "give a time above 0");
  if (settings.friction_samples != 0 && settings.friction_samples < 3)
    throw InputError("solver.friction_samples", "is neither 0 nor at least 3",
                     "give 0 for the exact disk, or 3 or more");
  if (settings.form != "auto" && settings.form != "primal" && settings.form != "dual")
    throw InputError("solver.form", "is '" + settings.form + "'", "give auto, primal or dual");
  check_option_fits_type(settings);
  if (settings.type == "auto") return std::make_unique<AutoSolver>();
  if (settings.type == "proximal_newton") return std::make_unique<ProximalNewtonSolver>();
  if (settings.type == "staggered_projections") return std::make_unique<StaggeredSolver>(settings);
  if (auto solver = make_local_solver(settings)) return solver;
  std::string names;
  for (const std::string& name : solver_names()) names += (names.empty() ? "" : ", ") + name;
  throw InputError("solver.type", "is '" + settings.type + "'", "give one of " + names);
}

}  // namespace stiction
