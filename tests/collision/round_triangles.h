// Capsules, cylinders, cones and compounds against meshes and terrain. The oracle: dense nets of points on the
// triangles and on the round body, each against the other by exact distances.
// Shared by the short and the long test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numbers>

#include "collision/fixtures.h"
#include "collision/mesh_fixtures.h"
#include "collision/over_hills.h"
#include "collision/square_terrain.h"

namespace stiction::testing {

inline constexpr double kSpacing = 0.001;  ///< of the net, m; bodies measure some 5 cm

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

/// Contacts are there whenever a dense net of points on either body tells of an overlap deeper than promised, and only
/// where the bodies are near each other.
inline void check_round_and_mesh(const NamedRound& round, const Shape& mesh_shape, int rounds, std::mt19937& random) {
  const Mesh& mesh = std::get<Mesh>(mesh_shape);
  const double cell = mesh.solid->field().cell();
  const auto& [name, shape] = round;
  const Netted round_net{shape, PointNet(surface_net(shape))}, mesh_net = netted(mesh_shape, cell);
  const double margin = 0.01 * std::min(thickness(shape), thickness(mesh_shape));
  // Between two points of the net, a curved surface may be nearer by a little.
  const double far = margin + 0.2 * cell + 0.5 * kSpacing;
  Unseen unseen{cell};
  int overlapping = 0, apart = 0, near = 0;
  for (int i = 0; i < rounds; ++i) {
    const Pose pose_mesh{0.1 * random_vector(random), random_rotation(random)};
    const Pose pose = near_mesh_contact(mesh_shape, pose_mesh, shape, random);
    const double truth = separation_by_nets(round_net, pose, mesh_net, pose_mesh, far);
    const auto found = contacts(shape, pose, mesh_shape, pose_mesh);
    ++(truth < 0 ? overlapping : apart);
    near += truth > -cell && truth < far;
    unseen.add(truth, !found.empty());
    if (truth < -kUnseenRound * cell) {
      ASSERT_FALSE(found.empty()) << name << " round " << i << ", overlap " << -truth;
    }
    if (truth >= far) {
      ASSERT_TRUE(found.empty()) << name << " round " << i;
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
  std::printf("%s: %d poses, %d overlapping, %d less than a cell deep or a fifth apart; ", name, rounds, overlapping,
              near);
  unseen.print();
  EXPECT_LE(unseen.count, rounds / 5000) << name;  // hardly ever
  EXPECT_GT(near, share_of(rounds, 2)) << name;
  EXPECT_GT(overlapping, share_of(rounds, 20)) << name;
  EXPECT_GT(apart, share_of(rounds, 20)) << name;
}

/// Over hills a metre wide.
inline void check_round_over_hills(const NamedRound& round, int rounds, std::mt19937& random) {
  check_over_hills(round.name, {round.shape, PointNet(surface_net(round.shape))}, 1, rounds, random);
}

}  // namespace stiction::testing
