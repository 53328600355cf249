// 100 000 poses of every pair of shapes: too long for every run of the tests.
#include "collision/round_pairs.h"

namespace stiction {
namespace {

using testing::every_shape;

class LongRoundPairs : public ::testing::TestWithParam<std::pair<int, int>> {};

TEST_P(LongRoundPairs, AgreeWithBruteForce) {
  const auto shapes = every_shape();
  const auto [i, j] = GetParam();
  testing::check_round_pairs(shapes[std::size_t(i)].shape, shapes[std::size_t(j)].shape, 100000,
                             unsigned(1000 + 10 * i + j));
}

INSTANTIATE_TEST_SUITE_P(All, LongRoundPairs, ::testing::ValuesIn(testing::round_pairs()),
                         [](const auto& p) { return testing::pair_name(p.param); });

TEST(LongRoundPairs, OverHalfSpaces) {
  for (const auto& round : every_shape())
    if (testing::is_round(round.shape)) testing::check_round_over_half_space(round, 100000, 1012);
}

}  // namespace
}  // namespace stiction
