// Every pair of shapes of which one is round or a compound, in random poses: nothing missed, nothing invented.
#include "collision/round_pairs.h"

namespace stiction {
namespace {

using testing::every_shape;

class RoundPairs : public ::testing::TestWithParam<std::pair<int, int>> {};

std::vector<std::pair<int, int>> pairs() {
  const auto shapes = every_shape();
  std::vector<std::pair<int, int>> result;
  for (int i = 0; i < int(shapes.size()); ++i) {
    for (int j = i; j < int(shapes.size()); ++j) {
      if (testing::is_round(shapes[std::size_t(i)].shape) || testing::is_round(shapes[std::size_t(j)].shape))
        result.push_back({i, j});
    }
  }
  return result;
}

TEST_P(RoundPairs, AgreeWithBruteForce) {
  const auto shapes = every_shape();
  const auto [i, j] = GetParam();
  testing::check_round_pairs(shapes[std::size_t(i)].shape, shapes[std::size_t(j)].shape, 1000, unsigned(10 * i + j));
}

INSTANTIATE_TEST_SUITE_P(All, RoundPairs, ::testing::ValuesIn(pairs()), [](const auto& p) {
  const auto shapes = every_shape();
  return shapes[std::size_t(p.param.first)].name + "And" + shapes[std::size_t(p.param.second)].name;
});

}  // namespace
}  // namespace stiction
