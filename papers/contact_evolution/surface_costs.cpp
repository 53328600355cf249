#include "contact_evolution/surface_costs.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/geometry/smooth/bezier_surface.h"
#include "stiction/geometry/smooth/loop_surface.h"
#include "stiction/geometry/smooth/s_patch.h"
#include "stiction/geometry/smooth/smooth_shapes.h"

namespace stiction::papers {
namespace {

/// A thousand places, patch by patch.
std::vector<SurfacePoint> places_on(const SmoothSurface& surface) {
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
  return places;
}

SurfaceCost cost_of(const char* name, const SmoothSurface& surface, double paper_ms, int calls) {
  const std::vector<SurfacePoint> places = places_on(surface);
  std::vector<double> rounds;
  double sum = 0;  // keeps the work from being left out
  for (int round = 0; round < 5; ++round) {
    const double start = cpu_seconds();
    for (int i = 0; i < calls; ++i)
      for (const SurfacePoint& place : places) {
        const SurfaceJet jet = surface.jet(place);
        sum += jet.x.x() + jet.ttt.z();
      }
    rounds.push_back((cpu_seconds() - start) / (calls * double(places.size())));
  }
  if (!std::isfinite(sum)) throw Error(std::string(name) + ": derivatives that are no numbers");
  std::sort(rounds.begin(), rounds.end());
  return {name, 1e-3 * paper_ms, rounds[0], rounds[2]};
}

/// The neighbourhood of a vertex of that valence.
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

SPatchSurface polygon(int sides) {
  return SPatchSurface({SPatchNet::polynomial(sides, 3, [](const std::vector<Vec2>& p) {
    const Vec2 sum = p[0] + p[1] + p[2];
    return Vec3(sum.x() / 3, sum.y() / 3, p[0].x() * p[1].x() * p[2].x());
  })});
}

}  // namespace

std::vector<SurfaceCost> surface_costs(int calls) {
  return {cost_of("Loop, regular", fan(6), 0.2413, calls),
          cost_of("Loop, valence 3", fan(3), 0.1683, calls),
          cost_of("Loop, valence 5", fan(5), 0.1933, calls),
          cost_of("Loop, valence 7", fan(7), 0.2223, calls),
          cost_of("Loop, valence 10", fan(10), 0.2654, calls),
          cost_of("S-patch, 3 sides", polygon(3), 0.1632, calls),
          cost_of("S-patch, 4 sides", polygon(4), 0.4466, calls),
          cost_of("S-patch, 5 sides", polygon(5), 1.1006, calls),
          cost_of("S-patch, 10 sides", polygon(10), 20.0248, calls),
          cost_of("bicubic Bézier", BezierSurface({paraboloid_net(0.135, 0.06, 0.1, 0.03, BodySide::kAbove)}), 0.0801,
                  calls)};
}

}  // namespace stiction::papers
