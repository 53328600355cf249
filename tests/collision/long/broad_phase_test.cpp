// The broad phase misses nothing: as many random configurations as anybody will look at.
#include <gtest/gtest.h>

#include "collision/random_heap.h"
#include "support/full_length.h"

namespace stiction::testing {
namespace {

TEST(LongBroadPhase, MissesNoContactInManyConfigurations) {
  int touching = 0;
  const int rounds = round_count(100000);
  for (int round = 0; round < rounds; ++round) {
    const Heap heap = random_heap(6 + round % 7, unsigned(round), 1 + round % 3);
    const std::vector<ContactPoint> all = all_pairs(heap.bodies);
    ASSERT_TRUE(same_bits(detect_contacts(heap.bodies), all)) << round;
    touching += !all.empty();
  }
  EXPECT_GT(touching, rounds / 2);
}

}  // namespace
}  // namespace stiction::testing
