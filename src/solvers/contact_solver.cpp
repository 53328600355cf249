#include "stiction/solvers/contact_solver.h"

#include <cmath>

#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/solvers/auto_solver.h"
#include "stiction/solvers/local_solvers.h"
#include "stiction/solvers/solve_stages.h"
#include "stiction/solvers/staggered_projections/local_staggered.h"

namespace stiction {

namespace {

class ProximalNewtonSolver : public ContactSolver {
 public:
  SolveReport solve(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    return solve_in_contact_space(problem, r, budget);
  }
  SolveReport solve(const ContactProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    const WhitenedProblem whitened(problem);
    SolveStages s(whitened, r, budget);
    if (s.carried()) return s.report;
    if (!s.newton(s.target(), SolveStages::kFirmWeight, s.iterations_left(), SolveStages::kNoLimit,
                  SolvePath::proximal))
      s.finish();
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
    options.out_of_time = budget.clock();
    const LocalResult result = local_staggered_projections(problem, r, options, budget.trace);
    SolveReport report;
    report.path = result.converged ? SolvePath::staggered : SolvePath::unconverged;
    report.iterations = result.iterations;
    report.factorizations = result.factorizations;
    if (options.samples > 0) report.model_error = result.model_error;
    return report;
  }
  SolveReport solve(const ContactProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    const WhitenedProblem whitened(problem);
    SolveStages s(whitened, r, budget);
    if (s.carried()) return s.report;
    StaggeredOptions options = options_;
    options.max_iterations = s.iterations_left();
    if (s.staggered(options)) return s.report;
    if (!s.newton(s.target(), SolveStages::kFirmWeight, s.iterations_left(), SolveStages::kNoLimit,
                  SolvePath::proximal))
      s.finish();
    return s.report;
  }

 private:
  StaggeredOptions options_;
};

}  // namespace

std::function<bool()> Budget::clock() const {
  if (!std::isfinite(time_limit_s)) return {};
  return [deadline = wall_seconds() + time_limit_s] { return wall_seconds() > deadline; };
}

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
  if (settings.max_factorizations < 1) throw InputError("solver.max_factorizations", "is below 1", "give 1 or more");
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
