#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "samples.h"
#include "sections.h"
#include "stiction/common/timer.h"
#include "stiction/solvers/conjugate_gradient/conjugate_gradient.h"
#include "stiction/solvers/gauss_seidel/gauss_seidel.h"

namespace stiction::bench {

namespace {

constexpr double kTolerance = 1e-4;
constexpr int kSweeps = 1000;

struct Tally {
  int problems = 0, poor = 0;
  double seconds = 0, iterations = 0;

  template <typename Solve>
  void take(const LocalProblem& problem, const Solve& solve) {
    std::vector<Vec3> r(problem.contacts.size(), Vec3::Zero());
    const double begin = cpu_seconds();
    const LocalResult result = solve(problem, r);
    seconds += cpu_seconds() - begin;
    ++problems;
    poor += !result.converged;
    iterations += result.iterations;
  }
  double share() const { return 100.0 * poor / std::max(1, problems); }
};

LocalResult sweeps(const LocalProblem& p, std::vector<Vec3>& r, const FrictionSet& set) {
  GaussSeidelOptions options;
  options.set = set;
  options.tolerance = kTolerance;
  options.max_iterations = kSweeps;
  return gauss_seidel(p, r, options);
}

ConjugateGradientOptions gradient_options(const FrictionSet& set, ConjugateDirection direction) {
  ConjugateGradientOptions options;
  options.set = set;
  options.direction = direction;
  options.tolerance = kTolerance;
  return options;
}

LocalResult gradients(const LocalProblem& p, std::vector<Vec3>& r, const FrictionSet& set,
                      ConjugateDirection direction) {
  return conjugate_gradient(p, r, gradient_options(set, direction));
}

LocalResult combined(const LocalProblem& p, std::vector<Vec3>& r, const FrictionSet& set,
                     ConjugateDirection direction) {
  CombinedOptions options;
  const PhaseThresholds thresholds = options.gradient.thresholds;
  options.gradient = gradient_options(set, direction);
  options.gradient.thresholds = thresholds;
  options.max_sweeps = kSweeps;
  return pcg_gauss_seidel(p, r, options);
}

struct Row {
  const char* name;
  LocalResult (*solve)(const LocalProblem&, std::vector<Vec3>&, const FrictionSet&);
};

constexpr auto kFletcher = ConjugateDirection::fletcher_reeves;
constexpr auto kPolak = ConjugateDirection::polak_ribiere;
const Row kRows[] = {
    {"Gauss-Seidel", sweeps},
    {"CG Fletcher-Reeves",
     [](const LocalProblem& p, std::vector<Vec3>& r, const FrictionSet& s) { return gradients(p, r, s, kFletcher); }},
    {"CG Polak-Ribiere",
     [](const LocalProblem& p, std::vector<Vec3>& r, const FrictionSet& s) { return gradients(p, r, s, kPolak); }},
    {"combined, Fletcher-Reeves",
     [](const LocalProblem& p, std::vector<Vec3>& r, const FrictionSet& s) { return combined(p, r, s, kFletcher); }},
    {"combined, Polak-Ribiere",
     [](const LocalProblem& p, std::vector<Vec3>& r, const FrictionSet& s) { return combined(p, r, s, kPolak); }},
};

}  // namespace

void regions_section(bool quick) {
  fmt::print(
      "Gauss-Seidel, conjugate gradients and their combination, cold, model error {:g}, N_max {}, 2n gradient steps\n"
      "  paper: the cone saves 20-40 % of the combined method's time; it ends poorly converged in 0-0.9 % of the\n"
      "  problems, plain Gauss-Seidel in up to 3 % (deformable balls; here rigid boxes, which couple all contacts)\n",
      kTolerance, kSweeps);
  // Like the paper's scenes: bodies that fly at each other without gravity, and bodies that come to rest in a bin.
  const Source sources[] = {{"cluster", {}, 0, quick ? 100 : 400}, {"pile", {{"count", 30}}, 0, quick ? 60 : 250}};
  for (const Source& source : sources) {
    Tally tally[std::size(kRows)][2];
    int largest = 0;
    for_each_step(source, [&](const std::vector<Sample>& step) {
      for (const Sample& sample : step) {
        const LocalProblem problem = condense(sample.problem);
        largest = std::max(largest, problem.size());
        for (std::size_t i = 0; i < std::size(kRows); ++i)
          for (const int cone : {0, 1})
            tally[i][cone].take(problem, [&](const LocalProblem& p, std::vector<Vec3>& r) {
              return kRows[i].solve(p, r, cone == 1 ? FrictionSet::cone() : FrictionSet::pyramid());
            });
      }
    });
    fmt::print("  {}: {} problems, 1 to {} contacts\n    {:<26} {:>11} {:>11} {:>11} {:>13} {:>13}\n", source.scene,
               tally[0][0].problems, largest, "", "pyramid ms", "cone ms", "cone saves", "pyramid poor", "cone poor");
    for (std::size_t i = 0; i < std::size(kRows); ++i) {
      const Tally &pyramid = tally[i][0], &cone = tally[i][1];
      fmt::print("    {:<26} {:>11.1f} {:>11.1f} {:>9.0f} % {:>11.2f} % {:>11.2f} %\n", kRows[i].name,
                 1e3 * pyramid.seconds, 1e3 * cone.seconds, 100 * (1 - cone.seconds / pyramid.seconds), pyramid.share(),
                 cone.share());
    }
    std::fflush(stdout);
  }
}

}  // namespace stiction::bench
