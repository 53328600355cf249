// Bodies over hilly terrain against brute force; shared by the short and the long test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision/mesh_fixtures.h"
#include "collision/square_terrain.h"

namespace stiction::testing {

/// Points at most a 25th of a square apart along all edges of terrain.
inline PointNet net_of(const Terrain& terrain, double square) {
  const TriangleMesh& mesh = terrain.surface->mesh();
  std::vector<Vec3> points;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int i = 0; i < 3; ++i)
      if (mesh.triangles[t][std::size_t(i)] < mesh.triangles[t][std::size_t((i + 1) % 3)])
        add_segment(mesh.corner(t, i), mesh.corner(t, (i + 1) % 3), square / 25, points);
  for (Vec3& x : points) x += terrain.offset;
  return PointNet(std::move(points));
}

/// Bodies in any pose are brought near hills in a square of side `size` (m), then a little into them or above. No
/// overlap that dense nets tell goes unseen (of meshes: none deeper than promised); contacts push up, are no deeper
/// than half the body, and tell at least half the depth.
inline void check_over_hills(const char* name, const Netted& body, double size, int rounds, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const Shape hills = square_terrain(
      size, 21, [&](double x, double y) { return 0.05 * size * std::sin(10 * x / size) * std::cos(8 * y / size); });
  const Terrain& terrain = std::get<Terrain>(hills);
  const MeshDistance& surface = terrain.surface->exact();
  const PointNet net = net_of(terrain, size / 20);
  const Shape& shape = body.shape;
  const auto* sphere = std::get_if<Sphere>(&shape);
  const double thick = thickness(shape), cell = mesh_cell(shape);
  const double hidden = cell > 0 ? kUnseenOverHills * cell : 1e-6, coarse = cell > 0 ? 0.35 * cell : 1e-4 * size;
  const double near_by = cell > 0 ? cell : 0.1 * thick;
  int overlapping = 0, apart = 0, near = 0, missed = 0;
  for (int i = 0; i < rounds; ++i) {
    Pose pose{{0.3 * size * uniform(random), 0.3 * size * uniform(random), 0}, random_rotation(random)};
    const auto separation = [&](double slack) {
      const auto above = [&](const Vec3& x, double) { return surface.at(pose * x - terrain.offset).distance; };
      double least = std::numeric_limits<double>::infinity();
      if (sphere) least = above(sphere->centre, least) - sphere->radius;
      least = body.net.least(least, above, slack);
      const auto inside = [&](const Vec3& x, double enough) {
        const Vec3 local = pose.to_local(x);
        if (const auto* mesh = std::get_if<Mesh>(&shape)) return distance_to(*mesh, local, enough);
        return separation_by_brute_force(Sphere{0}, {local}, shape, {});
      };
      return net.least(least, inside, slack);
    };
    for (int k = 0; k < 3; ++k) pose.p.z() -= separation(0.03 * thick);
    pose.p.z() += thick * 0.15 * uniform(random);
    const double truth = separation(0);
    if (truth < -0.25 * thick) continue;
    const auto found = contacts(shape, pose, hills, {});
    near += std::abs(truth) < near_by;
    missed += truth < 0 && found.empty();
    double deepest = 1;
    for (const ContactPoint& c : found) {
      deepest = std::min(deepest, c.gap);
      ASSERT_GT(c.normal.z(), 0) << name << " round " << i;
      ASSERT_GE(c.gap, -0.5 * thick - 1e-9) << name << " round " << i;
    }
    if (truth < 0) ++overlapping;
    if (truth < -hidden) {
      ASSERT_FALSE(found.empty()) << name << " round " << i << ", overlap " << -truth;
      ASSERT_LE(deepest, 0.5 * truth + coarse) << name << " round " << i << ", overlap " << -truth;
    }
    if (found.empty()) ++apart;
  }
  std::printf("%s: %d poses, %d overlapping, %d near touching, %d overlaps not seen, none of more than %g m\n", name,
              rounds, overlapping, near, missed, hidden);
  EXPECT_GT(overlapping, share_of(rounds, 5)) << name;
  EXPECT_GT(apart, share_of(rounds, 5)) << name;
  EXPECT_GT(near, share_of(rounds, 5)) << name;
}

/// Bodies without round parts that are tried over hills.
struct HillBody {
  const char* name;
  Shape (*shape)();
};

inline Shape hill_box() { return box(0.2, 0.15, 0.1); }
inline Shape hill_sphere() { return Sphere{0.1}; }
inline Shape hill_hull() {
  std::mt19937 random(9);
  return random_hull(random, 12, 0.1);
}

inline constexpr HillBody kHillBodies[] = {{"Box", hill_box},          {"Hull", hill_hull},
                                           {"Sphere", hill_sphere},    {"BallMesh", ball_shape},
                                           {"TorusMesh", torus_shape}, {"BracketMesh", bracket_shape}};

/// Over hills two metres wide.
inline void check_over_hills(const HillBody& body, int rounds, std::mt19937& random) {
  const Shape shape = body.shape();
  check_over_hills(body.name, netted(shape, 0.002), 2, rounds, random);
}

}  // namespace stiction::testing
