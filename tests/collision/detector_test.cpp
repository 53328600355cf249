// The broad phase against all pairs, and the detector on many threads.
#include "stiction/collision/detector.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "collision/random_heap.h"

namespace stiction {
namespace {

using namespace stiction::testing;

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
