// Runs a scene and watches it from outside: how exact every step was, how far bodies moved, how deep they overlap and
// what the steps cost. The tests of whole scenes share it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/geometry/penetration.h"
#include "stiction/scene/gallery.h"
#include "stiction/scene/scene.h"
#include "support/full_length.h"

namespace stiction::testing {

/// Steps to take for `duration` s: all of them in a release build, else a fiftieth, but at least 20.
inline int step_count(double duration, double h) {
  const int all = static_cast<int>(std::lround(duration / h));
  return kFullLength ? all : std::min(all, std::max(20, all / 50));
}

struct RunOptions {
  double duration = 60;  ///< s
  /// Ends the run once any body has moved this far from its start, m. Such runs are never cut short.
  double stop_when_moved = std::numeric_limits<double>::infinity();
};

struct RunOutcome {
  int steps = 0;
  int converged = 0;
  double worst_error = 0;          ///< of the certificate
  double first_second_motion = 0;  ///< largest move within the first second, relative to the body's least width
  double motion_after = 0;         ///< largest move of any corner after the first second, m
  double motion = 0;               ///< largest move of any corner from the start, m
  double penetration = 0;          ///< deepest overlap by brute force, m
  double contact_work = 0;         ///< largest work of the contacts in a step, relative to its kinetic energy
  std::array<int, 7> paths{};      ///< steps by SolvePath
  double cpu_mean = 0, cpu_p50 = 0, cpu_p99 = 0, cpu_max = 0;  ///< of a step, s

  double converged_fraction() const { return static_cast<double>(converged) / steps; }
};

/// Moves from a reference state. A body's corners move at most by its centre's move plus 2 r sin(angle/2).
inline double corner_motion(const RigidBody& body, const BodyState& then, const BodyState& now) {
  const double sine_of_half = (then.rotation.conjugate() * now.rotation).vec().norm();
  return (now.position - then.position).norm() + 2 * bounding_radius(body.shape) * sine_of_half;
}

/// max that shows a NaN instead of hiding it.
inline double worst_of(double a, double b) { return std::isnan(b) || b > a ? b : a; }

inline double largest_motion(const WorldModel& model, const std::vector<BodyState>& then,
                             const std::vector<BodyState>& now, bool relative) {
  double largest = 0;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (model.bodies[i].fixed) continue;
    const double size = relative ? thickness(model.bodies[i].shape) : 1;
    largest = worst_of(largest, corner_motion(model.bodies[i], then[i], now[i]) / size);
  }
  return largest;
}

/// Deepest overlap of any two bodies, by brute force over all pairs whose bounding balls meet.
inline double deepest_penetration(const WorldModel& model, const WorldState& state) {
  double deepest = 0;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Shape& a = model.bodies[i].shape;
    for (std::size_t j = i + 1; j < model.bodies.size(); ++j) {
      const Shape& b = model.bodies[j].shape;
      if (model.bodies[i].fixed && model.bodies[j].fixed) continue;
      const double distance = (state.bodies[i].position - state.bodies[j].position).norm();
      if (distance > bounding_radius(a) + bounding_radius(b)) continue;
      deepest = worst_of(deepest, -separation_by_brute_force(a, pose(state.bodies[i]), b, pose(state.bodies[j])));
    }
  }
  return deepest;
}

/// Kinetic energy that the step would have ended with had there been no contact, J.
inline double free_kinetic_energy(const ContactProblem& problem) {
  double energy = 0;
  for (int i = 0; i < problem.bodies(); ++i) energy += 0.5 * problem.v_free[i].dot(problem.mass[i] * problem.v_free[i]);
  return energy;
}

inline void summarise_cpu(std::vector<double> cpu, RunOutcome& out) {
  std::sort(cpu.begin(), cpu.end());
  for (const double c : cpu) out.cpu_mean += c / static_cast<double>(cpu.size());
  const auto quantile = [&](double q) {
    return cpu[static_cast<std::size_t>(q * static_cast<double>(cpu.size() - 1))];
  };
  out.cpu_p50 = quantile(0.5);
  out.cpu_p99 = quantile(0.99);
  out.cpu_max = cpu.back();
}

inline RunOutcome run_world(World& world, const RunOptions& options) {
  const double h = world.model().step;
  const bool whole = std::isfinite(options.stop_when_moved);
  const int steps = whole ? static_cast<int>(std::lround(options.duration / h)) : step_count(options.duration, h);
  const int first_second = static_cast<int>(std::lround(1 / h));
  const int sample = std::max(1, static_cast<int>(std::lround(0.1 / h)));
  const std::vector<BodyState> start = world.state().bodies;
  std::vector<BodyState> settled;
  std::vector<double> cpu;
  RunOutcome out;
  while (out.steps < steps && out.motion < options.stop_when_moved) {
    const StepReport& report = world.step();
    const std::vector<BodyState>& now = world.state().bodies;
    ++out.steps;
    out.converged += report.converged;
    out.worst_error = worst_of(out.worst_error, report.certificate.error);
    ++out.paths[static_cast<std::size_t>(report.path)];
    if (report.contacts > 0)
      out.contact_work = worst_of(out.contact_work, report.contact_work / free_kinetic_energy(world.last_problem()));
    cpu.push_back(report.cpu_s);
    out.motion = worst_of(out.motion, largest_motion(world.model(), start, now, false));
    if (out.steps <= first_second)
      out.first_second_motion = worst_of(out.first_second_motion, largest_motion(world.model(), start, now, true));
    else
      out.motion_after = worst_of(out.motion_after, largest_motion(world.model(), settled, now, false));
    if (out.steps == first_second) settled = now;
    if (out.steps % sample == 0 || out.steps == steps)
      out.penetration = worst_of(out.penetration, deepest_penetration(world.model(), world.state()));
  }
  summarise_cpu(std::move(cpu), out);
  return out;
}

inline RunOutcome run_scene(const Scene& scene, const RunOptions& options) {
  World world = build_world(scene);
  return run_world(world, options);
}

inline Scene with_tolerance(Scene scene, double tolerance) {
  scene.solver.tolerance = tolerance;
  return scene;
}

/// One line for the log of a test.
inline void print(const std::string& name, const RunOutcome& o) {
  std::printf(
      "%-34s %6d steps, step CPU ms: mean %.3f p50 %.3f p99 %.3f max %.3f; error %.1e, moved %.1e m, deepest %.1e m,"
      " paths",
      name.c_str(), o.steps, 1e3 * o.cpu_mean, 1e3 * o.cpu_p50, 1e3 * o.cpu_p99, 1e3 * o.cpu_max, o.worst_error,
      o.motion_after, o.penetration);
  for (std::size_t i = 0; i < o.paths.size(); ++i)
    if (o.paths[i] > 0) std::printf(" %s %d", to_string(static_cast<SolvePath>(i)), o.paths[i]);
  std::printf("\n");
}

}  // namespace stiction::testing
