// Capsules, cylinders, cones and compounds against meshes and terrain. The oracle: every sample of the triangles
// against the round body, and a dense net of points on the round body against the triangles, by exact distances.
// Shared by the short and the long test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numbers>

#include "collision/fixtures.h"
#include "collision/mesh_fixtures.h"
#include "collision/square_terrain.h"

namespace stiction::testing {

inline constexpr double kSpacing = 0.002;  ///< of the net, m; bodies measure some 5 cm

/// Rings about z from (radius, z) to (radius, z), and points along them.
inline void add_side(double r0, double z0, double r1, double z1, const Pose& placement, std::vector<Vec3>& net) {
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

inline std::vector<Vec3> surface_net(const Shape& shape) {
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

struct NamedRound {
  const char* name;
  Shape shape;
};

inline std::vector<NamedRound> small_round_shapes() {
  return {{"capsule", Capsule{0.015, 0.025}},
          {"cylinder", Cylinder{0.025, 0.02}},
          {"rod", Cylinder{0.006, 0.05}},
          {"cone", Cone{0.03, 0.05}},
          {"compound", make_compound({{Cylinder{0.02, 0.01}, {{0.02, 0, 0}, rotation(90, Vec3::UnitY())}},
                                      {Capsule{0.01, 0.02}, {{-0.015, 0, 0.01}, rotation(30, Vec3::UnitX())}}})}};
}

/// The least distance of a net of points to triangles, if less than `least`. Distances change by no more than the way
/// from one point to another, so that points beside one that is far off need no look.
inline double least_distance(const std::vector<Vec3>& net, std::size_t stride, const Pose& to_triangles,
                             const MeshDistance& triangles, double least) {
  Vec3 seen = Vec3::Zero();
  double from_seen = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < net.size(); k += stride) {
    const Vec3 x = to_triangles * net[k];
    if (from_seen - (x - seen).norm() > least) continue;
    seen = x;
    from_seen = triangles.at(x).distance;
    least = std::min(least, from_seen);
  }
  return least;
}

/// Below 0: overlap.
inline double separation(const Shape& round, const Pose& pose, const std::vector<Vec3>& net, const Mesh& mesh,
                         const Pose& pose_mesh) {
  const Pose to_mesh{pose_mesh.to_local(pose.p) - mesh.offset, pose_mesh.R.transpose() * pose.R};
  return least_distance(net, 1, to_mesh, mesh.solid->exact(), separation_by_brute_force(round, pose, mesh, pose_mesh));
}

inline void check_round_and_mesh(const NamedRound& round, const Shape& mesh_shape, int rounds, std::mt19937& random) {
  const Mesh& mesh = std::get<Mesh>(mesh_shape);
  const double cell = mesh.solid->field().cell();
  const auto& [name, shape] = round;
  const std::vector<Vec3> net = surface_net(shape);
  const double margin = 0.01 * std::min(thickness(shape), thickness(mesh_shape));
  int overlapping = 0, apart = 0, unseen = 0;
  for (int i = 0; i < rounds; ++i) {
    const Pose pose_mesh{0.1 * random_vector(random), random_rotation(random)};
    const Pose pose = near_mesh_contact(mesh_shape, pose_mesh, shape, random);
    const double truth = separation(shape, pose, net, mesh, pose_mesh);
    const auto found = contacts(shape, pose, mesh_shape, pose_mesh);
    ++(truth < 0 ? overlapping : apart);
    // Sharp edges that cross between samples may overlap by half a cell before they are seen; it hardly ever happens.
    unseen += truth < -0.1 * cell && found.empty();
    if (truth < -0.5 * cell) {
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
  std::printf("%s: %d overlapping, %d apart, %d of more than a tenth of a cell not seen\n", name, overlapping, apart,
              unseen);
  EXPECT_LE(unseen, rounds / 5000) << name;
  EXPECT_GT(overlapping, rounds / 20) << name;
  EXPECT_GT(apart, rounds / 20) << name;
}

inline void check_round_over_hills(const NamedRound& round, int rounds, std::mt19937& random) {
  const Shape hills =
      square_terrain(1, 21, [](double x, double y) { return 0.05 * std::sin(10 * x) * std::cos(8 * y); });
  const Terrain& surface = std::get<Terrain>(hills);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto& [name, shape] = round;
  const std::vector<Vec3> net = surface_net(shape);
  int overlapping = 0, apart = 0;
  for (int i = 0; i < rounds; ++i) {
    Pose pose{{0.3 * uniform(random), 0.3 * uniform(random), 0}, random_rotation(random)};
    const auto depth = [&](std::size_t stride) {
      return least_distance(net, stride, {pose.p - surface.offset, pose.R}, surface.surface->exact(),
                            separation_by_brute_force(shape, pose, hills, {}));
    };
    // Brought near the surface, then a little into it or above.
    for (int k = 0; k < 3; ++k) pose.p.z() -= depth(13);
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
  EXPECT_GT(overlapping, rounds / 5) << name;
  EXPECT_GT(apart, rounds / 5) << name;
}

}  // namespace stiction::testing
