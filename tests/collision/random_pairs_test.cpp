// Random pairs against slow distances: no contact missed, none invented, gaps exact.
#include "collision/random_pairs.h"

#include "support/full_length.h"

namespace stiction {
namespace {

constexpr int kRounds = testing::round_count(20000);

class RandomPairs : public ::testing::TestWithParam<std::size_t> {};

TEST_P(RandomPairs, AgreeWithBruteForce) {
  const auto pair = testing::plain_pairs()[GetParam()];
  testing::check_random(pair.a, pair.b, kRounds, unsigned(1 + GetParam()));
}

INSTANTIATE_TEST_SUITE_P(All, RandomPairs, ::testing::Range(std::size_t(0), testing::plain_pairs().size()),
                         [](const auto& p) { return testing::plain_pairs()[p.param].name; });

TEST(RandomPairs, HalfSpaces) {
  std::mt19937 random(9);
  for (const Shape& shape : testing::plain_shapes_over_planes()) testing::check_over_half_space(shape, kRounds, random);
}

TEST(RandomPairs, LatticeBoxes) { testing::check_lattice_boxes(kRounds, 10); }

}  // namespace
}  // namespace stiction
