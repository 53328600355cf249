// Random poses of every pair of shapes against brute force; shared by the short and the long test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "collision/fixtures.h"
#include "collision/oracle.h"
#include "collision/parting.h"
#include "support/full_length.h"

namespace stiction::testing {

struct NamedShape {
  std::string name;
  Shape shape;
};

inline Shape lopsided_compound() {
  return make_compound({{Cylinder{0.15, 0.3}, {{0.2, 0, 0}, rotation(90, Vec3::UnitY())}},
                        {box(0.2, 0.3, 0.4), {{-0.2, 0.1, 0}, rotation(30, Vec3(1, 2, 3))}},
                        {Sphere{0.15, {0, 0, 0.1}}, {{0, -0.2, 0.2}, Mat3::Identity()}}});
}

/// Each kind once, plain and, where it has a placement, away from the origin.
inline std::vector<NamedShape> every_shape() {
  std::mt19937 random(11);
  const Pose off{{0.1, -0.2, 0.05}, rotation(40, Vec3(1, -1, 2))};
  return {{"Box", box(0.8, 0.5, 0.3)},          {"Hull", random_hull(random, 12)},     {"Sphere", Sphere{0.3}},
          {"Capsule", Capsule{0.2, 0.35, off}}, {"Cylinder", Cylinder{0.3, 0.2, off}}, {"Rod", Cylinder{0.06, 0.6}},
          {"Cone", Cone{0.35, 0.6, off}},       {"Compound", lopsided_compound()}};
}

inline bool is_round(const Shape& shape) {
  return std::holds_alternative<Capsule>(shape) || std::holds_alternative<Cylinder>(shape) ||
         std::holds_alternative<Cone>(shape) || std::holds_alternative<Compound>(shape);
}

/// Indices of every pair of which one is round or a compound, and its name.
inline std::vector<std::pair<int, int>> round_pairs() {
  const auto shapes = every_shape();
  std::vector<std::pair<int, int>> result;
  for (int i = 0; i < int(shapes.size()); ++i) {
    for (int j = i; j < int(shapes.size()); ++j) {
      if (is_round(shapes[std::size_t(i)].shape) || is_round(shapes[std::size_t(j)].shape)) result.push_back({i, j});
    }
  }
  return result;
}

inline std::string pair_name(const std::pair<int, int>& pair) {
  const auto shapes = every_shape();
  return shapes[std::size_t(pair.first)].name + "And" + shapes[std::size_t(pair.second)].name;
}

/// A pose of b near contact with a: turned by chance, moved along a line through both origins until it touches, then
/// off by a random small distance, mostly shallow, sometimes deep.
inline Pose near_contact(const Shape& a, const Pose& pose_a, const Shape& b, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  const Pose start{pose_a.p, random_rotation(random)};
  const Vec3 direction = random_vector(random).normalized();
  const double size = std::min(bounding_radius(a), bounding_radius(b));
  const double way = touching_way(a, pose_a, b, start, direction, random);
  const double scale = uniform(random) < 0.2 ? 0.5 : 0.03 * std::pow(10.0, -6 * uniform(random));
  return {start.p + (way + scale * size * (2 * uniform(random) - 1)) * direction, start.R};
}

/// No less than the distance of the balls about two shapes' frames that hold them.
inline double least_separation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  return (pose_a.p - pose_b.p).norm() - bounding_radius(a) - bounding_radius(b);
}

/// Exact apart and in overlap; of compounds that of the nearest parts.
inline double true_separation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  double least = std::numeric_limits<double>::infinity();
  if (const auto* compound = std::get_if<Compound>(&a)) {
    for (const auto& p : *compound->parts) {
      const Pose pose = pose_a * p.pose;
      if (least_separation(p.shape, pose, b, pose_b) < least)
        least = std::min(least, true_separation(p.shape, pose, b, pose_b));
    }
    return least;
  }
  if (std::holds_alternative<Compound>(b)) return true_separation(b, pose_b, a, pose_a);
  return signed_distance(a, pose_a, b, pose_b);
}

inline double deepest_gap(const std::vector<ContactPoint>& contacts) {
  double deepest = std::numeric_limits<double>::infinity();
  for (const auto& c : contacts) deepest = std::min(deepest, c.gap);
  return deepest;
}

/// What the contacts `found` of a pair of poses must satisfy. Of compounds whose parts are polyhedra some contacts use
/// the tie rules of polyhedra, hence the touch tolerance.
inline void check_round_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                 const std::vector<ContactPoint>& found) {
  const double size = std::min(bounding_radius(a), bounding_radius(b));
  const double thin = std::min(thickness(a), thickness(b)), margin = 0.01 * thin;
  const bool compound = std::holds_alternative<Compound>(a) || std::holds_alternative<Compound>(b);
  const double tolerance = 1e-6 * size + (compound ? 3e-4 * thin : 0);
  const double truth = true_separation(a, pose_a, b, pose_b);
  if (found.empty()) {
    ASSERT_GT(truth, margin - tolerance) << "missed";
    return;
  }
  ASSERT_LT(truth, margin + tolerance) << "invented";
  ASSERT_NEAR(deepest_gap(found), truth, tolerance);
  std::set<std::uint64_t> features;
  for (const auto& c : found) {
    ASSERT_NEAR(c.normal.norm(), 1, 1e-12);
    ASSERT_LE(c.gap, margin);
    ASSERT_TRUE(features.insert(c.feature).second) << "feature twice";
    const double half = 0.5 * std::abs(c.gap) + 1e-2 * thin;
    ASSERT_LE(separation_by_brute_force(Sphere{1e-9}, {c.position}, a, pose_a), half);
    ASSERT_LE(separation_by_brute_force(Sphere{1e-9}, {c.position}, b, pose_b), half);
  }
  const auto swapped = contacts(b, pose_b, a, pose_a);
  ASSERT_FALSE(swapped.empty());
  ASSERT_NEAR(deepest_gap(swapped), deepest_gap(found), tolerance);
}

inline void check_round_pair(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  check_round_contacts(a, pose_a, b, pose_b, contacts(a, pose_a, b, pose_b));
}

/// Moved to a random small height over a plane, or depth.
inline void check_round_over_half_space(const NamedShape& round, int rounds, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  const Shape floor = HalfSpace{Vec3(1, 2, 2) / 3, 0.3};
  for (int i = 0; i < rounds; ++i) {
    const Pose plane{random_vector(random), random_rotation(random)};
    Pose pose{random_vector(random), random_rotation(random)};
    const Vec3 n = plane.R * Vec3(1, 2, 2) / 3;
    const double scale = 0.1 * thickness(round.shape) * std::pow(10.0, -6 * uniform(random));
    pose.p += (scale * (2 * uniform(random) - 1) - separation_by_brute_force(floor, plane, round.shape, pose)) * n;
    check_round_pair(round.shape, pose, floor, plane);
    if (::testing::Test::HasFatalFailure()) FAIL() << round.name << ", round " << i;
  }
}

inline void check_round_pairs(const Shape& a, const Shape& b, int rounds, unsigned seed) {
  std::mt19937 random(seed);
  int touching = 0;
  for (int i = 0; i < rounds; ++i) {
    const Pose pose_a{random_vector(random), random_rotation(random)};
    const Pose pose_b = near_contact(a, pose_a, b, random);
    const auto found = contacts(a, pose_a, b, pose_b);
    check_round_contacts(a, pose_a, b, pose_b, found);
    touching += !found.empty();
    if (::testing::Test::HasFatalFailure()) FAIL() << "round " << i;
  }
  EXPECT_GT(touching, share_of(rounds, 4));
}

}  // namespace stiction::testing
