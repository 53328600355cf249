// 100 000 poses of every pair of polyhedra, spheres and half-spaces: too long for every run of the tests.
#include "collision/random_pairs.h"

namespace stiction {
namespace {

constexpr int kRounds = 100000;

class LongRandomPairs : public ::testing::TestWithParam<std::size_t> {};

TEST_P(LongRandomPairs, AgreeWithBruteForce) {
  const auto pair = testing::plain_pairs()[GetParam()];
  testing::check_random(pair.a, pair.b, kRounds, unsigned(1001 + GetParam()));
}

INSTANTIATE_TEST_SUITE_P(All, LongRandomPairs, ::testing::Range(std::size_t(0), testing::plain_pairs().size()),
                         [](const auto& p) { return testing::plain_pairs()[p.param].name; });

TEST(LongRandomPairs, HalfSpaces) {
  std::mt19937 random(1009);
  for (const Shape& shape : testing::plain_shapes_over_planes()) testing::check_over_half_space(shape, kRounds, random);
}

TEST(LongRandomPairs, LatticeBoxes) { testing::check_lattice_boxes(kRounds, 1010); }

}  // namespace
}  // namespace stiction
