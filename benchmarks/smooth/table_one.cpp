#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "stiction/evolution/contact_dynamics.h"
#include "stiction/geometry/smooth/bezier_surface.h"
#include "stiction/geometry/smooth/loop_surface.h"
#include "stiction/geometry/smooth/s_patch.h"
#include "stiction/geometry/smooth/smooth_shapes.h"
#include "tables.h"

namespace stiction::smooth_bench {
namespace {

constexpr int kPlaces = 1000;

/// `paper_ms` 0: not in the paper. `allowed_ns` 0: no bound.
void row(const std::string& name, const Cost& cost, double paper_ms, double allowed_ns) {
  const double least = 1e9 * cost.least / kPlaces, median = 1e9 * cost.median / kPlaces;
  fmt::print("{:<36} {:>8.0f} {:>8.0f} {:>8} {:>12} {:>8}\n", name, least, median,
             allowed_ns > 0 ? fmt::format("{:.0f}", allowed_ns) : "-",
             paper_ms > 0 ? fmt::format("{:.0f}", 1e6 * paper_ms) : "-",
             paper_ms > 0 ? fmt::format("{:.0f}", 1e6 * paper_ms / median) : "-");
  std::fflush(stdout);
}

/// Places all over the patches that `wanted` names.
std::vector<SurfacePoint> places_on(const SmoothSurface& surface, const std::function<bool(int)>& wanted) {
  std::vector<int> patches;
  for (int patch = 0; patch < surface.patches(); ++patch)
    if (wanted(patch)) patches.push_back(patch);
  std::vector<SurfacePoint> places;
  for (int i = 0; i < kPlaces; ++i) {
    const int patch = patches[static_cast<std::size_t>(i) % patches.size()];
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

void surface_row(
    const std::string& name, const SmoothSurface& surface, double paper_ms, double allowed_ns,
    const std::function<bool(int)>& wanted = [](int) { return true; }) {
  const std::vector<SurfacePoint> places = places_on(surface, wanted);
  double sum = 0;  // keeps the work from being left out
  const Cost cost = cost_of(20, [&] {
    for (const SurfacePoint& place : places) {
      const SurfaceJet jet = surface.jet(place);
      sum += jet.x.x() + jet.ttt.z();
    }
  });
  row(std::isfinite(sum) ? name : name + " (no number)", cost, paper_ms, allowed_ns);
}

/// A closed surface with two vertices of this valence; every patch around them has no other one.
LoopSurface spindle(int valence) {
  TriangleMesh mesh;
  for (int i = 0; i < valence; ++i) {
    const double angle = 2 * M_PI * i / valence;
    mesh.vertices.push_back({0.05 * std::cos(angle), 0.05 * std::sin(angle), 0});
    mesh.triangles.push_back({i, (i + 1) % valence, valence});
    mesh.triangles.push_back({(i + 1) % valence, i, valence + 1});
  }
  mesh.vertices.push_back({0, 0, 0.05});
  mesh.vertices.push_back({0, 0, -0.05});
  return LoopSurface(LoopMesh(mesh).subdivided());
}

bool has_corner(const LoopSurface& surface, int patch, int valence) {
  bool found = false, regular = true;
  for (int corner = 0; corner < 3; ++corner) {
    found = found || surface.valence(patch, corner) == valence;
    regular = regular && surface.valence(patch, corner) == 6;
  }
  return valence == 6 ? regular : found;
}

/// The whole acceleration of two free bodies that roll on each other without slip, over places of their surfaces.
void acceleration_row(int valence, double paper_ms) {
  const auto surface = std::make_shared<LoopSurface>(spindle(valence == 6 ? 5 : valence));
  const auto places = places_on(*surface, [&](int patch) { return has_corner(*surface, patch, valence); });
  const SmoothBody body{.surface = surface, .inertia = 1e-3 * Mat3::Identity()};
  const SmoothContact pair(body, body, {.mu_static = std::numeric_limits<double>::infinity()});
  std::vector<StepContext> contexts;
  std::vector<MotionVector<kSecondMoves>> motions;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const SurfacePoint &one = places[i], &two = places[(7 * i + 3) % places.size()];
    SmoothContactState at;
    at.first = {one.patch, -1, one.st};
    at.second = {two.patch, -1, two.st};
    at.psi = 0.3;
    at.spin = Vec3(0.1, 0.2, 2);
    at.mode.rolling = true;
    contexts.push_back(step_context(pair, at, Vec3(0, 0, -9.81)));
    motions.push_back(pack<kSecondMoves>(at));
  }
  double sum = 0;
  const Cost cost = cost_of(20, [&] {
    MotionVector<kSecondMoves> rate;
    ContactReaction reaction;
    for (std::size_t i = 0; i < motions.size(); ++i) {
      contact_derivative<kSecondMoves>(contexts[i], motions[i], rate, reaction);
      sum += rate[5] + reaction.normal;
    }
  });
  const std::string name = valence == 6 ? "Loop on Loop, regular" : fmt::format("Loop on Loop, valence {}", valence);
  row(std::isfinite(sum) ? name : name + " (no number)", cost, paper_ms, 2000);
}

}  // namespace

void table_one() {
  fmt::print("Ten partial derivatives, ns (CPU, least and median of five rounds), beside Table I\n\n");
  fmt::print("{:<36} {:>8} {:>8} {:>8} {:>12} {:>8}\n", "surface", "least", "median", "wanted", "paper", "times");
  const LoopSurface five = spindle(5);
  surface_row("Loop, regular", five, 0.2413, 250, [&](int patch) { return has_corner(five, patch, 6); });
  // The paper's row for each valence.
  constexpr double paper[] = {0.1683, 0, 0.1933, 0, 0.2223, 0, 0, 0.2654};
  for (int valence = 3; valence <= 10; ++valence) {
    if (valence == 6) continue;
    const LoopSurface surface = spindle(valence);
    surface_row(fmt::format("Loop, valence {}", valence), surface, paper[valence - 3], 500,
                [&](int patch) { return has_corner(surface, patch, valence); });
  }
  const auto polygon = [](int sides) {
    return SPatchSurface({SPatchNet::polynomial(sides, 3, [](const std::vector<Vec2>& p) {
      const Vec2 sum = p[0] + p[1] + p[2];
      return Vec3(sum.x() / 3, sum.y() / 3, p[0].x() * p[1].x() * p[2].x());
    })});
  };
  surface_row("S-patch, 3 sides", polygon(3), 0.1632, 0);
  surface_row("S-patch, 4 sides", polygon(4), 0.4466, 0);
  surface_row("S-patch, 5 sides", polygon(5), 1.1006, 0);
  surface_row("S-patch, 10 sides", polygon(10), 20.0248, 0);
  surface_row("bicubic Bezier", BezierSurface({paraboloid_net(0.135, 0.06, 0.1, 0.03, BodySide::kAbove)}), 0.0801, 100);
  fmt::print("\nWhole acceleration, both bodies free and rolling on each other, ns\n\n");
  acceleration_row(6, 1.2);
  for (const int valence : {3, 5, 7, 10}) acceleration_row(valence, 1.2);
}

}  // namespace stiction::smooth_bench
