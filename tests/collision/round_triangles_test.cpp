// Capsules, cylinders, cones and compounds against meshes and terrain.
#include "collision/round_triangles.h"

#include "support/full_length.h"

namespace stiction {
namespace {

using namespace stiction::testing;

// The net lies on the body's surface, or the oracle would be worth nothing.
TEST(RoundTriangles, NetLiesOnTheSurface) {
  for (const auto& [name, shape] : small_round_shapes()) {
    if (std::holds_alternative<Compound>(shape)) continue;  // parts overlap each other
    const std::vector<Vec3> net = surface_net(shape);
    ASSERT_GT(net.size(), 300u) << name;
    for (std::size_t i = 0; i < net.size(); i += 7)
      ASSERT_NEAR(separation_by_brute_force(Sphere{0}, {net[i]}, shape, {}), 0, 1e-4) << name;
  }
}

void check_all(const Shape& mesh, unsigned seed) {
  std::mt19937 random(seed);
  for (const NamedRound& round : small_round_shapes()) check_round_and_mesh(round, mesh, round_count(1000), random);
}

TEST(RoundTriangles, AgainstATorus) { check_all(torus_shape(), 1); }
TEST(RoundTriangles, AgainstABracket) { check_all(bracket_shape(), 2); }

TEST(RoundTriangles, HillsAreFoundWheneverTheyOverlap) {
  std::mt19937 random(3);
  for (const NamedRound& round : small_round_shapes()) check_round_over_hills(round, round_count(500), random);
}

// On a flat terrain they touch as deep, and with the same normal, as on a plane.
TEST(RoundTriangles, FlatTerrainIsAPlane) {
  const Shape flat = square_terrain(1, 21, [](double, double) { return 0.0; }), floor = HalfSpace{};
  std::mt19937 random(4);
  std::uniform_real_distribution<double> uniform(-0.3, 0.3);
  for (const auto& [name, shape] : small_round_shapes()) {
    for (int i = 0; i < 200; ++i) {
      Pose pose{{uniform(random), uniform(random), 0}, random_rotation(random)};
      if (i % 4 == 0) pose.R = Mat3::Identity();
      if (i % 4 == 1) pose.R = rotation(90, Vec3::UnitX());
      pose.p.z() -= separation_by_brute_force(floor, {}, shape, pose);
      const double offsets[] = {0, 1e-9, -1e-9, -1e-4, 5e-5};
      pose.p.z() += offsets[i % 5];
      const auto on_plane = contacts(shape, pose, floor, {}), on_terrain = contacts(shape, pose, flat, {});
      ASSERT_EQ(on_plane.empty(), on_terrain.empty()) << name << " round " << i;
      if (on_plane.empty()) continue;
      const auto a = std::ranges::min_element(on_plane, {}, &ContactPoint::gap);
      const auto b = std::ranges::min_element(on_terrain, {}, &ContactPoint::gap);
      ASSERT_NEAR(a->gap, b->gap, 1e-9) << name << " round " << i;
      ASSERT_LT((a->normal - b->normal).norm(), 1e-6) << name << " round " << i;
    }
  }
}

}  // namespace
}  // namespace stiction
