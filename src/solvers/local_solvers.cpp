#include "stiction/solvers/local_solvers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/solvers/conjugate_gradient/conjugate_gradient.h"
#include "stiction/solvers/fischer_newton/fischer_newton.h"
#include "stiction/solvers/gauss_seidel/gauss_seidel.h"
#include "stiction/solvers/lemke/lemke.h"

namespace stiction {

namespace {

/// Model errors aim this far below the tolerance, so that what stands does not creep at the speed of the tolerance.
constexpr double kMargin = 0.1;

FrictionSet friction_set(const SolverSettings& settings) {
  return settings.friction == "cone" ? FrictionSet::cone() : FrictionSet::pyramid();
}

ConjugateDirection direction(const SolverSettings& settings) {
  return settings.direction == "polak_ribiere" ? ConjugateDirection::polak_ribiere
                                               : ConjugateDirection::fletcher_reeves;
}

GaussSeidelOptions gauss_seidel_options(const SolverSettings& settings, const Budget& budget) {
  GaussSeidelOptions options;
  options.set = friction_set(settings);
  options.relaxation = settings.relaxation;
  options.max_iterations = budget.max_iterations;
  options.tolerance = budget.tolerance;
  options.out_of_time = budget.clock();
  return options;
}

ConjugateGradientOptions gradient_options(const SolverSettings& settings, const Budget& budget) {
  ConjugateGradientOptions options;
  options.set = friction_set(settings);
  options.direction = direction(settings);
  options.max_iterations = budget.max_iterations;
  options.tolerance = budget.tolerance;
  options.out_of_time = budget.clock();
  return options;
}

CombinedOptions combined_options(const SolverSettings& settings, const Budget& budget) {
  CombinedOptions options;
  const PhaseThresholds hand_over = options.gradient.thresholds;
  options.gradient = gradient_options(settings, budget);
  options.gradient.thresholds = hand_over;
  options.gradient.max_iterations = 0;  // twice the unknowns; the limit is for the sweeps
  options.max_sweeps = budget.max_iterations;
  options.relaxation = settings.relaxation;
  return options;
}

FischerNewtonOptions fischer_newton_options(const SolverSettings& settings, const Budget& budget) {
  FischerNewtonOptions options;
  if (settings.subsystem == "quasi_ncg") options.subsystem = FischerNewtonOptions::Subsystem::quasi_ncg;
  options.proximal = settings.proximal;
  options.alignments = settings.alignments;
  options.max_steps = budget.max_iterations;
  options.tolerance = budget.tolerance;
  options.out_of_time = budget.clock();
  return options;
}

LemkeOptions lemke_options(const SolverSettings& settings, const Budget& budget) {
  LemkeOptions options;
  if (settings.friction_samples > 0) options.directions = settings.friction_samples;
  options.tolerance = budget.tolerance;
  options.out_of_time = budget.clock();
  return options;
}

/// Where the bodies can be put to use, they are: without them, solve_local().
LocalResult solve_with_bodies(const SolverSettings& settings, const ContactProblem& problem, std::vector<Vec3>& r,
                              const Budget& budget) {
  if (settings.type == "fischer_newton") return fischer_newton(problem, r, fischer_newton_options(settings, budget));
  const LocalProblem local = condense(problem);
  if (!settings.shock_propagation) return solve_local(settings, local, r, budget);
  const ShockLevels levels = shock_levels(problem);
  GaussSeidelOptions options = gauss_seidel_options(settings, budget);
  options.shock = &levels;
  return gauss_seidel(local, r, options);
}

class LocalSolver : public ContactSolver {
 public:
  explicit LocalSolver(SolverSettings settings) : settings_(std::move(settings)) {}
  SolveReport solve(const ContactProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    Budget aim = budget;
    aim.tolerance *= kMargin;
    return report(solve_with_bodies(settings_, problem, r, aim));
  }
  SolveReport solve(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    return report(solve_local(settings_, problem, r, budget, budget.trace));
  }

 private:
  SolveReport report(const LocalResult& result) const {
    SolveReport report;
    const bool carried = result.iterations == 0 && settings_.type != "lemke";
    report.path = carried ? SolvePath::carried : SolvePath::chosen;
    report.iterations = result.iterations;
    report.factorizations = result.factorizations;
    const bool has_choice = settings_.type != "fischer_newton" && settings_.type != "lemke";
    if (!has_choice || settings_.friction != "cone") report.model_error = result.model_error;
    return report;
  }

  SolverSettings settings_;
};

}  // namespace

const std::vector<std::string>& local_solver_types() {
  static const std::vector<std::string> types = {"gauss_seidel", "conjugate_gradient", "pcg_gauss_seidel",
                                                 "fischer_newton", "lemke"};
  return types;
}

LocalResult solve_local(const SolverSettings& settings, const LocalProblem& problem, std::vector<Vec3>& r,
                        const Budget& budget, const Trace& trace) {
  if (settings.shock_propagation)
    throw InputError("solver.shock_propagation", "needs bodies, and the problem has none", "leave the option out");
  if (settings.type == "gauss_seidel") return gauss_seidel(problem, r, gauss_seidel_options(settings, budget), trace);
  if (settings.type == "conjugate_gradient")
    return conjugate_gradient(problem, r, gradient_options(settings, budget), trace);
  if (settings.type == "pcg_gauss_seidel")
    return pcg_gauss_seidel(problem, r, combined_options(settings, budget), trace);
  if (settings.type == "fischer_newton")
    return fischer_newton(problem, r, fischer_newton_options(settings, budget), trace);
  if (settings.type == "lemke") return lemke(problem, r, lemke_options(settings, budget), trace);
  std::string names;
  for (const std::string& type : local_solver_types()) names += (names.empty() ? "" : ", ") + type;
  throw InputError("solver.type", "is '" + settings.type + "'", "give one of " + names);
}

std::unique_ptr<ContactSolver> make_local_solver(const SolverSettings& settings) {
  const std::vector<std::string>& types = local_solver_types();
  if (std::find(types.begin(), types.end(), settings.type) == types.end()) return nullptr;
  return std::make_unique<LocalSolver>(settings);
}

void check_option_fits_type(const SolverSettings& settings) {
  const SolverSettings usual;
  const auto check = [&](const std::string& option, bool changed, const std::vector<std::string>& types) {
    if (!changed || std::find(types.begin(), types.end(), settings.type) != types.end()) return;
    std::string names;
    for (const std::string& type : types) names += (names.empty() ? "" : " or ") + type;
    throw InputError("solver." + option, "is an option of " + names + ", but solver.type is '" + settings.type + "'",
                     "set solver.type to " + names + " or leave the option out");
  };
  check("friction_samples", settings.friction_samples != usual.friction_samples, {"staggered_projections", "lemke"});
  check("max_factorizations", settings.max_factorizations != usual.max_factorizations, {"auto", "proximal_newton"});
  check("form", settings.form != usual.form, {"staggered_projections"});
  check("friction", settings.friction != usual.friction, {"gauss_seidel", "conjugate_gradient", "pcg_gauss_seidel"});
  check("relaxation", settings.relaxation != usual.relaxation, {"gauss_seidel", "pcg_gauss_seidel"});
  check("shock_propagation", settings.shock_propagation != usual.shock_propagation, {"gauss_seidel"});
  check("direction", settings.direction != usual.direction, {"conjugate_gradient", "pcg_gauss_seidel"});
  check("subsystem", settings.subsystem != usual.subsystem, {"fischer_newton"});
  check("proximal", settings.proximal != usual.proximal, {"fischer_newton"});
  check("alignments", settings.alignments != usual.alignments, {"fischer_newton"});
  const auto expect = [](bool right, const std::string& option, const std::string& remedy) {
    if (!right) throw InputError("solver." + option, "is not one that there is", remedy);
  };
  expect(settings.friction == "pyramid" || settings.friction == "cone", "friction", "give pyramid or cone");
  expect(settings.direction == "fletcher_reeves" || settings.direction == "polak_ribiere", "direction",
         "give fletcher_reeves or polak_ribiere");
  expect(settings.subsystem == "exact" || settings.subsystem == "quasi_ncg", "subsystem", "give exact or quasi_ncg");
  expect(settings.relaxation > 0 && settings.relaxation < 2, "relaxation", "give a factor above 0 and below 2");
  expect(settings.alignments >= 0, "alignments", "give 0 or more");
}

}  // namespace stiction
