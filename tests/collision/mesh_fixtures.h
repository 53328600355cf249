// Meshes in contact, and what their contacts must satisfy.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collision/fixtures.h"
#include "collision/point_net.h"
#include "stiction/collision/contact_reduction.h"
#include "stiction/collision/feature_id.h"
#include "stiction/geometry/penetration.h"
#include "support/full_length.h"
#include "support/meshes.h"

namespace stiction::testing {

// About 10 cm each.
inline Shape torus_shape() { return Mesh{SolidMesh::make(torus_mesh(0.035, 0.015, 32, 16), 32)}; }
inline Shape bracket_shape() { return Mesh{SolidMesh::make(bracket_mesh(0.1, 0.025, 0.03), 32)}; }
inline Shape ball_shape() { return Mesh{SolidMesh::make(icosphere_mesh(0.05, 3), 32)}; }

inline double mesh_cell(const Shape& shape) {
  const auto* mesh = std::get_if<Mesh>(&shape);
  return mesh ? mesh->solid->field().cell() : 0;
}

/// A pose of b in which it overlaps a a little, touches it, or is a little apart.
inline Pose near_mesh_contact(const Shape& a, const Pose& pose_a, const Shape& b, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  Pose pose{Vec3::Zero(), random_rotation(random)};
  const Vec3 direction = random_vector(random).normalized();
  const double reach = bounding_radius(a) + bounding_radius(b), step = reach / 16;
  // Some place where contacts begin along the direction, by the detector, which is fast; the oracle judges later. From
  // outside: deep overlaps cost it most.
  const auto apart = [&](double way) {
    pose.p = pose_a.p + way * direction;
    return contacts(a, pose_a, b, pose).empty();
  };
  double low = reach;
  while (low > 0 && apart(low)) low -= step;
  double high = low + step;
  for (int i = 0; i < 3; ++i) {
    const double middle = 0.5 * (low + high);
    (apart(middle) ? high : low) = middle;
  }
  pose.p = pose_a.p + (high + 0.004 * uniform(random)) * direction;
  return pose;
}

/// A body and the points that stand for its surface; none of a sphere.
struct Netted {
  const Shape& shape;
  PointNet net;
};

inline Netted netted(const Shape& shape, double spacing) {
  if (const auto* mesh = std::get_if<Mesh>(&shape)) return {shape, net_of(*mesh)};
  if (const auto* polyhedron = std::get_if<Polyhedron>(&shape)) return {shape, net_of(*polyhedron, spacing)};
  return {shape, PointNet({})};
}

/// The points that the detector promises to look at: samples of a mesh, vertices of a polyhedron.
inline Netted with_samples(const Shape& shape) {
  std::vector<Vec3> points;
  if (const auto* mesh = std::get_if<Mesh>(&shape))
    for (const SurfaceSample& sample : mesh->solid->samples().samples()) points.push_back(sample.x + mesh->offset);
  if (const auto* polyhedron = std::get_if<Polyhedron>(&shape)) points = polyhedron->convex->vertices();
  return {shape, PointNet(std::move(points))};
}

/// The depth of the deepest point of either body inside the other, as a negative number; apart an upper bound of the
/// distance, or `limit` (m) where that is less.
inline double separation_by_nets(const Netted& a, const Pose& pose_a, const Netted& b, const Pose& pose_b,
                                 double limit) {
  const auto inside = [](const Netted& p, const Pose& pose_p, const Netted& q, const Pose& pose_q, double least) {
    const Pose to_q{pose_q.to_local(pose_p.p), pose_q.R.transpose() * pose_p.R};
    const auto* mesh = std::get_if<Mesh>(&q.shape);
    if (const auto* ball = std::get_if<Sphere>(&p.shape); ball && mesh)
      least = std::min(least, distance_to(*mesh, to_q * ball->centre, least + ball->radius) - ball->radius);
    return p.net.least(least, [&](const Vec3& x, double enough) {
      return mesh ? distance_to(*mesh, to_q * x, enough)
                  : separation_by_brute_force(Sphere{0}, {to_q * x}, q.shape, {});
    });
  };
  return inside(b, pose_b, a, pose_a, inside(a, pose_a, b, pose_b, limit));
}

/// How often an overlap went unseen, and how deep it was.
struct Unseen {
  double cell;  ///< m
  int count = 0, tenths = 0;
  double deepest = 0;  ///< cells

  void add(double truth, bool found) {
    if (truth >= 0 || found) return;
    ++count;
    tenths += truth < -0.1 * cell;
    deepest = std::max(deepest, -truth / cell);
  }
  void print() const {
    std::printf("%d overlaps not seen, %d of more than a tenth of a cell, none of more than %.3f\n", count, tenths,
                deepest);
  }
};

/// In cells: deeper overlap than that is never unseen. Shapes of kMeshPairs, round bodies against meshes, and meshes
/// over terrain.
inline constexpr double kUnseenMeshes = 0.01, kUnseenRound = 0.01, kUnseenOverHills = 0.2;

inline bool of_edges(const ContactPoint& c) { return c.feature >> 60 == std::uint64_t(FeatureKind::kEdges); }

/// No overlap of samples goes unseen, nor one that a dense net tells and that is deeper than promised; contacts are
/// few, distinct, near both surfaces and as deep as the oracle says.
inline void check_mesh_pair(const Shape& a, const Shape& b, int rounds, unsigned seed) {
  std::mt19937 random(seed);
  const double cell = std::max(mesh_cell(a), mesh_cell(b)), margin = 0.01 * std::min(thickness(a), thickness(b));
  const Netted net_a = netted(a, 0.25 * cell), net_b = netted(b, 0.25 * cell);
  const Netted samples_a = with_samples(a), samples_b = with_samples(b);
  const double far = margin + 0.2 * cell;
  const bool whole = !std::holds_alternative<Polyhedron>(a) && !std::holds_alternative<Polyhedron>(b);
  Unseen unseen{cell};
  int overlapping = 0, apart = 0, near = 0;
  std::size_t count = 0;
  for (int i = 0; i < rounds; ++i) {
    const Pose pose_a{0.1 * random_vector(random), random_rotation(random)};
    const Pose pose_b = near_mesh_contact(a, pose_a, b, random);
    const double of_samples = separation_by_nets(samples_a, pose_a, samples_b, pose_b, far);
    const double truth = separation_by_nets(net_a, pose_a, net_b, pose_b, of_samples);
    const auto found = contacts(a, pose_a, b, pose_b);
    ++(truth < 0 ? overlapping : apart);
    near += truth > -cell && truth < far;
    count += found.size();
    unseen.add(truth, !found.empty());
    if (of_samples < 0 || truth < -kUnseenMeshes * cell) {
      ASSERT_FALSE(found.empty()) << "round " << i << ", overlap " << -truth << ", of samples " << -of_samples;
    }
    if (truth >= far) {
      ASSERT_TRUE(found.empty()) << "round " << i;
    }
    ASSERT_LE(int(found.size()), kMostContacts + 8);
    std::set<std::uint64_t> features;
    double deepest = margin, deepest_sample = margin;
    for (const ContactPoint& c : found) {
      ASSERT_NEAR(c.normal.norm(), 1, 1e-9);
      ASSERT_LE(c.gap, margin);
      ASSERT_TRUE(features.insert(c.feature).second);
      deepest = std::min(deepest, c.gap);
      if (of_edges(c)) {
        // Edges that cross are further from parting than their deepest points are from the surface.
        const Pose moved{pose_a.p - (c.gap + 0.2 * cell) * c.normal, pose_a.R};
        if (c.gap < truth - 0.2 * cell && whole) {
          ASSERT_LT(separation_by_nets(net_a, moved, net_b, pose_b, far), 0) << "round " << i << ", gap " << c.gap;
        }
      } else {
        deepest_sample = std::min(deepest_sample, c.gap);
      }
      const double half = 0.5 * std::abs(c.gap) + 0.2 * cell;
      ASSERT_LE(separation_by_brute_force(Sphere{0}, {c.position}, a, pose_a), half) << "round " << i;
      ASSERT_LE(separation_by_brute_force(Sphere{0}, {c.position}, b, pose_b), half) << "round " << i;
    }
    // What only samples that look the other way would tell is known to half its depth.
    if (of_samples < 0) {
      ASSERT_LE(deepest, 0.5 * of_samples + 0.35 * cell) << "round " << i << ", overlap " << -truth;
    }
    if (truth < 0 && whole) {
      ASSERT_GE(deepest_sample, truth - 0.2 * cell) << "round " << i << ", overlap " << -truth;
    }
  }
  EXPECT_GT(overlapping, share_of(rounds, 20));
  EXPECT_GT(apart, share_of(rounds, 20));
  EXPECT_GT(near, share_of(rounds, 2));
  std::printf("%d poses, %d overlapping, %d less than a cell deep or a fifth apart, %.1f contacts a pair; ", rounds,
              overlapping, near, double(count) / rounds);
  unseen.print();
  EXPECT_LE(unseen.count, rounds / 10000);
}

/// Meshes that are tried over half-spaces.
inline constexpr Shape (*kMeshesOverPlanes[])() = {torus_shape, bracket_shape, ball_shape};

/// A mesh over a plane: the lowest vertex and the plane's normal, to rounding.
inline void check_mesh_over_half_space(const Shape& shape, int rounds, unsigned seed) {
  const Shape floor = HalfSpace{Vec3(1, 2, 2) / 3, 0.3};
  std::mt19937 random(seed);
  for (int i = 0; i < rounds; ++i) {
    const Pose plane{random_vector(random), random_rotation(random)};
    Pose pose{Vec3::Zero(), random_rotation(random)};
    const Vec3 n = plane.R * Vec3(1, 2, 2) / 3;
    const double deep = std::uniform_real_distribution<double>(-0.01, 0.003)(random);
    pose.p =
        plane.p +
        (0.3 - separation_by_brute_force(floor, {}, shape, {Vec3::Zero(), plane.R.transpose() * pose.R}) - 0.3) * n;
    pose.p += deep * n;
    const double truth = separation_by_brute_force(floor, plane, shape, pose);
    ASSERT_NEAR(truth, deep, 1e-12);
    const auto found = contacts(shape, pose, floor, plane);
    ASSERT_EQ(found.empty(), truth > 0.01 * thickness(shape));
    if (found.empty()) continue;
    ASSERT_LE(found.size(), 9u);
    const auto deepest = std::ranges::min_element(found, {}, &ContactPoint::gap);
    ASSERT_NEAR(deepest->gap, truth, 1e-12);
    ASSERT_LT((deepest->normal - n).norm(), 1e-12);
  }
}

inline Shape small_box() { return box(0.08, 0.05, 0.03); }
inline Shape small_sphere() { return Sphere{0.02}; }
inline Shape small_hull() {
  std::mt19937 random(8);
  return random_hull(random, 14, 0.04);
}

/// Meshes with each other, with polyhedra and with spheres. Made when asked for: distance fields take their time.
struct MeshPair {
  const char* name;
  Shape (*a)();
  Shape (*b)();
};

inline constexpr MeshPair kMeshPairs[] = {
    {"TorusAndTorus", torus_shape, torus_shape},     {"BracketAndBracket", bracket_shape, bracket_shape},
    {"BallAndBracket", ball_shape, bracket_shape},   {"TorusAndBox", torus_shape, small_box},
    {"BoxAndBracket", small_box, bracket_shape},     {"SphereAndBracket", small_sphere, bracket_shape},
    {"SphereAndTorus", small_sphere, torus_shape},   {"HullAndTorus", small_hull, torus_shape},
    {"TorusAndBracket", torus_shape, bracket_shape}, {"HullAndBracket", small_hull, bracket_shape}};

}  // namespace stiction::testing
