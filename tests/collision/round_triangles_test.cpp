// Capsules, cylinders, cones and compounds against meshes and terrain. The oracle: every sample of the triangles
// against the round body, and a dense net of points on the round body against the triangles, by exact distances.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numbers>

#include "collision/fixtures.h"
#include "collision/mesh_fixtures.h"

namespace stiction {
namespace {

using namespace stiction::testing;

constexpr double kSpacing = 0.002;  ///< of the net, m; bodies measure some 5 cm

/// Rings about z from (radius, z) to (radius, z), and points along them.
void add_side(double r0, double z0, double r1, double z1, const Pose& placement, std::vector<Vec3>& net) {
  const int rings = 1 + static_cast<int>(std::hypot(r1 - r0, z1 - z0) / kSpacing);
  for (int i = 0; i <= rings; ++i) {
    const double s = double(i) / rings, r = r0 + s * (r1 - r0), z = z0 + s * (z1 - z0);
    const int around = 1 + static_cast<int>(2 * std::numbers::pi * r / kSpacing);
    for (int k = 0; k < around; ++k) {
      const double angle = 2 * std::numbers::pi * k / around;
      net.push_back(placement * Vec3(r * std::cos(angle), r * std::sin(angle), z));
    }
  }
}

std::vector<Vec3> surface_net(const Shape& shape) {
  std::vector<Vec3> net;
  if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    const double r = capsule->radius, l = capsule->half_length;
    add_side(r, -l, r, l, capsule->placement, net);
    constexpr int bends = 12;
    for (int i = 0; i < bends; ++i) {
      const double from = 0.5 * std::numbers::pi * i / bends, to = from + 0.5 * std::numbers::pi / bends;
      for (const double end : {-1.0, 1.0})
        add_side(r * std::cos(from), end * (l + r * std::sin(from)), r * std::cos(to), end * (l + r * std::sin(to)),
                 capsule->placement, net);
    }
  } else if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    const double r = cylinder->radius, l = cylinder->half_length;
    add_side(r, -l, r, l, cylinder->placement, net);
    for (const double z : {-l, l}) add_side(0, z, r, z, cylinder->placement, net);
  } else if (const auto* cone = std::get_if<Cone>(&shape)) {
    const double foot = -0.5 * cone->height, tip = foot + cone->height;
    add_side(0, foot, cone->radius, foot, cone->placement, net);
    add_side(cone->radius, foot, 0, tip, cone->placement, net);
  } else if (const auto* compound = std::get_if<Compound>(&shape)) {
    for (const CompoundPart& part : *compound->parts)
      for (const Vec3& x : surface_net(part.shape)) net.push_back(part.pose * x);
  }
  return net;
}

struct Named {
  const char* name;
  Shape shape;
};

std::vector<Named> round_shapes() {
  return {{"capsule", Capsule{0.015, 0.025}},
          {"cylinder", Cylinder{0.025, 0.02}},
          {"rod", Cylinder{0.006, 0.05}},
          {"cone", Cone{0.03, 0.05}},
          {"compound", make_compound({{Cylinder{0.02, 0.01}, {{0.02, 0, 0}, rotation(90, Vec3::UnitY())}},
                                      {Capsule{0.01, 0.02}, {{-0.015, 0, 0.01}, rotation(30, Vec3::UnitX())}}})}};
}

// The net lies on the body's surface, or the oracle would be worth nothing.
TEST(RoundTriangles, NetLiesOnTheSurface) {
  for (const auto& [name, shape] : round_shapes()) {
    if (std::holds_alternative<Compound>(shape)) continue;  // parts overlap each other
    const std::vector<Vec3> net = surface_net(shape);
    ASSERT_GT(net.size(), 300u) << name;
    for (std::size_t i = 0; i < net.size(); i += 7)
      ASSERT_NEAR(separation_by_brute_force(Sphere{0}, {net[i]}, shape, {}), 0, 1e-4) << name;
  }
}

/// Below 0: overlap.
double separation(const Shape& round, const Pose& pose, const std::vector<Vec3>& net, const Mesh& mesh,
                  const Pose& pose_mesh) {
  double least = separation_by_brute_force(round, pose, mesh, pose_mesh);
  for (const Vec3& x : net) {
    const Vec3 local = pose_mesh.to_local(pose * x) - mesh.offset;
    const double to_box = mesh.solid->box().exteriorDistance(local);
    if (to_box > 0 && to_box >= least) continue;
    least = std::min(least, mesh.solid->exact().at(local).distance);
  }
  return least;
}

void check_mesh(const Shape& mesh_shape, unsigned seed) {
  const Mesh& mesh = std::get<Mesh>(mesh_shape);
  const double cell = mesh.solid->field().cell();
  std::mt19937 random(seed);
  for (const auto& [name, shape] : round_shapes()) {
    const std::vector<Vec3> net = surface_net(shape);
    const double margin = 0.01 * std::min(thickness(shape), thickness(mesh_shape));
    int overlapping = 0, apart = 0;
    for (int i = 0; i < 250; ++i) {
      const Pose pose_mesh{0.1 * random_vector(random), random_rotation(random)};
      const Pose pose = near_mesh_contact(mesh_shape, pose_mesh, shape, random);
      const double truth = separation(shape, pose, net, mesh, pose_mesh);
      const auto found = contacts(shape, pose, mesh_shape, pose_mesh);
      ++(truth < 0 ? overlapping : apart);
      // Thinner than the samples' spacing, an edge of the mesh may enter between the points of the body.
      if (truth < -0.1 * cell) {
        ASSERT_FALSE(found.empty()) << name << " round " << i << ", overlap " << -truth;
      }
      // Between two points of the net, a curved surface may be nearer by a little.
      if (truth > margin + 0.2 * cell + 0.5 * kSpacing) {
        ASSERT_TRUE(found.empty()) << name << " round " << i << ", distance " << truth;
      }
      double deepest = margin;
      for (const ContactPoint& c : found) {
        ASSERT_NEAR(c.normal.norm(), 1, 1e-9);
        ASSERT_LE(c.gap, margin);
        deepest = std::min(deepest, c.gap);
        const double half = 0.5 * std::abs(c.gap) + 0.2 * cell;
        ASSERT_LE(separation_by_brute_force(Sphere{0}, {c.position}, shape, pose), half) << name << " round " << i;
        ASSERT_LE(mesh.solid->exact().at(pose_mesh.to_local(c.position) - mesh.offset).distance, half) << name;
      }
      if (truth < 0) {
        ASSERT_LE(deepest, 0.5 * truth + 0.35 * cell) << name << " round " << i << ", overlap " << -truth;
      }
    }
    std::printf("%s: %d overlapping, %d apart\n", name, overlapping, apart);
    EXPECT_GT(overlapping, 12) << name;
    EXPECT_GT(apart, 12) << name;
  }
}

TEST(RoundTriangles, AgainstATorus) { check_mesh(torus_shape(), 1); }
TEST(RoundTriangles, AgainstABracket) { check_mesh(bracket_shape(), 2); }

Shape terrain(const std::function<double(double, double)>& height) {
  constexpr int n = 21;
  std::vector<double> heights;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) heights.push_back(height(double(i) / (n - 1) - 0.5, double(j) / (n - 1) - 0.5));
  return Terrain{std::make_shared<const TerrainSurface>(height_field_mesh(1, 1, n, n, heights))};
}

TEST(RoundTriangles, HillsAreFoundWheneverTheyOverlap) {
  const Shape hills = terrain([](double x, double y) { return 0.05 * std::sin(10 * x) * std::cos(8 * y); });
  const Terrain& surface = std::get<Terrain>(hills);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const auto& [name, shape] : round_shapes()) {
    const std::vector<Vec3> net = surface_net(shape);
    int overlapping = 0, apart = 0;
    for (int i = 0; i < 80; ++i) {
      Pose pose{{0.3 * uniform(random), 0.3 * uniform(random), 0}, random_rotation(random)};
      const auto depth = [&](std::size_t stride) {
        double least = separation_by_brute_force(shape, pose, hills, {});
        for (std::size_t k = 0; k < net.size(); k += stride)
          least = std::min(least, surface.surface->exact().at(pose * net[k] - surface.offset).distance);
        return least;
      };
      // Brought near the surface, then a little into it or above.
      for (int round = 0; round < 3; ++round) pose.p.z() -= depth(13);
      pose.p.z() += thickness(shape) * 0.15 * uniform(random);
      const double truth = depth(1);
      if (truth < -0.25 * thickness(shape)) continue;
      const auto found = contacts(shape, pose, hills, {});
      if (truth < -1e-6) {
        ++overlapping;
        ASSERT_FALSE(found.empty()) << name << " round " << i << ", overlap " << -truth;
        double deepest = 1;
        for (const ContactPoint& c : found) deepest = std::min(deepest, c.gap);
        ASSERT_LE(deepest, 0.5 * truth + 1e-4) << name << " round " << i;
      }
      if (found.empty()) ++apart;
      for (const ContactPoint& c : found) ASSERT_GT(c.normal.z(), 0) << name << " round " << i;
    }
    std::printf("%s: %d overlapping, %d apart\n", name, overlapping, apart);
    EXPECT_GT(overlapping, 20) << name;
    EXPECT_GT(apart, 20) << name;
  }
}

// On a flat terrain they touch as deep, and with the same normal, as on a plane.
TEST(RoundTriangles, FlatTerrainIsAPlane) {
  const Shape flat = terrain([](double, double) { return 0.0; }), floor = HalfSpace{};
  std::mt19937 random(4);
  std::uniform_real_distribution<double> uniform(-0.3, 0.3);
  for (const auto& [name, shape] : round_shapes()) {
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
