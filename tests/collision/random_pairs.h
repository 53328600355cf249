// Random pairs of polyhedra, spheres and half-spaces against slow distances; shared by the short and the long test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collision/fixtures.h"
#include "collision/oracle.h"
#include "collision/parting.h"
#include "support/full_length.h"

namespace stiction::testing {

struct Statistics {
  int apart = 0, touching = 0, overlapping = 0;
};

inline double size_of(const Shape& a, const Shape& b) { return std::min(bounding_radius(a), bounding_radius(b)); }

/// A pose of b near contact with a: random direction, then moved to a random small signed distance.
inline Pose near_contact_of_any_scale(const Shape& a, const Pose& pose_a, const Shape& b, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  const Pose start{pose_a.p, random_rotation(random)};
  const Vec3 direction = random_vector(random).normalized();
  const double way = touching_way(a, pose_a, b, start, direction, random);
  const double log_scale = std::pow(10.0, -7 * uniform(random));  // from all of 3 % of the size down to rounding
  return {start.p + (way + 0.03 * size_of(a, b) * (2 * uniform(random) - 1) * log_scale) * direction, start.R};
}

inline void check_pair(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Statistics& statistics) {
  const double size = size_of(a, b), thin = std::min(thickness(a), thickness(b));
  const double margin = 0.01 * thin;
  const double truth = signed_distance(a, pose_a, b, pose_b);
  const auto found = contacts(a, pose_a, b, pose_b);
  if (truth > margin + 1e-9 * size) {
    ASSERT_TRUE(found.empty()) << truth;
    return;
  }
  if (truth > margin - 1e-9 * size) return;
  ASSERT_FALSE(found.empty()) << truth;
  const double touch = 1e-4 * thin;
  const bool is_touching = truth <= 2 * touch && truth >= -11 * touch;
  ++(is_touching ? statistics.touching : truth > 0 ? statistics.apart : statistics.overlapping);
  double deepest = std::numeric_limits<double>::infinity();
  std::set<std::uint64_t> features;
  for (const auto& c : found) {
    ASSERT_NEAR(c.normal.norm(), 1, 1e-12);
    ASSERT_LE(c.gap, margin);
    ASSERT_TRUE(features.insert(c.feature).second);
    deepest = std::min(deepest, c.gap);
    // The point lies halfway between points of the two bodies, so within half the gap of both.
    const double half = 0.5 * std::abs(c.gap) + 2 * touch;
    ASSERT_LE(separation_by_brute_force(Sphere{0}, {c.position}, a, pose_a), half);
    ASSERT_LE(separation_by_brute_force(Sphere{0}, {c.position}, b, pose_b), half);
  }
  // Touching pairs may take the mean of tied axes, along which the gap differs by the order of the tolerance.
  ASSERT_NEAR(deepest, truth, is_touching ? 3 * touch : std::max(1e-6 * size, truth < 0 ? touch : 0.0)) << truth;

  const auto swapped = contacts(b, pose_b, a, pose_a);
  double swapped_deepest = std::numeric_limits<double>::infinity();
  for (const auto& c : swapped) swapped_deepest = std::min(swapped_deepest, c.gap);
  ASSERT_FALSE(swapped.empty());
  ASSERT_NEAR(swapped_deepest, deepest, 3 * touch);
  // Two face axes within the tolerance are equally good; all else must mirror.
  if (truth > 2 * touch) {
    ASSERT_LT((found[0].normal + swapped[0].normal).norm(), 5e-3);
  }
}

inline void check_random(const Shape& a, const Shape& b, int rounds, unsigned seed) {
  std::mt19937 random(seed);
  Statistics statistics;
  for (int i = 0; i < rounds; ++i) {
    const Pose pose_a{random_vector(random), random_rotation(random)};
    check_pair(a, pose_a, b, near_contact_of_any_scale(a, pose_a, b, random), statistics);
    if (::testing::Test::HasFatalFailure()) FAIL() << "round " << i;
  }
  EXPECT_GT(statistics.apart, share_of(rounds, 20));
  EXPECT_GT(statistics.overlapping, share_of(rounds, 20));
  EXPECT_GT(statistics.touching, share_of(rounds, 20));
}

inline std::vector<Shape> plain_shapes_over_planes() {
  std::mt19937 random(6);
  return {box(1, 0.5, 0.8), random_hull(random, 16), Sphere{0.4}};
}

/// A half-space and a body in any pose: the lowest point and the plane's normal, to rounding.
inline void check_over_half_space(const Shape& shape, int rounds, std::mt19937& random) {
  const Shape floor = HalfSpace{Vec3(1, 2, 2) / 3, 0.3};
  for (int i = 0; i < rounds; ++i) {
    const Pose pose{random_vector(random), random_rotation(random)};
    const Pose plane{random_vector(random), random_rotation(random)};
    const double truth = separation_by_brute_force(shape, pose, floor, plane);
    const auto found = contacts(shape, pose, floor, plane);
    ASSERT_EQ(found.empty(), truth > 0.01 * thickness(shape));
    if (found.empty()) continue;
    const auto deepest = std::ranges::min_element(found, {}, &ContactPoint::gap);
    ASSERT_NEAR(deepest->gap, truth, 1e-12);
    ASSERT_LT((deepest->normal - plane.R * Vec3(1, 2, 2) / 3).norm(), 1e-12);
  }
}

/// Boxes in lattice orientations meet in every degenerate way there is: parallel edges, coplanar faces, corners.
inline void check_lattice_boxes(int rounds, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> step(-6, 6), quarter(0, 3);
  const Shape a = box(1, 1, 1), b = box(0.5, 1, 1.5);
  Statistics statistics;
  for (int i = 0; i < rounds; ++i) {
    const Mat3 R = rotation(90 * quarter(random), Vec3::UnitX()) * rotation(45 * quarter(random), Vec3::UnitY()) *
                   rotation(45 * quarter(random), Vec3::UnitZ());
    const Vec3 p = 0.25 * Vec3(step(random), step(random), step(random));
    check_pair(a, {}, b, {p, R}, statistics);
    if (::testing::Test::HasFatalFailure()) FAIL() << "round " << i << "\n" << R << "\n" << p.transpose();
  }
}

/// Pairs of polyhedra and spheres.
struct PlainPair {
  const char* name;
  Shape a, b;
};

inline std::vector<PlainPair> plain_pairs() {
  std::mt19937 random(5);
  const Shape hull10 = random_hull(random, 10), hull12 = random_hull(random, 12), hull14 = random_hull(random, 14),
              hull16 = random_hull(random, 16);
  return {{"Boxes", box(1, 1, 1), box(0.8, 1.2, 0.5)},
          {"Cards", box(0.03, 1, 1.6), box(0.03, 1, 1.6)},
          {"BoxAndHull", box(1, 0.7, 0.4), hull12},
          {"Hulls", hull10, hull14},
          {"BoxAndPrism", box(1, 1, 0.2), prism(12, 0.5, 0.7)},
          {"SphereAndBox", Sphere{0.4}, box(1, 0.5, 0.8)},
          {"SphereAndHull", Sphere{0.3, {0.1, 0, 0.2}}, hull16},
          {"Spheres", Sphere{0.3}, Sphere{0.7}}};
}

}  // namespace stiction::testing
