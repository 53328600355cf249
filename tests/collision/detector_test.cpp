// The broad phase against all pairs, and the detector on many threads.
#include "stiction/collision/detector.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "collision/fixtures.h"
#include "stiction/collision/broad_phase.h"

namespace stiction {
namespace {

// Owns shapes and poses them.
struct Heap {
  std::vector<Shape> shapes;
  std::vector<PosedShape> bodies;
};

Heap random_heap(int count, unsigned seed, double extent) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  Heap heap;
  heap.shapes.push_back(HalfSpace{});
  for (int i = 1; i < count; ++i) {
    const double size = std::pow(10, uniform(random) - 0.8);
    if (i % 3 == 0) {
      heap.shapes.push_back(Sphere{0.5 * size});
    } else if (i % 3 == 1) {
      heap.shapes.push_back(testing::box(size, 0.7 * size, 0.2 * size));
    } else {
      heap.shapes.push_back(testing::random_hull(random, 8));
    }
  }
  for (int i = 0; i < count; ++i) {
    Pose pose{extent * Vec3(uniform(random), uniform(random), uniform(random)), testing::random_rotation(random)};
    if (i == 0) pose = Pose{};
    heap.bodies.push_back(
        {&heap.shapes[std::size_t(i)], pose, i % 7 == 0, 0.05 * testing::random_vector(random), 0.1 * uniform(random)});
  }
  return heap;
}

bool same_bits(const std::vector<ContactPoint>& x, const std::vector<ContactPoint>& y) {
  if (x.size() != y.size()) return false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i].body_a != y[i].body_a || x[i].body_b != y[i].body_b || x[i].feature != y[i].feature ||
        x[i].position != y[i].position || x[i].normal != y[i].normal || x[i].gap != y[i].gap) {
      return false;
    }
  }
  return true;
}

std::vector<ContactPoint> all_pairs(const std::vector<PosedShape>& bodies) {
  std::vector<ContactPoint> result;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      if (bodies[i].fixed && bodies[j].fixed) continue;
      const std::size_t first = result.size();
      collide(*bodies[i].shape, bodies[i].pose, *bodies[j].shape, bodies[j].pose, pair_margin(bodies[i], bodies[j]),
              result);
      for (std::size_t c = first; c < result.size(); ++c) {
        result[c].body_a = int(i);
        result[c].body_b = int(j);
      }
    }
  }
  return result;
}

TEST(Detector, FindsWhatAllPairsFind) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Heap heap = random_heap(5 + int(seed) * 10, seed, 3);
    const auto found = detect_contacts(heap.bodies);
    EXPECT_TRUE(same_bits(found, all_pairs(heap.bodies))) << seed;
    if (seed > 5) {
      EXPECT_GT(found.size(), 20u);
    }
  }
}

TEST(Detector, SameBitsForAnyNumberOfThreads) {
  const Heap heap = random_heap(600, 3, 6);
  std::vector<ContactPoint> reference;
  for (int threads : {1, 2, 4}) {
    tbb::global_control control(tbb::global_control::max_allowed_parallelism, std::size_t(threads));
    const auto found = detect_contacts(heap.bodies);
    if (threads == 1) reference = found;
    EXPECT_TRUE(same_bits(found, reference)) << threads;
  }
  EXPECT_GT(reference.size(), 1000u);
}

TEST(Detector, CandidatesGrowWithTheNumberOfBodiesOnly) {
  // A floor of spaced cubes has no candidates, however many there are, but for one large slab under all.
  Heap heap;
  heap.shapes = {testing::box(1, 1, 1), testing::box(400, 400, 1)};
  for (int i = 0; i < 100; ++i) {
    for (int j = 0; j < 100; ++j) heap.bodies.push_back({&heap.shapes[0], {{2.0 * i, 2.0 * j, 0}}, false});
  }
  EXPECT_TRUE(candidate_pairs(heap.bodies).empty());
  heap.bodies.push_back({&heap.shapes[1], {{100, 100, -1}}, true});
  EXPECT_EQ(candidate_pairs(heap.bodies).size(), 10000u);
  EXPECT_EQ(detect_contacts(heap.bodies).size(), 40000u);
}

TEST(Detector, FixedBodiesDoNotMeet) {
  const Shape cube = testing::box(1, 1, 1), floor = HalfSpace{};
  EXPECT_TRUE(detect_contacts({{&cube, {}, true}, {&cube, {}, true}, {&floor, {}, true}}).empty());
  EXPECT_FALSE(detect_contacts({{&cube, {}, true}, {&cube, {}, false}}).empty());
  EXPECT_TRUE(detect_contacts({}).empty());
}

}  // namespace
}  // namespace stiction
