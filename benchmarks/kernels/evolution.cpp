// Cost of contact evolution: the acceleration of a contact, in each mode, and whole steps.
#include <benchmark/benchmark.h>

#include <limits>
#include <memory>
#include <numbers>

#include "stiction/evolution/contact_dynamics.h"
#include "stiction/evolution/evolve.h"
#include "stiction/geometry/smooth/loop_surface.h"

namespace {

using namespace stiction;

// z = a x²/2 + b y²/2: next to nothing to evaluate, so that what is measured is the contact.
class Quadric final : public SmoothSurface {
 public:
  Quadric(double a, double b, bool up) : a_(a), b_(b), up_(up), domain_{{-9, -9}, {9, -9}, {9, 9}, {-9, 9}} {}
  int patches() const override { return 1; }
  const std::vector<Vec2>& domain(int) const override { return domain_; }
  SurfaceJet jet(const SurfacePoint& at) const override {
    const double x = up_ ? at.st.x() : at.st.y(), y = up_ ? at.st.y() : at.st.x();
    const Vec3 dx(1, 0, a_ * x), dy(0, 1, b_ * y), xx(0, 0, a_), yy(0, 0, b_), zero = Vec3::Zero();
    return {Vec3(x, y, 0.5 * (a_ * x * x + b_ * y * y)),
            up_ ? dx : dy,
            up_ ? dy : dx,
            up_ ? xx : yy,
            zero,
            up_ ? yy : xx,
            zero,
            zero,
            zero,
            zero};
  }
  std::optional<SurfacePoint> across(const SurfacePoint&, int) const override { return std::nullopt; }
  std::vector<SurfacePoint> around(int patch, int corner) const override { return {{patch, domain_[corner]}}; }
  bool extraordinary(int, int) const override { return false; }

 private:
  double a_, b_;
  bool up_;
  std::vector<Vec2> domain_;
};

const Vec3 kGravity(0, 0, -9.81);

SmoothContact contact(bool rolls, bool both_move) {
  SmoothBody top{.surface = std::make_shared<Quadric>(7, 16, false), .centre_of_mass = Vec3(0, 0, 0.03)};
  top.inertia = Vec3(0.00125, 0.0055, 0.0062).asDiagonal();
  SmoothBody table{.surface = std::make_shared<Quadric>(0.1, -0.2, true), .mass = 3, .fixed = !both_move};
  SmoothContactLaw law{.mu_static = 0.3, .mu_dynamic = 0.3};
  if (rolls) law.mu_static = std::numeric_limits<double>::infinity();
  return SmoothContact(top, table, law);
}

SmoothContactState start(bool rolls) {
  SmoothContactState state;
  state.first.st = Vec2(0.001, 0.002);
  state.psi = 0.3;
  state.spin = Vec3(0.1, 0.2, 2);
  state.slip = rolls ? Vec2(0, 0) : Vec2(0.1, 0.05);
  state.mode.rolling = rolls;
  return state;
}

template <int N>
void BM_ContactAcceleration(benchmark::State& state) {
  const bool rolls = state.range(0) != 0;
  const SmoothContact pair = contact(rolls, N == kSecondMoves);
  const SmoothContactState at = start(rolls);
  const StepContext context = step_context(pair, at, kGravity);
  MotionVector<N> y = pack<N>(at), rate;
  ContactReaction reaction;
  for (auto _ : state) {
    benchmark::DoNotOptimize(y.data());
    contact_derivative<N>(context, y, rate, reaction);
    benchmark::DoNotOptimize(rate.data());
  }
  state.SetLabel(rolls ? "rolling" : "sliding");
}
BENCHMARK(BM_ContactAcceleration<kSecondFixed>)->Arg(0)->Arg(1);
BENCHMARK(BM_ContactAcceleration<kSecondMoves>)->Arg(0)->Arg(1);

// An icosahedron's Loop surface, or rather that of its first subdivision: patches with one extraordinary corner or
// none.
std::shared_ptr<LoopSurface> pebble(double radius) {
  const double g = std::numbers::phi;
  TriangleMesh mesh;
  mesh.vertices = {{0, 1, g},  {0, -1, g},  {0, 1, -g}, {0, -1, -g}, {1, g, 0},  {-1, g, 0},
                   {1, -g, 0}, {-1, -g, 0}, {g, 0, 1},  {g, 0, -1},  {-g, 0, 1}, {-g, 0, -1}};
  for (Vec3& vertex : mesh.vertices) vertex *= radius;
  mesh.triangles = {{0, 1, 8}, {0, 8, 4}, {0, 4, 5}, {0, 5, 10}, {0, 10, 1},  {1, 6, 8},   {8, 6, 9},
                    {8, 9, 4}, {4, 9, 2}, {4, 2, 5}, {5, 2, 11}, {5, 11, 10}, {10, 11, 7}, {10, 7, 1},
                    {1, 7, 6}, {3, 9, 6}, {3, 6, 7}, {3, 7, 11}, {3, 11, 2},  {3, 2, 9}};
  return std::make_shared<LoopSurface>(LoopMesh(mesh).subdivided());
}

// The whole acceleration of two free pebbles, surfaces included.
void BM_LoopOnLoopAcceleration(benchmark::State& state) {
  const bool extraordinary = state.range(0) != 0;
  const auto surface = pebble(0.05);
  int patch = 0;
  const auto wanted = [&] {
    int corners = 0;
    for (int corner = 0; corner < 3; ++corner) corners += surface->valence(patch, corner) != 6;
    return corners == (extraordinary ? 1 : 0);
  };
  while (!wanted()) ++patch;
  const SmoothBody body{.surface = surface, .inertia = 1e-3 * Mat3::Identity()};
  const SmoothContact pair(body, body, {.mu_static = std::numeric_limits<double>::infinity()});
  SmoothContactState at = start(true);
  at.first.patch = at.second.patch = patch;
  at.first.st = Vec2(0.3, 0.4);
  at.second.st = Vec2(0.35, 0.25);
  const StepContext context = step_context(pair, at, kGravity);
  MotionVector<kSecondMoves> y = pack<kSecondMoves>(at), rate;
  ContactReaction reaction;
  for (auto _ : state) {
    benchmark::DoNotOptimize(y.data());
    contact_derivative<kSecondMoves>(context, y, rate, reaction);
    benchmark::DoNotOptimize(rate.data());
  }
  state.SetLabel(extraordinary ? "extraordinary patches" : "regular patches");
}
BENCHMARK(BM_LoopOnLoopAcceleration)->Arg(0)->Arg(1);

// One step of 1 ms, with all that evolve() watches.
void BM_ContactStep(benchmark::State& state) {
  const SmoothContact pair = contact(true, false);
  EvolutionOptions options;
  options.method =
      state.range(0) != 0 ? EvolutionOptions::Method::kDormandPrince : EvolutionOptions::Method::kRungeKutta4;
  options.coordinate_velocities = state.range(1) != 0;
  options.max_step = 1e-3;
  SmoothContactState at = start(true);
  for (auto _ : state) benchmark::DoNotOptimize(evolve(pair, at, 1e-3, kGravity, options).steps);
  state.SetLabel(state.range(0) != 0 ? "Dormand-Prince" : state.range(1) != 0 ? "RK4 of q, dq/dt" : "RK4");
}
BENCHMARK(BM_ContactStep)->Args({0, 0})->Args({0, 1})->Args({1, 0});

}  // namespace
