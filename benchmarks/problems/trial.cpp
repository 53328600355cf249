#include "trial.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/problem/certificate.h"
#include "stiction/problem/decomposition.h"
#include "stiction/problem/fclib.h"
#include "stiction/solvers/contact_solver.h"

namespace stiction::bench {

void for_each_problem(const Source& source, const std::function<void(const OwnProblem&)>& use) {
  World world = build_world(source.build());
  for (int i = 0; i < source.steps.count; ++i) {
    while (world.state().step <= source.steps.first + i * source.steps.stride) world.step();
    std::vector<ProblemBlock> blocks = decompose(world.last_problem());
    if (blocks.empty()) continue;
    ProblemBlock& largest = *std::max_element(
        blocks.begin(), blocks.end(), [](const auto& a, const auto& b) { return a.problem.size() < b.problem.size(); });
    OwnProblem own{source.kind, source.name + " step " + std::to_string(world.state().step), source.parameters, {}, {}};
    for (const int k : largest.contacts) own.solution.push_back(world.last_impulses()[k]);
    own.problem = std::move(largest.problem);
    own.problem.v_start.clear();  // a cold start has no history
    use(own);
  }
}

Trial solve_cold(const OwnProblem& own, const TrialOptions& options) {
  const ContactProblem& problem = own.problem;
  Trial trial;
  trial.kind = own.kind;
  trial.name = own.name;
  trial.parameters = own.parameters;
  trial.lightest = trial.mu_min = std::numeric_limits<double>::infinity();
  for (const Mat6& mass : problem.mass) {
    trial.lightest = std::min(trial.lightest, mass(0, 0));
    trial.heaviest = std::max(trial.heaviest, mass(0, 0));
  }
  for (const ProblemContact& c : problem.contacts) {
    ++(c.law == RowLaw::coulomb ? trial.contacts : c.law == RowLaw::bounded ? trial.joints : trial.rolling);
    if (c.law != RowLaw::coulomb) continue;
    trial.mu_min = std::min(trial.mu_min, c.mu);
    trial.mu_max = std::max(trial.mu_max, c.mu);
  }
  const auto solver = make_solver({});
  Budget budget;
  budget.tolerance = options.tolerance;
  budget.max_iterations = options.max_iterations;
  std::vector<Vec3> r(problem.size(), Vec3::Zero());
  double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
  solver->solve(problem, r, budget);
  trial.bodies.seconds = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
  Certificate c = certify(problem, velocities(problem, r), r);
  trial.bodies.error = c.error;
  trial.bodies.error_q = c.error_q;
  if (trial.rolling > 0 || problem.size() > options.largest_condensed) return trial;
  const LocalProblem local = condense(problem);
  std::fill(r.begin(), r.end(), Vec3::Zero());
  begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
  solver->solve(local, r, budget);
  const double seconds = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
  c = certify(local, r);
  trial.contacts_only = Verdict{c.error, c.error_q, seconds};
  return trial;
}

void make_folder(const std::string& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw InputError(folder, "cannot be made: " + failure.message(), "give another folder");
}

bool keep(const OwnProblem& own, const std::string& folder) {
  const auto has = [&](RowLaw law) {
    return std::any_of(own.problem.contacts.begin(), own.problem.contacts.end(),
                       [&](const ProblemContact& c) { return c.law == law; });
  };
  if (has(RowLaw::rolling)) return false;
  std::string name = own.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || c == ' '; }, '_');
  const std::string path = (std::filesystem::path(folder) / (name + ".hdf5")).string();
  const ProblemInfo info{own.name, "A " + own.kind + " scene of stiction's benchmark of its own problems", ""};
  if (has(RowLaw::bounded)) {
    std::vector<Vec3> solution;
    const ContactProblem plain = free_of_bounds(own.problem, own.solution, solution);
    write_global_problem(path, plain, info, &solution);
  } else {
    write_local_problem(path, condense(own.problem), info, &own.solution);
  }
  return true;
}

}  // namespace stiction::bench
