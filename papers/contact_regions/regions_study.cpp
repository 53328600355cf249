#include "contact_regions/regions_study.h"

#include <cmath>

#include "stiction/common/timer.h"
#include "stiction/problem/decomposition.h"
#include "stiction/problem/local_problem.h"
#include "stiction/solvers/local_solvers.h"

namespace stiction::papers {
namespace {

/// Every block of W present, as in the paper's dense matrices.
LocalProblem dense(const ContactProblem& problem) {
  LocalProblem local = condense(problem);
  const int n = local.size();
  BlockRows full;
  full.block.assign(std::size_t(n) * std::size_t(n), Mat3::Zero());
  for (int k = 0; k < n; ++k) {
    full.start.push_back(k * n);
    for (int j = 0; j < n; ++j) full.column.push_back(j);
    for (int e = local.W.start[std::size_t(k)]; e < local.W.start[std::size_t(k) + 1]; ++e)
      full.block[std::size_t(k) * std::size_t(n) + std::size_t(local.W.column[std::size_t(e)])] =
          local.W.block[std::size_t(e)];
  }
  full.start.push_back(n * n);
  local.W = std::move(full);
  return local;
}

/// From nothing, as the paper has no warm start.
void take(RegionsSide& side, const std::vector<ProblemBlock>& blocks, const SolverSettings& settings) {
  Budget budget;
  budget.tolerance = settings.tolerance;
  budget.max_iterations = settings.max_iterations;
  const double begin = cpu_seconds();
  for (const ProblemBlock& block : blocks) {
    const LocalProblem local = dense(block.problem);
    std::vector<Vec3> r(local.contacts.size(), Vec3::Zero());
    side.poor += !solve_local(settings, local, r, budget).converged;
  }
  side.seconds += cpu_seconds() - begin;
}

}  // namespace

void RegionsBin::add(const RegionsBin& other) {
  problems += other.problems;
  contacts += other.contacts;
  regions += other.regions;
  apart.seconds += other.apart.seconds;
  together.seconds += other.together.seconds;
  apart.poor += other.apart.poor;
  together.poor += other.together.poor;
  ours += other.ours;
  pyramid += other.pyramid;
}

RegionsStudy study_regions(const Scene& scene, const RegionsOptions& options) {
  constexpr int kWidth = 10;
  World world = build_world(scene);
  SolverSettings theirs = scene.solver;
  theirs.type = "pcg_gauss_seidel";
  theirs.friction = "cone";
  theirs.tolerance = options.tolerance;
  SolverSettings pyramid = theirs;
  pyramid.friction = "pyramid";
  const auto solver = make_solver(scene.solver);
  RegionsStudy study;
  const int steps = static_cast<int>(std::lround(scene.duration / scene.step));
  for (int i = 0; i < steps; ++i) {
    world.step();
    if (options.step) options.step(world.state().time);
    const ContactProblem& problem = world.last_problem();
    if (problem.size() == 0 || i % options.every != 0) continue;
    const auto b = static_cast<std::size_t>(problem.size() / kWidth);
    if (study.bins.size() <= b) study.bins.resize(b + 1);
    RegionsBin one;
    one.problems = 1;
    one.contacts = problem.size();
    double begin = cpu_seconds();
    const std::vector<ProblemBlock> blocks = decompose(problem);
    one.apart.seconds = cpu_seconds() - begin;
    take(one.apart, blocks, theirs);
    take(one.together, undivided(problem), theirs);
    RegionsSide squared;
    take(squared, blocks, pyramid);
    one.pyramid = squared.seconds;
    one.regions = static_cast<double>(blocks.size());
    begin = cpu_seconds();
    for (const ProblemBlock& block : decompose(problem)) {
      std::vector<Vec3> r(block.contacts.size(), Vec3::Zero());
      solver->solve(block.problem, r, {scene.solver.tolerance, scene.solver.max_iterations});
    }
    one.ours = cpu_seconds() - begin;
    study.bins[b].add(one);
    study.all.add(one);
  }
  return study;
}

double growth(const std::vector<RegionsBin>& bins, double (*cost)(const RegionsBin&)) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const RegionsBin& bin : bins) {
    if (bin.problems < 3) continue;
    const double x = std::log(bin.contacts / bin.problems), y = std::log(cost(bin) / bin.problems);
    n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return n < 2 ? NAN : (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace stiction::papers
