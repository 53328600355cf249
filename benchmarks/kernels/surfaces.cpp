// Ten partial derivatives of every kind of smooth surface, beside the figures of Kry and Pai, "Continuous contact
// simulation for smooth surfaces", 2002, Table I (Java on a 350 MHz Pentium II).
#include <benchmark/benchmark.h>

#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "stiction/geometry/smooth/analytic_surfaces.h"
#include "stiction/geometry/smooth/bezier_surface.h"
#include "stiction/geometry/smooth/loop_surface.h"
#include "stiction/geometry/smooth/rational_surface.h"
#include "stiction/geometry/smooth/s_patch.h"
#include "stiction/geometry/smooth/smooth_shapes.h"
#include "stiction/geometry/smooth/surface_queries.h"

namespace {

using namespace stiction;

/// Evaluates all patches in turn at a thousand random places.
void ten_partials(benchmark::State& state, const SmoothSurface& surface, double paper_ms) {
  std::mt19937 random(1);
  std::exponential_distribution<double> weight(1);
  std::vector<SurfacePoint> places;
  for (int i = 0; i < 1000; ++i) {
    const int patch = i % surface.patches();
    Vec2 sum = Vec2::Zero();
    double total = 0;
    for (const Vec2& corner : surface.domain(patch)) {
      const double w = weight(random);
      sum += w * corner;
      total += w;
    }
    places.push_back({patch, sum / total});
  }
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(surface.jet(places[next]));
    next = next + 1 < places.size() ? next + 1 : 0;
  }
  if (paper_ms > 0) state.SetLabel("paper: " + std::to_string(int(std::round(1e6 * paper_ms))) + " ns");
}

/// A closed mesh of 2n triangles around two vertices with n neighbours, refined until others have six.
LoopSurface loop_surface(int n) {
  TriangleMesh mesh;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    mesh.vertices.push_back({std::cos(angle), std::sin(angle), 0});
    mesh.triangles.push_back({i, (i + 1) % n, n});
    mesh.triangles.push_back({(i + 1) % n, i, n + 1});
  }
  mesh.vertices.push_back({0, 0, 1});
  mesh.vertices.push_back({0, 0, -1});
  LoopMesh fine = LoopMesh(mesh).subdivided();
  // Keep the fans around the poles and a ring about them: one extraordinary corner in every patch.
  TriangleMesh fan{fine.mesh().vertices, {}};
  std::vector<bool> near(fan.vertices.size(), false);
  for (const auto& t : fine.mesh().triangles) {
    for (const int v : t) {
      if (v == n) {
        for (const int w : t) near[std::size_t(w)] = true;
      }
    }
  }
  for (const auto& t : fine.mesh().triangles) {
    if (near[std::size_t(t[0])] || near[std::size_t(t[1])] || near[std::size_t(t[2])]) fan.triangles.push_back(t);
  }
  return LoopSurface(fan);
}

void surface_loop(benchmark::State& state) {
  static const std::map<int, double> paper = {{6, 0.2413}, {3, 0.1683}, {5, 0.1933}, {7, 0.2223}, {10, 0.2654}};
  const int n = int(state.range(0));
  const auto known = paper.find(n);
  ten_partials(state, loop_surface(n), known == paper.end() ? 0 : known->second);
}
BENCHMARK(surface_loop)->Arg(6)->DenseRange(3, 5)->DenseRange(7, 10);

void surface_loop_bowl(benchmark::State& state) { ten_partials(state, LoopSurface(bowl_control_mesh()), 0); }
BENCHMARK(surface_loop_bowl);

void surface_s_patch(benchmark::State& state) {
  static const std::map<int, double> paper = {{3, 0.1632}, {4, 0.4466}, {5, 1.1006}, {10, 20.0248}};
  const int sides = int(state.range(0));
  const SPatchNet net = SPatchNet::polynomial(sides, 3, [](const std::vector<Vec2>& p) {
    const Vec2 sum = p[0] + p[1] + p[2];
    return Vec3(sum.x() / 3, sum.y() / 3, p[0].x() * p[1].x() * p[2].x());
  });
  const auto known = paper.find(sides);
  ten_partials(state, SPatchSurface({net}), known == paper.end() ? 0 : known->second);
}
BENCHMARK(surface_s_patch)->DenseRange(3, 10);

void surface_bezier(benchmark::State& state) {
  ten_partials(state, BezierSurface({paraboloid_net(0.135, 0.06, 0.1, 0.03, BodySide::kAbove)}), 0.0801);
}
BENCHMARK(surface_bezier);

void surface_rational_bicubic(benchmark::State& state) {
  RationalPatch patch;
  const BezierNet net = paraboloid_net(0.135, 0.06, 0.1, 0.03, BodySide::kAbove);
  for (const Vec3& p : net) patch.points.emplace_back(p.x(), p.y(), p.z(), 1);
  ten_partials(state, RationalSurface({patch}), 0);
}
BENCHMARK(surface_rational_bicubic);

void surface_ellipsoid(benchmark::State& state) { ten_partials(state, EllipsoidSurface(Vec3(0.3, 0.2, 0.1)), 0); }
BENCHMARK(surface_ellipsoid);

void surface_torus(benchmark::State& state) { ten_partials(state, TorusSurface(0.3, 0.1), 0); }
BENCHMARK(surface_torus);

void surface_closest_point_bowl(benchmark::State& state) {
  const LoopSurface bowl(bowl_control_mesh());
  const SurfaceQueries queries(bowl);
  for (auto _ : state) benchmark::DoNotOptimize(queries.closest({0.05, 0.03, 0.02}));
}
BENCHMARK(surface_closest_point_bowl)->Unit(benchmark::kMicrosecond);

}  // namespace
