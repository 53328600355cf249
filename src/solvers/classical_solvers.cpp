#include "stiction/solvers/classical_solvers.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "stiction/common/timer.h"
#include "stiction/problem/certificate.h"
#include "stiction/solvers/conjugate_gradient/conjugate_gradient.h"
#include "stiction/solvers/fischer_newton/fischer_newton.h"
#include "stiction/solvers/gauss_seidel/gauss_seidel.h"
#include "stiction/solvers/lemke/lemke.h"

namespace stiction {

namespace {

/// What the wrapped functions have in common.
struct Limits {
  double tolerance;
  int max_iterations;
  std::function<bool()> out_of_time;
};

using Method =
    std::function<LocalResult(const LocalProblem&, std::vector<Vec3>& r, const Limits& limits, const Trace& trace)>;

LocalResult run_gauss_seidel(const FrictionSet& set, const LocalProblem& problem, std::vector<Vec3>& r,
                             const Limits& limits, const Trace& trace) {
  GaussSeidelOptions options;
  options.set = set;
  options.tolerance = limits.tolerance;
  options.max_iterations = limits.max_iterations;
  options.out_of_time = limits.out_of_time;
  return gauss_seidel(problem, r, options, trace);
}

LocalResult run_conjugate_gradient(const LocalProblem& problem, std::vector<Vec3>& r, const Limits& limits,
                                   const Trace& trace) {
  ConjugateGradientOptions options;
  options.set = FrictionSet::cone();
  options.tolerance = limits.tolerance;
  options.max_iterations = limits.max_iterations;
  options.out_of_time = limits.out_of_time;
  return conjugate_gradient(problem, r, options, trace);
}

LocalResult run_combined(const LocalProblem& problem, std::vector<Vec3>& r, const Limits& limits, const Trace& trace) {
  CombinedOptions options;
  options.gradient.set = FrictionSet::cone();
  options.gradient.tolerance = limits.tolerance;
  options.gradient.out_of_time = limits.out_of_time;
  options.max_sweeps = limits.max_iterations;
  return pcg_gauss_seidel(problem, r, options, trace);
}

LocalResult run_fischer_newton(const LocalProblem& problem, std::vector<Vec3>& r, const Limits& limits,
                               const Trace& trace) {
  FischerNewtonOptions options;
  options.tolerance = limits.tolerance;
  options.max_steps = limits.max_iterations;
  options.out_of_time = limits.out_of_time;
  return fischer_newton(problem, r, options, trace);
}

LocalResult run_lemke(const LocalProblem& problem, std::vector<Vec3>& r, const Limits& limits, const Trace& trace) {
  LemkeOptions options;
  options.tolerance = limits.tolerance;
  options.out_of_time = limits.out_of_time;
  return lemke(problem, r, options, trace);
}

struct Named {
  std::string name;
  bool exact;  ///< its friction set is the cone
  Method method;
};

const std::vector<Named>& methods() {
  using std::placeholders::_1, std::placeholders::_2, std::placeholders::_3, std::placeholders::_4;
  static const std::vector<Named> all = {
      {"gauss_seidel", true, std::bind(run_gauss_seidel, FrictionSet::cone(), _1, _2, _3, _4)},
      {"gauss_seidel_pyramid", false, std::bind(run_gauss_seidel, FrictionSet::pyramid(), _1, _2, _3, _4)},
      {"conjugate_gradient", true, run_conjugate_gradient},
      {"combined", true, run_combined},
      {"fischer_newton", false, run_fischer_newton},
      {"lemke", false, run_lemke},
  };
  return all;
}

class ClassicalSolver : public ContactSolver {
 public:
  explicit ClassicalSolver(const Named& method) : method_(method) {}
  using ContactSolver::solve;
  SolveReport solve(const LocalProblem& problem, std::vector<Vec3>& r, const Budget& budget) const override {
    SolveReport report;
    if (problem.size() == 0) return report;
    Limits limits{budget.tolerance, budget.max_iterations, {}};
    const double deadline = wall_seconds() + budget.time_limit_s;
    if (std::isfinite(deadline)) limits.out_of_time = [deadline] { return wall_seconds() > deadline; };
    const LocalResult result = method_.method(problem, r, limits, budget.trace);
    report.iterations = result.iterations;
    report.factorizations = result.factorizations;
    if (!method_.exact) report.model_error = result.model_error;
    report.path = result.converged ? SolvePath::classical : SolvePath::unconverged;
    return report;
  }

 private:
  const Named& method_;  ///< lives as long as the program
};

}  // namespace

const std::vector<std::string>& classical_solver_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Named& method : methods()) all.push_back(method.name);
    return all;
  }();
  return names;
}

std::unique_ptr<ContactSolver> make_classical_solver(const std::string& name) {
  for (const Named& method : methods())
    if (method.name == name) return std::make_unique<ClassicalSolver>(method);
  return nullptr;
}

}  // namespace stiction
