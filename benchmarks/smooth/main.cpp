// Smooth surfaces beside the tables of Kry and Pai, "Continuous contact simulation for smooth surfaces", 2002: ten
// partial derivatives (Table I, Java, 350 MHz Pentium II) and the 3 s run of a bowl on a table (Table II, 1.8 GHz
// Xeon).
#include <fmt/core.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "stiction/common/timer.h"
#include "stiction/geometry/smooth/bezier_surface.h"
#include "stiction/geometry/smooth/loop_surface.h"
#include "stiction/geometry/smooth/s_patch.h"
#include "stiction/geometry/smooth/smooth_shapes.h"
#include "stiction/scene/gallery.h"
#include "stiction/stepping/smooth_bodies.h"

namespace {

using namespace stiction;

/// Least and median CPU time (s) of one of `calls` calls, over five rounds.
struct Cost {
  double least = 0, median = 0;
};
Cost cost_of(int calls, const std::function<void()>& work) {
  std::vector<double> rounds;
  for (int round = 0; round < 5; ++round) {
    const double start = cpu_seconds();
    for (int i = 0; i < calls; ++i) work();
    rounds.push_back((cpu_seconds() - start) / calls);
  }
  std::sort(rounds.begin(), rounds.end());
  return {rounds[0], rounds[2]};
}

void surface_row(const char* name, const SmoothSurface& surface, double paper_ms) {
  // A thousand places, patch by patch; a sum keeps the work from being left out.
  std::vector<SurfacePoint> places;
  for (int i = 0; i < 1000; ++i) {
    const int patch = i % surface.patches();
    Vec2 sum = Vec2::Zero();
    double total = 0, weight = 0.37 + 0.001 * i;
    for (const Vec2& corner : surface.domain(patch)) {
      weight = std::fmod(weight * 1.7 + 0.31, 1.0) + 0.01;
      sum += weight * corner;
      total += weight;
    }
    places.push_back({patch, sum / total});
  }
  double sum = 0;
  const Cost cost = cost_of(20, [&] {
    for (const SurfacePoint& place : places) {
      const SurfaceJet jet = surface.jet(place);
      sum += jet.x.x() + jet.ttt.z();
    }
  });
  fmt::print("{:<28} {:>8.0f} {:>8.0f} {:>12.0f} {:>10.0f}{}\n", name, 1e6 * cost.least, 1e6 * cost.median,
             1e6 * paper_ms, paper_ms * 1e-3 / (cost.median * 1e-3), std::isfinite(sum) ? "" : " (no number)");
}

LoopSurface fan(int valence) {
  TriangleMesh mesh;
  for (int i = 0; i < valence; ++i) {
    const double angle = 2 * M_PI * i / valence;
    mesh.vertices.push_back({std::cos(angle), std::sin(angle), 0});
    mesh.triangles.push_back({i, (i + 1) % valence, valence});
    mesh.triangles.push_back({(i + 1) % valence, i, valence + 1});
  }
  mesh.vertices.push_back({0, 0, 1});
  mesh.vertices.push_back({0, 0, -1});
  const LoopMesh fine = LoopMesh(mesh).subdivided();
  TriangleMesh part{fine.mesh().vertices, {}};
  std::vector<char> near(part.vertices.size(), 0);
  for (const auto& t : fine.mesh().triangles)
    if (std::find(t.begin(), t.end(), valence) != t.end())
      for (const int v : t) near[static_cast<std::size_t>(v)] = 1;
  for (const auto& t : fine.mesh().triangles)
    if (std::any_of(t.begin(), t.end(), [&](int v) { return near[static_cast<std::size_t>(v)] != 0; }))
      part.triangles.push_back(t);
  return LoopSurface(part);
}

void table_one() {
  fmt::print("Ten partial derivatives, ns (CPU, least and median of five rounds), beside Table I\n\n");
  fmt::print("{:<28} {:>8} {:>8} {:>12} {:>10}\n", "surface", "least", "median", "paper", "times");
  surface_row("Loop, regular", fan(6), 0.2413);
  surface_row("Loop, valence 3", fan(3), 0.1683);
  surface_row("Loop, valence 5", fan(5), 0.1933);
  surface_row("Loop, valence 7", fan(7), 0.2223);
  surface_row("Loop, valence 10", fan(10), 0.2654);
  const auto polygon = [](int sides) {
    return SPatchSurface({SPatchNet::polynomial(sides, 3, [](const std::vector<Vec2>& p) {
      const Vec2 sum = p[0] + p[1] + p[2];
      return Vec3(sum.x() / 3, sum.y() / 3, p[0].x() * p[1].x() * p[2].x());
    })});
  };
  surface_row("S-patch, 3 sides", polygon(3), 0.1632);
  surface_row("S-patch, 4 sides", polygon(4), 0.4466);
  surface_row("S-patch, 5 sides", polygon(5), 1.1006);
  surface_row("S-patch, 10 sides", polygon(10), 20.0248);
  surface_row("bicubic Bezier", BezierSurface({paraboloid_net(0.135, 0.06, 0.1, 0.03, BodySide::kAbove)}), 0.0801);
}

/// What a run of the bowl led to.
struct BowlRun {
  double cpu = 0;    ///< s
  int steps = 0;     ///< of the integrator
  int general = 0;   ///< steps of the world that the general path took
  double speed = 0;  ///< at the end: of the centre, m/s, and of the rim by turning
  Vec3 place = Vec3::Zero();
  double upright = 0;  ///< cosine of its tilt
};

Scene bowl_scene(double step, const char* method) {
  Scene scene = build_gallery_scene("bowl");
  scene.step = scene.evolution.max_step = step;
  scene.evolution.min_step = std::min(1e-3, step);
  scene.evolution.method = method;
  return scene;
}

BowlRun in_world(double step, const char* method) {
  const Scene scene = bowl_scene(step, method);
  BowlRun best;
  for (int round = 0; round < 3; ++round) {
    World world = build_world(scene);
    BowlRun run;
    const double start = cpu_seconds();
    while (world.state().time < 3 - 0.5 * step) {
      const StepReport& report = world.step();
      run.general += report.smooth.general;
      for (const SmoothEvent& event : report.smooth.events) run.steps += event.kind == SmoothEventKind::step;
    }
    run.cpu = cpu_seconds() - start;
    const BodyState& bowl = world.state().bodies[1];
    run.speed = bowl.velocity.norm() + 0.065 * world.angular_velocity(1).norm();
    run.place = bowl.position;
    run.upright = (bowl.rotation * Vec3::UnitZ()).z();
    if (round == 0 || run.cpu < best.cpu) best = run;
  }
  return best;
}

/// The evolution room alone, without a world around it.
double alone(double step, const char* method) {
  const World world = build_world(bowl_scene(step, method));
  const WorldModel& model = world.model();
  const ContactLaw law = model.materials.law(model.bodies[1].material, model.bodies[0].material);
  const SmoothContact contact(smooth_body(model.bodies[1], model.smooth), smooth_body(model.bodies[0], model.smooth),
                              smooth_law(law, model.smooth));
  PairOptions options = pair_options(law, model.smooth);
  options.search = true;
  double best = 1e9;
  for (int round = 0; round < 3; ++round) {
    PairState state;
    state.bodies = {motion_of(model.bodies[1], world.state().bodies[1]),
                    motion_of(model.bodies[0], world.state().bodies[0])};
    const double start = cpu_seconds();
    advance_pair(contact, state, 3, model.gravity, options);
    best = std::min(best, cpu_seconds() - start);
  }
  return best;
}

void table_two() {
  constexpr double paper[] = {6.542, 3.328, 1.766, 0.974, 0.521, 0.370, 0.286, 0};
  fmt::print(
      "\nA bowl on a table for 3 s, beside Table II: CPU s, best of three. \"room\" is the evolution room alone, "
      "\"world\"\n"
      "a whole world with detection, contacts and reports; its steps are as long as the integrator's longest.\n\n");
  for (const char* method : {"runge_kutta4", "dormand_prince"}) {
    fmt::print("{}\n{:>8} {:>9} {:>10} {:>7} {:>10} {:>7} {:>7} {:>8} {:>10}  {}\n", method, "max ms", "paper s",
               "room s", "times", "world s", "times", "steps", "general", "end, m/s", "where it ends (m), cos of tilt");
    for (int i = 0; i < 8; ++i) {
      const double step = 1e-3 * (1 << i);
      const double room = alone(step, method);
      const BowlRun run = in_world(step, method);
      fmt::print("{:>8.0f} {:>9} {:>10.6f} {:>7} {:>10.6f} {:>7} {:>7} {:>8} {:>10.1e}  {:.3f} {:.3f} {:.3f}, {:.4f}\n",
                 1e3 * step, paper[i] > 0 ? fmt::format("{:.3f}", paper[i]) : "-", room,
                 paper[i] > 0 ? fmt::format("{:.0f}", paper[i] / room) : "-", run.cpu,
                 paper[i] > 0 ? fmt::format("{:.0f}", paper[i] / run.cpu) : "-", run.steps, run.general, run.speed,
                 run.place.x(), run.place.y(), run.place.z(), run.upright);
    }
  }
}

}  // namespace

int main() {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  table_one();
  table_two();
}
