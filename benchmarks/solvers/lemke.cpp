#include "stiction/solvers/lemke/lemke.h"

#include <fmt/core.h>

#include <cstdio>
#include <vector>

#include "samples.h"
#include "sections.h"
#include "stiction/common/error.h"
#include "stiction/common/timer.h"

namespace stiction::bench {

namespace {

/// Growing sizes until one takes longer than this or is refused.
constexpr double kPatience = 20;  ///< s

void series(const std::string& scene, const std::string& parameter, const std::vector<int>& sizes, double patience) {
  fmt::print("  {:<12} {:>9} {:>9} {:>8} {:>11} {:>12}  {}\n", scene, "contacts", "unknowns", "pivots", "ms",
             "model error", "");
  for (const int size : sizes) {
    double seconds = 0;
    try {
      for_each_step({scene, {{parameter, size}}, 0, 1}, [&](const std::vector<Sample>& step) {
        for (const Sample& sample : step) {
          const LocalProblem problem = condense(sample.problem);
          std::vector<Vec3> r(problem.contacts.size(), Vec3::Zero());
          const double begin = cpu_seconds();
          LemkeOptions options;
          options.out_of_time = [&] { return cpu_seconds() - begin > patience; };
          const LemkeResult result = lemke(problem, r, options);
          seconds = cpu_seconds() - begin;
          const char* ends[] = {"", "ends in a ray", "not solved in time", "spoilt by rounding"};
          fmt::print("  {:<12} {:>9} {:>9} {:>8} {:>11.2f} {:>12.1e}  {}\n", fmt::format("{}={}", parameter, size),
                     problem.size(), result.unknowns, result.pivots, 1e3 * seconds, result.model_error,
                     ends[static_cast<int>(result.status)]);
          std::fflush(stdout);
        }
      });
    } catch (const InputError& refusal) {
      fmt::print("  {:<12} refused: {}\n", fmt::format("{}={}", parameter, size), refusal.problem());
      return;
    }
    if (seconds > patience) {
      fmt::print("  {:<12} larger ones are left out: over {} s\n", "", patience);
      return;
    }
  }
}

}  // namespace

void lemke_section(bool quick) {
  fmt::print(
      "Lemke's pivoting on the LCP of Stewart and Trinkle, first step, four directions\n"
      "  SP paper: slowly stable stacks of up to 15 blocks and a two-level card house, fails on larger ones\n");
  const double patience = quick ? 1 : kPatience;
  series("stack", "count", {1, 2, 5, 10, 15, 20, 40, 80, 160}, patience);
  series("card_house", "levels", {1, 2, 3, 4, 5, 6, 7, 8}, patience);
}

}  // namespace stiction::bench
