// Bodies that bend beside Table 1 of Kaufman, Sueda, James and Pai, "Staggered Projections for Frictional Contact in
// Multibody Systems": scenes of the same kind with the same number of velocities, stepped while they move.
#include <fmt/core.h>
#include <tbb/global_control.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "../command_line.h"
#include "stiction/common/timer.h"
#include "stiction/scene/gallery.h"

namespace {

using namespace stiction;

struct Row {
  const char* name;
  std::map<std::string, GalleryValue> parameters;
  double from, to;  ///< s: the time over which steps are measured, while everything moves
  double paper_s;   ///< CPU time that the paper reports for the solves of a step
  int paper_contacts, paper_dofs;
};

const Row kRows[] = {{"composite", {}, 0, 0.6, 0.56, 921, 192},
                     {"chairs", {{"count", 74}, {"mu", 0.3}, {"youngs_modulus", 1e8}}, 1, 2, 0.72, 9025, 1766},
                     {"dinosaurs", {{"surface", 0.009}}, 0.1, 1.6, 0.61, 4690, 315}};

int velocities_of(const World& world) {
  int count = 0;
  for (const Deformation& d : world.state().deformations) count += 6 + static_cast<int>(d.q.size());
  for (const RigidBody& body : world.model().bodies) count += body.fixed ? 0 : 6;
  return count;
}

/// Greatest speed of a body's centre, m/s.
double fastest(const World& world) {
  double speed = 0;
  for (const BodyState& body : world.state().bodies) speed = std::max(speed, body.velocity.norm());
  return speed;
}

void measure(const Row& row) {
  const Scene scene = build_gallery_scene(row.name, row.parameters);
  World world = build_world(scene);
  double whole = 0, solves = 0, contacts = 0, factorizations = 0, least_speed = INFINITY;
  int converged = 0, count = 0;
  const int first = static_cast<int>(std::lround(row.from / scene.step)),
            last = static_cast<int>(std::lround(row.to / scene.step));
  for (int i = 0; i < last; ++i) {
    const StepReport& report = world.step();
    if (i < first) continue;
    ++count;
    whole += report.cpu_s;
    solves += report.solve_s;
    contacts += report.contacts;
    factorizations += report.factorizations;
    converged += report.converged;
    least_speed = std::min(least_speed, fastest(world));
  }
  const double n = count;
  fmt::print("{:>10} {:>8.0f} {:>9.2f} {:>7.1f}x {:>9.2f} {:>7.1f}x {:>8.0f} {:>6} {:>6} {:>6} {:>8.1f} {:>9.2f}%\n",
             row.name, 1e3 * row.paper_s, 1e3 * solves / n, row.paper_s * n / solves, 1e3 * whole / n,
             row.paper_s * n / whole, contacts / n, row.paper_contacts, velocities_of(world), row.paper_dofs,
             factorizations / n, 100.0 * converged / n);
  fmt::print("{:>10} {} steps of {:g} ms from {:g} to {:g} s, the fastest body never below {:.2g} m/s\n", "", count,
             1e3 * scene.step, row.from, row.to, least_speed);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Bodies that bend, beside the Staggered Projections paper");
  std::vector<std::string> only, names;
  for (const Row& row : kRows) names.emplace_back(row.name);
  app.add_option("scene", only, "these scenes alone")->check(CLI::IsMember(names));
  if (const auto code = bench::parse(app, argc, argv)) return *code;
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  fmt::print("one thread; the paper's times are those of its solves\n");
  fmt::print("{:>10} {:>8} {:>9} {:>8} {:>9} {:>8} {:>8} {:>6} {:>6} {:>6} {:>8} {:>10}\n", "scene", "paper ms",
             "solves ms", "faster", "steps ms", "faster", "contacts", "paper", "dofs", "paper", "factors", "converged");
  for (const Row& row : kRows)
    if (only.empty() || std::find(only.begin(), only.end(), row.name) != only.end()) measure(row);
}
