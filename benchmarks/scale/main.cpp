// How the cost of a step grows with the number of boxes, and what a second thread brings.
#include <fmt/core.h>
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <vector>

#include "../command_line.h"
#include "measure.h"
#include "scenes.h"

namespace {

using namespace stiction;
using namespace stiction::scale;

struct Options {
  bool quick = false;
  int largest = 6400;
  double limit_s = 600;
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
    World collapse = falling(boxes);
    const int steps = steps_of_collapse(boxes);
    const Measured f = measure(collapse, steps, options.limit_s);
    World block = resting(boxes);
    measure(block, 30, options.limit_s);  // finds its impulses
    const Measured r = measure(block, 50, options.limit_s);
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

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Piles of 100 to 6400 boxes: cost per step, convergence, memory, threads"};
  app.add_flag("--quick", options.quick, "up to 400 boxes, about a minute");
  app.add_option("--largest", options.largest, "most boxes")->check(CLI::Range(100, 6400));
  app.add_option("--limit", options.limit_s, "give up on a size after this many seconds")
      ->check(stiction::bench::positive());
  if (const auto code = stiction::bench::parse(app, argc, argv)) return *code;
  if (options.quick) options.largest = std::min(options.largest, 400);
  collapse_and_rest(options);
  speedup(options);
  return 0;
}
