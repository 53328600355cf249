// The kernels of a step on resting scenes, cold (from zero impulses) unless the name says warm.
#include <benchmark/benchmark.h>

#include <memory>

#include "resting_scenes.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/collision/detector.h"
#include "stiction/problem/certificate.h"
#include "stiction/problem/decomposition.h"
#include "stiction/solvers/contact_solver.h"
#include "stiction/solvers/kernels/proximal_newton.h"

namespace stiction::kernels {
namespace {

constexpr double kTolerance = 1e-8;  ///< of the projections and of Newton alone

const World& settled(benchmark::State& state) {
  static std::vector<std::unique_ptr<World>> worlds(resting_scenes().size());
  const auto index = static_cast<std::size_t>(state.range(0));
  if (!worlds[index]) worlds[index] = std::make_unique<World>(settled_world(resting_scenes()[index]));
  state.SetLabel(resting_scenes()[index].label);
  state.counters["contacts"] = worlds[index]->last_problem().size();
  return *worlds[index];
}

std::vector<Vec3> zeros(int count) { return std::vector<Vec3>(count, Vec3::Zero()); }

void solve_law(benchmark::State& state, const WhitenedProblem& problem, const LocalLaw& law,
               const std::vector<Vec6>& p) {
  ProximalNewtonOptions options;
  options.target = kTolerance;
  ProximalNewtonResult result;
  for (auto _ : state) {
    NewtonSystem system(problem, choose_form(problem));
    std::vector<Vec3> r = zeros(problem.size());
    result = proximal_newton(problem, law, p, system, options, r);
    benchmark::DoNotOptimize(r.data());
  }
  state.counters["error"] = result.error;
  state.counters["factorizations"] = result.factorizations;
}

void contact_projection(benchmark::State& state) {
  const WhitenedProblem problem(settled(state).last_problem());
  solve_law(state, problem, NormalLaw(problem), problem.w_free);
}

void friction_projection(benchmark::State& state) {
  const World& world = settled(state);
  const WhitenedProblem problem(world.last_problem());
  // The disks and the velocities that the normal impulses of the solution leave.
  std::vector<double> radii;
  std::vector<Vec3> normal = world.last_impulses();
  for (std::size_t k = 0; k < normal.size(); ++k) {
    normal[k].tail<2>().setZero();
    radii.push_back(problem.contacts[k].mu * normal[k].x());
  }
  std::vector<Vec6> p = problem.w_free;
  problem.add_impulses(normal, p);
  solve_law(state, problem, FrictionLaw(problem, radii, 0), p);
}

void coulomb_newton(benchmark::State& state) {
  const WhitenedProblem problem(settled(state).last_problem());
  solve_law(state, problem, CoulombLaw(problem), problem.w_free);
}

void solver(benchmark::State& state, const std::string& type, bool warm) {
  const World& world = settled(state);
  SolverSettings settings;
  settings.type = type;
  const auto chosen = make_solver(settings);
  SolveReport report;
  for (auto _ : state) {
    std::vector<Vec3> r = warm ? world.last_impulses() : zeros(world.last_problem().size());
    report = chosen->solve(world.last_problem(), r, Budget{});
    benchmark::DoNotOptimize(r.data());
  }
  state.counters["iterations"] = report.iterations;
  state.counters["factorizations"] = report.factorizations;
}

void certificate(benchmark::State& state) {
  const World& world = settled(state);
  const auto v = velocities(world.last_problem(), world.last_impulses());
  for (auto _ : state) benchmark::DoNotOptimize(certify(world.last_problem(), v, world.last_impulses()));
}

void decomposition(benchmark::State& state) {
  const World& world = settled(state);
  for (auto _ : state) benchmark::DoNotOptimize(decompose(world.last_problem()));
}

void detection(benchmark::State& state) {
  const World& world = settled(state);
  const WorldModel& model = world.model();
  std::vector<PosedShape> posed;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    posed.push_back({&model.bodies[i].shape, pose(world.state().bodies[i]), model.bodies[i].fixed});
  }
  for (auto _ : state) benchmark::DoNotOptimize(detect_contacts(posed));
}

void whole_step_at_rest(benchmark::State& state) {
  const World& start = settled(state);
  World world(start.model(), start.state());
  for (auto _ : state) benchmark::DoNotOptimize(world.step());
  state.counters["error"] = world.report().certificate.error;
}

/// Once for every resting scene.
void on_every_scene(benchmark::internal::Benchmark* benchmark) {
  benchmark->DenseRange(0, static_cast<int>(resting_scenes().size()) - 1)->Unit(benchmark::kMicrosecond);
}

void solver_auto_cold(benchmark::State& state) { solver(state, "auto", false); }
void solver_auto_warm(benchmark::State& state) { solver(state, "auto", true); }
void solver_staggered_cold(benchmark::State& state) { solver(state, "staggered_projections", false); }

BENCHMARK(contact_projection)->Apply(on_every_scene);
BENCHMARK(friction_projection)->Apply(on_every_scene);
BENCHMARK(coulomb_newton)->Apply(on_every_scene);
BENCHMARK(solver_auto_cold)->Apply(on_every_scene);
BENCHMARK(solver_auto_warm)->Apply(on_every_scene);
BENCHMARK(solver_staggered_cold)->Apply(on_every_scene);
BENCHMARK(certificate)->Apply(on_every_scene);
BENCHMARK(decomposition)->Apply(on_every_scene);
BENCHMARK(detection)->Apply(on_every_scene);
BENCHMARK(whole_step_at_rest)->Apply(on_every_scene);

}  // namespace
}  // namespace stiction::kernels
