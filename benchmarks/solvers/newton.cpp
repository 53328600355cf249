#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "samples.h"
#include "sections.h"
#include "stiction/common/timer.h"
#include "stiction/solvers/fischer_newton/fischer_newton.h"
#include "stiction/solvers/friction_set.h"
#include "stiction/solvers/gauss_seidel/gauss_seidel.h"

namespace stiction::bench {

namespace {

struct Tally {
  std::vector<double> ms;  ///< of a step
  double iterations = 0, worst = 0, sum = 0;

  void print(const char* name) {
    std::sort(ms.begin(), ms.end());
    double mean = 0;
    for (const double t : ms) mean += t / static_cast<double>(ms.size());
    fmt::print("    {:<26} {:>8.3f} {:>8.3f} {:>8.3f} {:>10.1f} {:>10.1e} {:>10.1e}\n", name, mean, ms[ms.size() / 2],
               ms[ms.size() * 99 / 100], iterations / static_cast<double>(ms.size()),
               sum / static_cast<double>(ms.size()), worst);
  }
};

/// One step through a solver, all its blocks; W is formed where a solver needs it, and counts.
template <typename Solve>
void take(const std::vector<Sample>& step, Tally& tally, const Solve& solve) {
  double seconds = 0, worst = 0;
  for (const Sample& sample : step) {
    std::vector<Vec3> r = sample.start;
    const double begin = cpu_seconds();
    const LocalResult result = solve(sample.problem, r);
    seconds += cpu_seconds() - begin;
    tally.iterations += result.iterations;
    worst = std::max(worst, result.model_error);
  }
  tally.ms.push_back(1e3 * seconds);
  tally.sum += worst;
  tally.worst = std::max(tally.worst, worst);
}

}  // namespace

void newton_section(bool quick) {
  fmt::print(
      "Fischer-Newton beside Gauss-Seidel, warm-started, model error 1e-6\n"
      "  paper: about 280 contacts, 840 variables, 6 ms a frame on average (Java, one core of 2.1 GHz)\n"
      "    {:<26} {:>8} {:>8} {:>8} {:>10} {:>10} {:>10}\n",
      "", "mean ms", "p50", "p99", "iterations", "mean error", "worst");
  const int steps = quick ? 50 : 300;
  // Boxes while they fall together, the same until 10 s are over, and two structures from their first step.
  const Source sources[] = {{"pile", {{"count", 60}}, 80, quick ? 30 : 220, "fischer_newton"},
                            {"pile", {{"count", 60}}, 80, quick ? 300 : 920, "fischer_newton"},
                            {"wall", {{"rows", 5}, {"columns", 5}}, 0, steps, "fischer_newton"},
                            {"pyramid", {{"base", 9}}, 0, steps, "fischer_newton"}};
  for (const Source& source : sources) {
    Tally newton, quasi, sweeps;
    double contacts = 0;
    for_each_step(source, [&](const std::vector<Sample>& step) {
      for (const Sample& sample : step) contacts += sample.problem.size();
      take(step, newton, [](const ContactProblem& p, std::vector<Vec3>& r) { return fischer_newton(p, r, {}); });
      take(step, quasi, [](const ContactProblem& p, std::vector<Vec3>& r) {
        FischerNewtonOptions options;
        options.subsystem = FischerNewtonOptions::Subsystem::quasi_ncg;
        options.proximal = false;
        return fischer_newton(p, r, options);
      });
      take(step, sweeps,
           [](const ContactProblem& p, std::vector<Vec3>& r) { return gauss_seidel(condense(p), r, {}); });
    });
    fmt::print("  {}: {:.0f} contacts on average, steps {} to {}\n", source.scene, contacts / source.steps,
               source.first, source.first + source.steps);
    newton.print("Fischer-Newton, exact");
    quasi.print("Fischer-Newton, quasi NCG");
    sweeps.print("Gauss-Seidel, 150 sweeps");
    std::fflush(stdout);
  }
}

}  // namespace stiction::bench
