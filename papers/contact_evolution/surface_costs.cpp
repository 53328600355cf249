#include "contact_evolution/surface_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include "stiction/common/error.h"
#include "stiction/common/timer.h"
#include "stiction/evolution/contact_dynamics.h"
#include "stiction/geometry/smooth/bezier_surface.h"
#include "stiction/geometry/smooth/loop_surface.h"
#include "stiction/geometry/smooth/s_patch.h"
#include "stiction/geometry/smooth/smooth_shapes.h"

namespace stiction::papers {
namespace {

constexpr int kPlaces = 1000;
constexpr int kRegular = 6;

/// `work` goes over all places once and returns a number that depends on everything it computed, so that none of it is
/// left out.
SurfaceCost cost_of(const std::string& name, double paper_ms, int calls, const std::function<double()>& work) {
  std::vector<double> rounds;
  double sum = 0;
  for (int round = 0; round < 5; ++round) {
    const double start = cpu_seconds();
    for (int i = 0; i < calls; ++i) sum += work();
    rounds.push_back((cpu_seconds() - start) / (double(calls) * kPlaces));
  }
  if (!std::isfinite(sum)) throw Error(name + ": derivatives that are no numbers");
  std::sort(rounds.begin(), rounds.end());
  return {name, 1e-3 * paper_ms, rounds[0], rounds[2]};
}

/// Places all over the patches that `wanted` names.
std::vector<SurfacePoint> places_on(
    const SmoothSurface& surface, const std::function<bool(int)>& wanted = [](int) { return true; }) {
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

SurfaceCost jets(const std::string& name, double paper_ms, int calls, const SmoothSurface& surface,
                 const std::vector<SurfacePoint>& places) {
  return cost_of(name, paper_ms, calls, [&] {
    double sum = 0;
    for (const SurfacePoint& place : places) {
      const SurfaceJet jet = surface.jet(place);
      sum += jet.x.x() + jet.ttt.z();
    }
    return sum;
  });
}

/// A closed surface with two vertices of this valence; every patch around them has no other extraordinary one.
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
    regular = regular && surface.valence(patch, corner) == kRegular;
  }
  return valence == kRegular ? regular : found;
}

struct LoopPlaces {
  std::shared_ptr<LoopSurface> surface;
  std::vector<SurfacePoint> places;
};

/// Places on patches with a corner of this valence, or on regular patches.
LoopPlaces around(int valence) {
  const auto surface = std::make_shared<LoopSurface>(spindle(valence == kRegular ? 5 : valence));
  return {surface, places_on(*surface, [&](int patch) { return has_corner(*surface, patch, valence); })};
}

std::string loop_name(const char* what, int valence) {
  return valence == kRegular ? fmt::format("{}, regular", what) : fmt::format("{}, valence {}", what, valence);
}

SurfaceCost loop_jets(int valence, double paper_ms, int calls) {
  const LoopPlaces at = around(valence);
  return jets(loop_name("Loop", valence), paper_ms, calls, *at.surface, at.places);
}

SurfaceCost polygon_jets(int sides, double paper_ms, int calls) {
  const SPatchSurface surface({SPatchNet::polynomial(sides, 3, [](const std::vector<Vec2>& p) {
    const Vec2 sum = p[0] + p[1] + p[2];
    return Vec3(sum.x() / 3, sum.y() / 3, p[0].x() * p[1].x() * p[2].x());
  })});
  return jets(fmt::format("S-patch, {} sides", sides), paper_ms, calls, surface, places_on(surface));
}

SurfaceCost acceleration(int valence, double paper_ms, int calls) {
  const LoopPlaces on = around(valence);
  const SmoothBody body{.surface = on.surface, .inertia = 1e-3 * Mat3::Identity()};
  const SmoothContact pair(body, body, {.mu_static = std::numeric_limits<double>::infinity()});
  std::vector<StepContext> contexts;
  std::vector<MotionVector<kSecondMoves>> motions;
  for (std::size_t i = 0; i < on.places.size(); ++i) {
    const SurfacePoint &one = on.places[i], &two = on.places[(7 * i + 3) % on.places.size()];
    SmoothContactState at;
    at.first = {one.patch, -1, one.st};
    at.second = {two.patch, -1, two.st};
    at.psi = 0.3;
    at.spin = Vec3(0.1, 0.2, 2);
    at.mode.rolling = true;
    contexts.push_back(step_context(pair, at, Vec3(0, 0, -9.81)));
    motions.push_back(pack<kSecondMoves>(at));
  }
  return cost_of(loop_name("Loop on Loop", valence), paper_ms, calls, [&] {
    double sum = 0;
    MotionVector<kSecondMoves> rate;
    ContactReaction reaction;
    for (std::size_t i = 0; i < motions.size(); ++i) {
      contact_derivative<kSecondMoves>(contexts[i], motions[i], rate, reaction);
      sum += rate[5] + reaction.normal;
    }
    return sum;
  });
}

}  // namespace

std::vector<SurfaceCost> surface_costs(int calls) {
  std::vector<SurfaceCost> costs = {loop_jets(kRegular, 0.2413, calls)};
  // The paper's row for each valence.
  constexpr double paper_ms[] = {0.1683, NAN, 0.1933, NAN, 0.2223, NAN, NAN, 0.2654};
  for (int valence = 3; valence <= 10; ++valence)
    if (valence != kRegular) costs.push_back(loop_jets(valence, paper_ms[valence - 3], calls));
  costs.push_back(polygon_jets(3, 0.1632, calls));
  costs.push_back(polygon_jets(4, 0.4466, calls));
  costs.push_back(polygon_jets(5, 1.1006, calls));
  costs.push_back(polygon_jets(10, 20.0248, calls));
  const BezierSurface bicubic({paraboloid_net(0.135, 0.06, 0.1, 0.03, BodySide::kAbove)});
  costs.push_back(jets("bicubic Bézier", 0.0801, calls, bicubic, places_on(bicubic)));
  return costs;
}

std::vector<SurfaceCost> acceleration_costs(int calls) {
  std::vector<SurfaceCost> costs;
  for (const int valence : {kRegular, 3, 5, 7, 10}) costs.push_back(acceleration(valence, 1.2, calls));
  return costs;
}

}  // namespace stiction::papers
