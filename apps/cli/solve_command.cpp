#include "solve_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <future>
#include <thread>

#include "exit_codes.h"
#include "solve_results.h"
#include "stiction/common/error.h"
#include "stiction/common/new_file.h"
#include "stiction/common/timer.h"
#include "stiction/problem/certificate.h"
#include "stiction/problem/spectrum.h"
#include "stiction/solvers/contact_solver.h"
#include "stop_signal.h"

namespace stiction::cli {
namespace {

/// Solves shorter than this, s of CPU time, are timed as the best of a few: the first also pays for loading the
/// program.
constexpr double kShort = 0.1;
constexpr int kRepeats = 5;

std::vector<std::string> chosen_solvers(const SolveOptions& options) {
  if (options.solvers.empty()) return {"auto"};
  std::vector<std::string> names;
  for (const std::string& name : options.solvers) {
    if (name == "all") {
      names.insert(names.end(), solver_names().begin(), solver_names().end());
    } else {
      SolverSettings settings;
      settings.type = name;
      make_solver(settings);  // throws if there is none of that name
      names.push_back(name);
    }
  }
  return names;
}

void check_options(const SolveOptions& options) {
  const auto is_sound = [](double x) { return std::isfinite(x) && x > 0; };
  if (!is_sound(options.tolerance))
    throw InputError("--tolerance", "is not a finite number above 0", "give a number such as 1e-8");
  if (!is_sound(options.time_limit))
    throw InputError("--time-limit", "is not a finite number above 0", "give seconds, such as 60");
  if (options.friction != "pyramid" && options.friction != "cone")
    throw InputError("--friction", "is '" + options.friction + "'", "give pyramid or cone");
  if (options.max_iterations < 1) throw InputError("--max-iterations", "is below 1", "give 1 or more");
  if (!options.output.empty() && options.problems.size() != 1)
    throw InputError("-o", "takes the solution of one problem", "solve one problem at a time");
}

std::vector<Vec3> start(const ProblemFile& file, const std::string& path, int guess) {
  if (guess == 0) return std::vector<Vec3>(file.problem.size(), Vec3::Zero());
  if (guess < 0 || guess > std::ssize(file.guesses))
    throw InputError(path, fmt::format("has {} guesses, no number {}", file.guesses.size(), guess),
                     "choose one of them with --guess, or 0 for a cold start");
  return file.guesses[guess - 1].r;
}

SolverSettings settings_of(const std::string& name, const SolveOptions& options) {
  SolverSettings settings;
  settings.type = name;
  settings.tolerance = options.tolerance;
  const auto has_choice = {"gauss_seidel", "conjugate_gradient", "pcg_gauss_seidel"};
  if (std::find(has_choice.begin(), has_choice.end(), name) != has_choice.end()) settings.friction = options.friction;
  return settings;
}

SolveResult solve_with(const std::string& name, const ProblemFile& file, std::vector<Vec3> impulses,
                       const SolveOptions& options) {
  SolveResult result;
  result.solver = name;
  Budget budget;
  budget.tolerance = options.tolerance;
  budget.max_iterations = options.max_iterations;
  budget.time_limit_s = options.time_limit;
  if (!options.plot.empty())
    budget.trace = [&](int, double cost, double normal, double friction) {
      result.curve.push_back({cost, normal, friction});
    };
  try {
    const auto solver = make_solver(settings_of(name, options));
    const std::vector<Vec3> first = impulses;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
      impulses = first;
      const double cpu = cpu_seconds(), wall = wall_seconds();
      const SolveReport report = solver->solve(file.problem, impulses, budget);
      const double cpu_s = cpu_seconds() - cpu, wall_s = wall_seconds() - wall;
      if (repeat == 0 || cpu_s < result.cpu_s) {
        result.cpu_s = cpu_s;
        result.wall_s = wall_s;
      }
      result.iterations = report.iterations;
      result.factorizations = report.factorizations;
      if (!std::isnan(report.model_error)) result.model_error = report.model_error;
      if (cpu_s > kShort || budget.trace) break;
    }
  } catch (const InputError& error) {
    result.status = "refused";
    result.reason = error.problem();
    return result;
  }
  result.certificate = certify(file.problem, impulses);
  result.impulses = std::move(impulses);
  const bool solved = result.certificate.error <= options.tolerance;
  const bool model = result.model_error && *result.model_error <= options.tolerance;
  result.status = solved ? "solved" : model ? "model" : "unsolved";
  return result;
}

ProblemResults solve_problem(const std::string& path, const std::vector<std::string>& solvers,
                             const SolveOptions& options) {
  ProblemResults problem;
  problem.path = path;
  problem.file = read_problem(path);
  const std::vector<Vec3> impulses = start(problem.file, path, options.guess);
  if (rows_in_use(problem.file.problem) <= kSpectrumRows || !options.plot.empty()) {
    problem.spectrum = eigenvalues(problem.file.problem);
    if (!problem.spectrum.empty() && problem.spectrum.back() > 0)
      problem.smallest_eigenvalue = problem.spectrum.front() / problem.spectrum.back();
  }
  for (const std::string& name : solvers) problem.results.push_back(solve_with(name, problem.file, impulses, options));
  return problem;
}

const SolveResult* best_of(const std::vector<SolveResult>& results) {
  const SolveResult* best = nullptr;
  for (const SolveResult& r : results)
    if (r.status != "refused" && (!best || r.certificate.error < best->certificate.error)) best = &r;
  return best;
}

void write_page(const std::string& path, const std::string& page) {
  NewFile target(path);
  std::ofstream file(target.draft(), std::ios::trunc);
  file << page;
  file.close();
  if (!file) throw InputError(path, "could not be written", "check that its folder exists and may be written");
  target.publish();
}

/// Problem by problem, on a thread of its own, so that Ctrl-C need not wait for a solve to end. True if there was one:
/// then `problems` holds what was ready before, and that thread may still be at work.
bool solve_all(const std::vector<std::string>& solvers, const SolveOptions& options,
               std::vector<ProblemResults>& problems) {
  catch_stop_signals();
  for (const std::string& path : options.problems) {
    std::packaged_task<ProblemResults()> task([&] { return solve_problem(path, solvers, options); });
    std::future<ProblemResults> result = task.get_future();
    std::thread worker(std::move(task));
    while (result.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
      if (!stop_requested()) continue;
      worker.detach();
      return true;
    }
    worker.join();
    problems.push_back(result.get());
    if (stop_requested()) return true;
  }
  return false;
}

/// What was solved before a stop is told; then the program ends at once, whatever its other thread is doing.
[[noreturn]] void end_stopped(std::size_t solved, std::size_t all) {
  fmt::print(stderr, "stiction: stopped after {} of {} problems\n", solved, all);
  std::fflush(nullptr);
  std::_Exit(kStopped);
}

}  // namespace

int solve_command(const SolveOptions& options) {
  check_options(options);
  const std::vector<std::string> solvers = chosen_solvers(options);
  std::vector<ProblemResults> problems;
  const bool stopped = solve_all(solvers, options, problems);
  if (stopped && problems.empty()) end_stopped(0, options.problems.size());
  if (!options.output.empty()) {
    const SolveResult* best = best_of(problems.front().results);
    if (!best) throw InputError(options.output, "there is no solution to write", "choose another solver");
    write_solution(options.output, options.problems.front(), problems.front().file, best->impulses);
  }
  if (!options.plot.empty()) write_page(options.plot, to_page(problems, options.tolerance));
  fmt::print("{}", options.json ? to_json(problems, options.tolerance) + "\n" : to_table(problems, options.tolerance));
  if (std::fflush(stdout) != 0) throw Error("the results could not be written to standard output");
  if (stopped) end_stopped(problems.size(), options.problems.size());
  const bool all_solved = std::all_of(problems.begin(), problems.end(), [](const ProblemResults& problem) {
    return std::all_of(problem.results.begin(), problem.results.end(),
                       [](const SolveResult& result) { return result.status == "solved"; });
  });
  return options.strict && !all_solved ? kNotConverged : kGood;
}

}  // namespace stiction::cli
