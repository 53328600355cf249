// Cost of the narrow phase per pair and of the detector per scene.
#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "stiction/collision/detector.h"
#include "stiction/collision/narrow_phase.h"
#include "stiction/geometry/penetration.h"

namespace {

using namespace stiction;

Shape box(double x, double y, double z) { return Polyhedron{ConvexPolyhedron::box(0.5 * Vec3(x, y, z))}; }

Mat3 turn(double degrees, const Vec3& axis) {
  return Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axis.normalized()).toRotationMatrix();
}

void measure(benchmark::State& state, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
             double margin) {
  std::vector<ContactPoint> out;
  for (auto _ : state) {
    out.clear();
    collide(a, pose_a, b, pose_b, margin, out);
    benchmark::DoNotOptimize(out.data());
  }
  state.counters["contacts"] = double(out.size());
}

void BM_BoxOnBox(benchmark::State& state) { measure(state, box(1, 1, 1), {{0, 0, 1}}, box(1, 1, 1), {}, 0.01); }
BENCHMARK(BM_BoxOnBox);

void BM_TurnedBoxOnBox(benchmark::State& state) {
  measure(state, box(1, 1, 1), {{0, 0, 1}, turn(45, Vec3::UnitZ())}, box(1, 1, 1), {}, 0.01);
}
BENCHMARK(BM_TurnedBoxOnBox);

void BM_TentApex(benchmark::State& state) {
  const Shape card = box(0.03, 1, 1.6);
  const Mat3 left = turn(22, Vec3::UnitY()), right = turn(-22, Vec3::UnitY());
  measure(state, card, {-(left * Vec3(0.015, 0, 0.8)), left}, card, {-(right * Vec3(-0.015, 0, 0.8)), right}, 3e-4);
}
BENCHMARK(BM_TentApex);

void BM_BoxesJustApart(benchmark::State& state) {
  measure(state, box(1, 1, 1), {{0, 0, 1.005}}, box(1, 1, 1), {}, 0.01);
}
BENCHMARK(BM_BoxesJustApart);

void BM_CornersJustApart(benchmark::State& state) {
  measure(state, box(1, 1, 1), {{1.003, 1.004, 1.002}}, box(1, 1, 1), {}, 0.01);
}
BENCHMARK(BM_CornersJustApart);

void BM_BoxesBeyondMargin(benchmark::State& state) {
  measure(state, box(1, 1, 1), {{0.1, 0.2, 1.2}}, box(1, 1, 1), {}, 0.01);
}
BENCHMARK(BM_BoxesBeyondMargin);

Shape prism(int sides) {
  std::vector<Vec3> points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    for (double z : {-0.5, 0.5}) points.push_back({std::cos(angle), std::sin(angle), z});
  }
  return Polyhedron{ConvexPolyhedron::hull(points)};
}

void BM_PrismOnPrism(benchmark::State& state) {
  const Shape shape = prism(int(state.range(0)));
  measure(state, shape, {{0, 0, 1}}, shape, {}, 0.01);
}
BENCHMARK(BM_PrismOnPrism)->Arg(12)->Arg(32);

void BM_BoxOnHalfSpace(benchmark::State& state) { measure(state, box(1, 1, 1), {{0, 0, 0.5}}, HalfSpace{}, {}, 0.01); }
BENCHMARK(BM_BoxOnHalfSpace);

void BM_SphereOnBox(benchmark::State& state) { measure(state, Sphere{0.5}, {{0, 0, 1}}, box(1, 1, 1), {}, 0.01); }
BENCHMARK(BM_SphereOnBox);

void BM_BruteForceBoxes(benchmark::State& state) {
  const Shape cube = box(1, 1, 1);
  for (auto _ : state) {
    benchmark::DoNotOptimize(separation_by_brute_force(cube, {{0, 0, 0.99}, turn(30, Vec3::UnitZ())}, cube, {}));
  }
}
BENCHMARK(BM_BruteForceBoxes);

void BM_DetectStack(benchmark::State& state) {
  const Shape cube = box(1, 1, 1), floor = HalfSpace{};
  std::vector<PosedShape> bodies = {{&floor, {}, true}};
  for (int i = 0; i < state.range(0); ++i) bodies.push_back({&cube, {{0, 0, i + 0.5}}, false, Vec3::Zero(), 1e-3});
  for (auto _ : state) benchmark::DoNotOptimize(detect_contacts(bodies));
}
BENCHMARK(BM_DetectStack)->Arg(40)->Arg(400);

void BM_DetectPile(benchmark::State& state) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  const Shape cube = box(1, 0.8, 0.6), floor = HalfSpace{};
  std::vector<PosedShape> bodies = {{&floor, {}, true}};
  const double extent = 0.8 * std::cbrt(double(state.range(0)));
  for (int i = 0; i < state.range(0); ++i) {
    const Vec3 p = extent * Vec3(uniform(random), uniform(random), uniform(random));
    const Vec3 axis = Vec3(uniform(random) - 0.5, uniform(random) - 0.5, uniform(random) - 0.5);
    bodies.push_back({&cube, {p, turn(360 * uniform(random), axis)}, false, Vec3::Zero(), 1e-3});
  }
  for (auto _ : state) benchmark::DoNotOptimize(detect_contacts(bodies));
}
BENCHMARK(BM_DetectPile)->Arg(200)->Arg(2000)->Arg(20000)->Unit(benchmark::kMicrosecond);

}  // namespace
