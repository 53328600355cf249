// The same contact problems through stiction's default solver and through Siconos, judged alike from outside.
#include <fmt/core.h>
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "../command_line.h"
#include "siconos_solver.h"
#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/problem/certificate.h"
#include "stiction/problem/fclib.h"
#include "stiction/solvers/contact_solver.h"

namespace {

using namespace stiction;
using namespace stiction::bench;

constexpr double kNever = std::numeric_limits<double>::infinity();
/// Shorter times count as this: below it the clock decides.
constexpr double kShortest = 50e-6;
/// Siconos stops by an error of its own. It is asked for ever more until the common judge is content, and only the run
/// that contents him counts.
constexpr double kStricter[] = {1, 1e-1, 1e-2, 1e-4};
/// Of so many runs the fastest counts, as it does for Siconos.
constexpr int kRepeats = 3;

bool content(const LocalProblem& problem, const std::vector<Vec3>& r, double tolerance) {
  const Certificate c = certify(problem, r);
  return c.error <= tolerance && c.error_q <= tolerance;
}

double seconds_of_stiction(const LocalProblem& problem, double tolerance, double limit_s) {
  const auto solver = make_solver({});
  Budget budget;
  budget.tolerance = tolerance;
  budget.time_limit_s = limit_s;
  double best = kNever;
  for (int i = 0; i < kRepeats; ++i) {
    std::vector<Vec3> r(problem.size(), Vec3::Zero());
    const double start = cpu_seconds();
    solver->solve(problem, r, budget);
    const double seconds = cpu_seconds() - start;
    if (content(problem, r, tolerance)) best = std::min(best, seconds);
  }
  return best;
}

double seconds_of_siconos(const SiconosSolver& solver, const LocalProblem& problem, double tolerance, double limit_s) {
  for (const double stricter : kStricter) {
    const Run run = run_siconos(solver, problem, stricter * tolerance, limit_s);
    if (!run.ended) return kNever;  // a stricter run would not end either
    if (content(problem, run.r, tolerance)) return run.cpu_s;
  }
  return kNever;
}

std::string milliseconds(double seconds) { return seconds < kNever ? fmt::format("{:.3f}", 1e3 * seconds) : "-"; }

struct Row {
  int contacts = 0;
  double ours = kNever;
  std::vector<double> theirs;
};

void print_profile(const std::vector<Row>& rows) {
  constexpr double factors[] = {1, 2, 5, 10, 100};
  fmt::print("\nShare of the problems solved within a factor of the fastest of all\n{:<10}", "");
  for (const double f : factors) fmt::print("{:>8}", f);
  fmt::print("{:>8}\n", "solved");
  const auto& names = siconos_solvers();
  for (std::size_t s = 0; s <= names.size(); ++s) {
    fmt::print("{:<10}", s == 0 ? "stiction" : names[s - 1].name);
    const auto time = [&](const Row& row) { return std::max(kShortest, s == 0 ? row.ours : row.theirs[s - 1]); };
    const auto fastest = [](const Row& row) {
      return std::max(kShortest, std::min(row.ours, *std::min_element(row.theirs.begin(), row.theirs.end())));
    };
    const auto share = [&](double factor) {
      const auto within = [&](const Row& row) { return time(row) < kNever && time(row) <= factor * fastest(row); };
      return double(std::count_if(rows.begin(), rows.end(), within)) / double(rows.size());
    };
    for (const double f : factors) fmt::print("{:>8.2f}", share(f));
    fmt::print("{:>8.2f}\n", share(kNever));
  }
}

void print_ratios(const std::vector<Row>& rows) {
  double logs = 0, worst = 0;
  int compared = 0, alone = 0;
  for (const Row& row : rows) {
    const double best = *std::min_element(row.theirs.begin(), row.theirs.end());
    if (row.contacts <= 10 || !(row.ours < kNever)) continue;
    if (!(best < kNever)) {
      ++alone;
      continue;
    }
    const double ratio = std::max(kShortest, row.ours) / std::max(kShortest, best);
    logs += std::log(ratio);
    worst = std::max(worst, ratio);
    ++compared;
  }
  if (compared > 0)
    fmt::print(
        "\nstiction against the best Siconos solver of each problem with more than ten contacts: geometric mean "
        "{:.3f}, "
        "worst {:.2f} of its time over {} problems; {} more solved by stiction alone\n",
        std::exp(logs / compared), worst, compared, alone);
}

int compare(const std::vector<std::string>& paths, double tolerance, double limit_s) {
  fmt::print("{:<32}{:>9}{:>11}", "CPU ms", "contacts", "stiction");
  for (const SiconosSolver& solver : siconos_solvers()) fmt::print("{:>11}", solver.name);
  fmt::print("{:>9}\n", "ratio");
  std::vector<Row> rows;
  for (const std::string& path : paths) {
    const ProblemFile file = read_problem(path);
    if (file.bilateral > 0) {
      fmt::print("{}: has bilateral rows, left out\n", path);
      continue;
    }
    Row row{file.problem.size(), seconds_of_stiction(file.problem, tolerance, limit_s), {}};
    fmt::print("{:<32}{:>9}{:>11}", std::filesystem::path(path).stem().string().substr(0, 31), row.contacts,
               milliseconds(row.ours));
    for (const SiconosSolver& solver : siconos_solvers()) {
      row.theirs.push_back(seconds_of_siconos(solver, file.problem, tolerance, limit_s));
      fmt::print("{:>11}", milliseconds(row.theirs.back()));
      std::fflush(stdout);
    }
    const double best = *std::min_element(row.theirs.begin(), row.theirs.end());
    fmt::print("{:>9.3f}\n", std::max(kShortest, row.ours) / std::max(kShortest, best));
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return 0;
  print_profile(rows);
  print_ratios(rows);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Contact problems from files through stiction and Siconos, judged by the same residuals"};
  std::vector<std::string> paths;
  double tolerance = 1e-8, limit_s = 10;
  app.add_option("problems", paths, "FCLib files")->required()->check(CLI::ExistingFile);
  app.add_option("--tolerance", tolerance, "on both errors, the unit-consistent one and FCLib's")->check(positive());
  app.add_option("--time-limit", limit_s, "CPU seconds for each solver and problem")->check(positive());
  if (const auto code = stiction::bench::parse(app, argc, argv)) return *code;
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  try {
    return compare(paths, tolerance, limit_s);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
