// How the cost of a step grows with the number of boxes, and what a second thread brings.
#include <fmt/core.h>
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <vector>

#include "../command_line.h"
#include "measure.h"
#include "scenes.h"
#include "stiction/common/error.h"
#include "stiction/common/timer.h"

namespace {

using namespace stiction;
using namespace stiction::scale;

struct Options {
  bool quick = false;
  int largest = 6400;
  double limit_s = 600;
  int bunnies = 0, steps = 60;
  double tolerance = 1e-4;
};

/// Larger heaps fall from higher up; this many steps take each to the same stage of its fall.
int steps_of_collapse(int boxes) { return static_cast<int>(std::lround(140 * std::pow(boxes / 100.0, 1.0 / 6))); }

void collapse_and_rest(const Options& options) {
  fmt::print("{:>6} | {:>8} {:>10} {:>6} {:>9} {:>9} {:>7} | {:>8} {:>10} {:>8} {:>9} {:>9}\n", "", "falling", "", "",
             "", "", "", "at rest", "", "", "", "");
  fmt::print("{:>6} | {:>8} {:>10} {:>6} {:>9} {:>9} {:>7} | {:>8} {:>10} {:>8} {:>9} {:>9}\n", "boxes", "contacts",
             "ms/step", "steps", "factored", "converged", "B/cont.", "contacts", "ms/step", "carried", "converged",
             "B/cont.");
  std::vector<double> sizes, falling_ms, resting_sizes, resting_ms;
  for (int boxes = 100; boxes <= options.largest; boxes *= 2) {
    const int steps = steps_of_collapse(boxes);
    const Measured f = apart([&] {
      World collapse = falling(boxes);
      return measure(collapse, steps, options.limit_s);
    });
    const Measured r = apart([&] {
      World block = resting(boxes);
      const Measured first = measure(block, 30, options.limit_s);  // finds its impulses
      Measured then = measure(block, 50, options.limit_s);
      then.bytes = std::max(first.bytes, then.bytes);
      return then;
    });
    fmt::print(
        "{:>6} | {:>8.0f} {:>10.2f} {:>6} {:>9.1f} {:>9.4f} {:>7.0f} | {:>8.0f} {:>10.3f} {:>8.2f} {:>9.4f} {:>9.0f}\n",
        boxes, f.contacts, f.ms(), f.steps, f.factorizations / f.steps, double(f.converged) / f.steps,
        f.bytes / f.most_contacts, r.contacts, r.ms(), double(r.carried) / r.steps, double(r.converged) / r.steps,
        r.bytes / r.most_contacts);
    std::fflush(stdout);
    resting_sizes.push_back(boxes);
    resting_ms.push_back(r.ms());
    if (f.steps < steps) continue;  // cut short: another stage of the fall, not to be compared
    sizes.push_back(boxes);
    falling_ms.push_back(f.ms());
  }
  if (sizes.size() > 1)
    fmt::print("exponent while falling {:.2f} (from {:.0f} to {:.0f} boxes)\n", exponent(sizes, falling_ms),
               sizes.front(), sizes.back());
  fmt::print("exponent at rest {:.2f} (from {:.0f} to {:.0f} boxes)\n", exponent(resting_sizes, resting_ms),
             resting_sizes.front(), resting_sizes.back());
}

double island_seconds(int threads, int steps) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  World world = islands(100, 8);
  return measure(world, steps, 1e9).wall_seconds;
}

/// In turns, and the best of each: what other programs do to the clock must not look like scaling.
void speedup(const Options& options) {
  const int steps = options.quick ? 40 : 120;
  double one = 1e300, two = 1e300;
  for (int turn = 0; turn < (options.quick ? 1 : 3); ++turn) {
    one = std::min(one, island_seconds(1, steps));
    two = std::min(two, island_seconds(2, steps));
  }
  fmt::print("100 heaps of 8 boxes, {} steps: {:.2f} ms/step with 1 thread, {:.2f} with 2: {:.2f} times as fast\n",
             steps, 1e3 * one / steps, 1e3 * two / steps, one / two);
}

/// The drop of 2046 rigid bunnies in Kaufman et al., "Staggered Projections for Frictional Contact in Multibody
/// Systems" (2008), took 37.5 s a step at their tolerance of 1e-4.
void drop_bunnies(const Options& options) {
  constexpr double kPaper = 37.5;
  World world = falling_bunnies(options.bunnies, options.tolerance);
  fmt::print("{:>6} {:>7} {:>9} {:>10} {:>10} {:>10} {:>9}\n", "steps", "time s", "contacts", "CPU ms", "wall ms",
             "slowest", "converged");
  const double start = wall_seconds();
  Measured all;
  while (all.steps < options.steps && wall_seconds() - start < options.limit_s) {
    const Measured m = measure(world, std::min(10, options.steps - all.steps), options.limit_s);
    all.steps += m.steps;
    all.converged += m.converged;
    all.seconds += m.seconds;
    all.wall_seconds += m.wall_seconds;
    all.slowest = std::max(all.slowest, m.slowest);
    fmt::print("{:>6} {:>7.2f} {:>9.0f} {:>10.1f} {:>10.1f} {:>10.1f} {:>9.3f}\n", all.steps, world.state().time,
               m.contacts, m.ms(), 1e3 * m.wall_seconds / m.steps, 1e3 * m.slowest, double(m.converged) / m.steps);
    std::fflush(stdout);
  }
  fmt::print(
      "{} bunnies, {} steps: mean {:.1f} ms CPU, {:.1f} ms wall, slowest {:.1f} ms, converged {:.4f}; the paper's {} s "
      "a "
      "step are {:.0f} times the mean\n",
      options.bunnies, all.steps, all.ms(), 1e3 * all.wall_seconds / all.steps, 1e3 * all.slowest,
      double(all.converged) / all.steps, kPaper, kPaper * all.steps / all.wall_seconds);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Piles of 100 to 6400 boxes: cost per step, convergence, memory, threads"};
  app.add_flag("--quick", options.quick, "up to 400 boxes, about a minute");
  app.add_option("--largest", options.largest, "most boxes")->check(CLI::Range(100, 6400));
  app.add_option("--limit", options.limit_s, "give up on a size after this many seconds")
      ->check(stiction::bench::positive());
  app.add_option("--bunnies", options.bunnies, "drop this many bunnies instead (the paper's scene: 2046)")
      ->check(CLI::Range(1, 20000));
  app.add_option("--steps", options.steps, "steps of the bunnies")->check(CLI::PositiveNumber);
  app.add_option("--tolerance", options.tolerance, "of the bunnies; the paper's is 1e-4")
      ->check(stiction::bench::positive());
  if (const auto code = stiction::bench::parse(app, argc, argv)) return *code;
  if (options.quick) options.largest = std::min(options.largest, 400);
  try {
    if (options.bunnies > 0) {
      drop_bunnies(options);
      return 0;
    }
    collapse_and_rest(options);
    speedup(options);
  } catch (const InputError& error) {  // the bunny's mesh is not there
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
  return 0;
}
