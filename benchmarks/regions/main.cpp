// Contact regions on against off: Lazarevych, Szekely and Harders, "Decomposing the Contact Linear Complementarity
// Problem into Separate Contact Regions". The same solver and the same dense storage on both sides, as in the paper;
// beside them what this engine does by default.
#include <fmt/core.h>
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "../command_line.h"
#include "contact_regions/regions_study.h"
#include "stiction/scene/gallery.h"

namespace {

using namespace stiction;

struct Options {
  double tolerance = 1e-4;
  double duration = 0;  ///< s; 0: the scene's own
  int every = 5;        ///< steps from one problem to the next
};

void compare(const std::string& name, const std::string& paper, const Options& options) {
  Scene scene = build_gallery_scene(name);
  if (options.duration > 0) scene.duration = options.duration;
  papers::RegionsOptions wanted;
  wanted.tolerance = options.tolerance;
  wanted.every = options.every;
  const auto [bins, all] = papers::study_regions(scene, wanted);
  fmt::print("{}: {} problems of {:.1f} contacts in {:.1f} regions on average\n", name, all.problems,
             all.contacts / std::max(1, all.problems), all.regions / std::max(1, all.problems));
  fmt::print("{:>10} {:>9} {:>8} {:>14} {:>15} {:>7} {:>13}\n", "contacts", "problems", "regions", "regions ms",
             "one problem ms", "ratio", "our default ms");
  for (const papers::RegionsBin& bin : bins) {
    if (bin.problems == 0) continue;
    const double scale = 1e3 / bin.problems;
    fmt::print("{:>10.1f} {:>9} {:>8.1f} {:>14.4f} {:>15.4f} {:>7.2f} {:>13.4f}\n", bin.contacts / bin.problems,
               bin.problems, bin.regions / bin.problems, scale * bin.apart.seconds, scale * bin.together.seconds,
               bin.together.seconds / bin.apart.seconds, scale * bin.ours);
  }
  fmt::print(
      "all: one problem takes {:.2f} times the time of its regions (paper: {}); our default {:.2f} times that of "
      "the regions\n",
      all.together.seconds / all.apart.seconds, paper, all.ours / all.apart.seconds);
  fmt::print("growth with contacts, exponent: regions {:.2f} (paper: near 1), one problem {:.2f}\n",
             papers::growth(bins, [](const papers::RegionsBin& bin) { return bin.apart.seconds; }),
             papers::growth(bins, [](const papers::RegionsBin& bin) { return bin.together.seconds; }));
  fmt::print("missed {:g}: {} regions, {} whole problems\n", options.tolerance, all.apart.poor, all.together.poor);
}

/// How far the same scene ends up from itself with regions off, exact friction on both sides.
void same_motion(const std::string& name, double duration) {
  std::vector<WorldState> ends;
  for (const bool apart : {true, false}) {
    Scene scene = build_gallery_scene(name);
    scene.decompose = apart;
    scene.solver.tolerance = 1e-10;
    World world = build_world(scene);
    const int steps = static_cast<int>(std::lround(duration / scene.step));
    for (int i = 0; i < steps; ++i) world.step();
    ends.push_back(world.state());
  }
  double farthest = 0;
  for (std::size_t k = 0; k < ends[0].deformations.size(); ++k)
    for (std::size_t i = 0; i < ends[0].deformations[k].q.size(); ++i)
      farthest = std::max(farthest, std::abs(ends[0].deformations[k].q[i] - ends[1].deformations[k].q[i]));
  fmt::print("{}: with regions off, bodies are {:.1e} m away after {:g} s\n\n", name, farthest, duration);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Contact regions on against off, in the scenes of the paper");
  Options options;
  std::string only;
  double motion = 0.1;
  app.add_option("--scene", only, "skittles or bucket alone")->check(CLI::IsMember({"skittles", "bucket"}));
  app.add_option("--tolerance", options.tolerance, "of the paper's solver")->check(bench::positive());
  app.add_option("--duration", options.duration, "s, in place of the scene's own")->check(bench::positive());
  app.add_option("--every", options.every, "steps from one problem to the next")->check(CLI::Range(1, 1000000));
  app.add_option("--motion", motion, "s for which both ways of solving are compared")->check(bench::positive());
  if (const auto code = bench::parse(app, argc, argv)) return *code;
  // Regions pay without threads; with them, the more.
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  for (const auto& [name, paper] : {std::pair{"skittles", "2.5 to 3"}, std::pair{"bucket", "7 to 8"}}) {
    if (!only.empty() && only != name) continue;
    compare(name, paper, options);
    same_motion(name, motion);
    std::fflush(stdout);
  }
}
