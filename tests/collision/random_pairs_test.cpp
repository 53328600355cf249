// Random pairs against slow distances: no contact missed, none invented, gaps exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collision/fixtures.h"
#include "collision/oracle.h"
#include "support/full_length.h"

namespace stiction {
namespace {

using testing::random_rotation;
using testing::random_vector;

struct Statistics {
  int apart = 0, touching = 0, overlapping = 0;
};

double size_of(const Shape& a, const Shape& b) { return std::min(bounding_radius(a), bounding_radius(b)); }

// A pose of b near contact with a: random direction, then moved to a random small signed distance.
Pose near_contact(const Shape& a, const Pose& pose_a, const Shape& b, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  Pose pose{Vec3::Zero(), random_rotation(random)};
  const Vec3 direction = random_vector(random).normalized();
  const double size = size_of(a, b);
  double low = 0, high = 6;
  for (int i = 0; i < 28; ++i) {
    const double middle = 0.5 * (low + high);
    pose.p = pose_a.p + middle * direction;
    (separation_by_brute_force(a, pose_a, b, pose) > 0 ? high : low) = middle;
  }
  const double log_scale = std::pow(10.0, -7 * uniform(random));  // from all of 3 % of the size down to rounding
  pose.p = pose_a.p + (high + 0.03 * size * (2 * uniform(random) - 1) * log_scale) * direction;
  return pose;
}

void check_pair(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Statistics& statistics) {
  const double size = size_of(a, b), thin = std::min(thickness(a), thickness(b));
  const double margin = 0.01 * thin;
  const double truth = testing::signed_distance(a, pose_a, b, pose_b);
  const auto found = testing::contacts(a, pose_a, b, pose_b);
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

  const auto swapped = testing::contacts(b, pose_b, a, pose_a);
  double swapped_deepest = std::numeric_limits<double>::infinity();
  for (const auto& c : swapped) swapped_deepest = std::min(swapped_deepest, c.gap);
  ASSERT_FALSE(swapped.empty());
  ASSERT_NEAR(swapped_deepest, deepest, 3 * touch);
  // Two face axes within the tolerance are equally good; all else must mirror.
  if (truth > 2 * touch) {
    ASSERT_LT((found[0].normal + swapped[0].normal).norm(), 5e-3);
  }
}

void check_random(const Shape& a, const Shape& b, int rounds, unsigned seed, bool smooth = false) {
  std::mt19937 random(seed);
  Statistics statistics;
  for (int i = 0; i < rounds; ++i) {
    const Pose pose_a{random_vector(random), random_rotation(random)};
    check_pair(a, pose_a, b, near_contact(a, pose_a, b, random), statistics);
    if (::testing::Test::HasFatalFailure()) FAIL() << "round " << i;
  }
  EXPECT_GT(statistics.apart, rounds / 20);
  EXPECT_GT(statistics.overlapping, rounds / 20);
  if (!smooth) {
    EXPECT_GT(statistics.touching, rounds / 20);
  }
}

constexpr int kRounds = testing::round_count(20000);

TEST(RandomPairs, Boxes) { check_random(testing::box(1, 1, 1), testing::box(0.8, 1.2, 0.5), kRounds, 1); }
TEST(RandomPairs, Cards) { check_random(testing::box(0.03, 1, 1.6), testing::box(0.03, 1, 1.6), kRounds, 2); }
TEST(RandomPairs, BoxAndHull) {
  std::mt19937 random(5);
  check_random(testing::box(1, 0.7, 0.4), testing::random_hull(random, 12), kRounds, 3);
}
TEST(RandomPairs, Hulls) {
  std::mt19937 random(6);
  check_random(testing::random_hull(random, 10), testing::random_hull(random, 14), kRounds, 4);
}
TEST(RandomPairs, BoxAndPrism) { check_random(testing::box(1, 1, 0.2), testing::prism(12, 0.5, 0.7), kRounds / 10, 5); }
TEST(RandomPairs, SphereAndBox) { check_random(Sphere{0.4}, testing::box(1, 0.5, 0.8), kRounds, 6); }
TEST(RandomPairs, SphereAndHull) {
  std::mt19937 random(7);
  check_random(Sphere{0.3, {0.1, 0, 0.2}}, testing::random_hull(random, 16), kRounds, 7);
}
TEST(RandomPairs, Spheres) { check_random(Sphere{0.3}, Sphere{0.7}, kRounds, 8); }

TEST(RandomPairs, HalfSpaces) {
  std::mt19937 random(9);
  const Shape floor = HalfSpace{Vec3(1, 2, 2) / 3, 0.3};
  std::vector<Shape> shapes = {testing::box(1, 0.5, 0.8), testing::random_hull(random, 16), Sphere{0.4}};
  for (const Shape& shape : shapes) {
    for (int i = 0; i < kRounds; ++i) {
      const Pose pose{random_vector(random), random_rotation(random)};
      const Pose plane{random_vector(random), random_rotation(random)};
      const double truth = separation_by_brute_force(shape, pose, floor, plane);
      const auto found = testing::contacts(shape, pose, floor, plane);
      ASSERT_EQ(found.empty(), truth > 0.01 * thickness(shape));
      if (found.empty()) continue;
      const auto deepest = std::ranges::min_element(found, {}, &ContactPoint::gap);
      ASSERT_NEAR(deepest->gap, truth, 1e-12);
      ASSERT_LT((deepest->normal - plane.R * Vec3(1, 2, 2) / 3).norm(), 1e-12);
    }
  }
}

// Boxes in lattice orientations meet in every degenerate way there is: parallel edges, coplanar faces, corners.
TEST(RandomPairs, LatticeBoxes) {
  std::mt19937 random(10);
  std::uniform_int_distribution<int> step(-6, 6), quarter(0, 3);
  const Shape a = testing::box(1, 1, 1), b = testing::box(0.5, 1, 1.5);
  Statistics statistics;
  for (int i = 0; i < kRounds; ++i) {
    const Mat3 R = testing::rotation(90 * quarter(random), Vec3::UnitX()) *
                   testing::rotation(45 * quarter(random), Vec3::UnitY()) *
                   testing::rotation(45 * quarter(random), Vec3::UnitZ());
    const Vec3 p = 0.25 * Vec3(step(random), step(random), step(random));
    check_pair(a, {}, b, {p, R}, statistics);
    if (::testing::Test::HasFatalFailure()) FAIL() << "round " << i << "\n" << R << "\n" << p.transpose();
  }
}

}  // namespace
}  // namespace stiction
