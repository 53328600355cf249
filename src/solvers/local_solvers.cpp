#include "stiction/solvers/local_solvers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
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

bool is_exact(const FrictionSet& set) { return set.kind == FrictionSet::Kind::cone; }

ConjugateDirection direction(const SolverSettings& settings) {
  return settings.direction == "polak_ribiere" ? ConjugateDirection::polak_ribiere
                                               : ConjugateDirection::fletcher_reeves;
}

std::function<bool()> clock(const Budget& budget) {
  if (!std::isfinite(budget.time_limit_s)) return {};
  return [deadline = wall_seconds() + budget.time_limit_s] { return wall_seconds() > deadline; };
}

SolveReport report(const LocalResult& result, bool exact_set) {
  SolveReport report;
  report.path = result.iterations == 0 ? SolvePath::carried : SolvePath::chosen;
  report.iterations = result.iterations;
  report.factorizations = result.factorizations;
  if (!exact_set) report.model_error = result.model_error;
  return report;
}

/// Simulations aim lower than problems from files.
Budget with_margin(Budget budget) {
  budget.tolerance *= kMargin;
  return budget;
}

/// A solver that knows contacts only.
class LocalSolver : public ContactSolver {
 public:
  using ContactSolver::solve;
  SolveReport solve(const ContactProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    return solve(condense(problem), r, with_margin(budget));
  }
};

class GaussSeidelSolver : public ContactSolver {
 public:
  explicit GaussSeidelSolver(const SolverSettings& settings) : shock_(settings.shock_propagation) {
    options_.set = friction_set(settings);
    options_.relaxation = settings.relaxation;
  }
  SolveReport solve(const ContactProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    if (!shock_) return run(condense(problem), r, with_margin(budget), nullptr);
    const ShockLevels levels = shock_levels(problem);
    return run(condense(problem), r, with_margin(budget), &levels);
  }
  SolveReport solve(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    if (shock_)
      throw InputError("solver.shock_propagation", "needs bodies, which a problem file does not name",
                       "leave it out for problem files");
    return run(problem, r, budget, nullptr);
  }

 private:
  SolveReport run(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget,
                  const ShockLevels* levels) const {
    GaussSeidelOptions options = options_;
    options.max_iterations = budget.max_iterations;
    options.tolerance = budget.tolerance;
    options.out_of_time = clock(budget);
    options.shock = levels;
    return report(gauss_seidel(problem, r, options, budget.trace), is_exact(options.set));
  }
  GaussSeidelOptions options_;
  bool shock_;
};

class ConjugateGradientSolver : public LocalSolver {
 public:
  explicit ConjugateGradientSolver(const SolverSettings& settings) {
    options_.set = friction_set(settings);
    options_.direction = direction(settings);
  }
  using LocalSolver::solve;
  SolveReport solve(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    ConjugateGradientOptions options = options_;
    options.max_iterations = budget.max_iterations;
    options.tolerance = budget.tolerance;
    options.out_of_time = clock(budget);
    return report(conjugate_gradient(problem, r, options, budget.trace), is_exact(options.set));
  }

 private:
  ConjugateGradientOptions options_;
};

class CombinedSolver : public LocalSolver {
 public:
  explicit CombinedSolver(const SolverSettings& settings) {
    options_.gradient.set = friction_set(settings);
    options_.gradient.direction = direction(settings);
    options_.relaxation = settings.relaxation;
  }
  using LocalSolver::solve;
  SolveReport solve(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    CombinedOptions options = options_;
    options.max_sweeps = budget.max_iterations;
    options.gradient.tolerance = budget.tolerance;
    options.gradient.out_of_time = clock(budget);
    return report(pcg_gauss_seidel(problem, r, options, budget.trace), is_exact(options.gradient.set));
  }

 private:
  CombinedOptions options_;
};

class FischerNewtonSolver : public ContactSolver {
 public:
  explicit FischerNewtonSolver(const SolverSettings& settings) {
    if (settings.subsystem == "quasi_ncg") options_.subsystem = FischerNewtonOptions::Subsystem::quasi_ncg;
    options_.proximal = settings.proximal;
    options_.alignments = settings.alignments;
  }
  SolveReport solve(const ContactProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    return report(fischer_newton(problem, r, limited(with_margin(budget))), false);
  }
  SolveReport solve(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    return report(fischer_newton(problem, r, limited(budget), budget.trace), false);
  }

 private:
  FischerNewtonOptions limited(const Budget& budget) const {
    FischerNewtonOptions options = options_;
    options.max_steps = budget.max_iterations;
    options.tolerance = budget.tolerance;
    options.out_of_time = clock(budget);
    return options;
  }

  FischerNewtonOptions options_;
};

class LemkeSolver : public LocalSolver {
 public:
  explicit LemkeSolver(const SolverSettings& settings) {
    if (settings.friction_samples > 0) options_.directions = settings.friction_samples;
  }
  using LocalSolver::solve;
  SolveReport solve(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    LemkeOptions options = options_;
    options.tolerance = budget.tolerance;
    options.out_of_time = clock(budget);
    SolveReport result = report(lemke(problem, r, options, budget.trace), false);
    result.path = SolvePath::chosen;
    return result;
  }

 private:
  LemkeOptions options_;
};

}  // namespace

std::unique_ptr<ContactSolver> make_local_solver(const SolverSettings& settings) {
  if (settings.type == "gauss_seidel") return std::make_unique<GaussSeidelSolver>(settings);
  if (settings.type == "conjugate_gradient") return std::make_unique<ConjugateGradientSolver>(settings);
  if (settings.type == "pcg_gauss_seidel") return std::make_unique<CombinedSolver>(settings);
  if (settings.type == "fischer_newton") return std::make_unique<FischerNewtonSolver>(settings);
  if (settings.type == "lemke") return std::make_unique<LemkeSolver>(settings);
  return nullptr;
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
