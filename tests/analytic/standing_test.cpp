// Structures that stand by friction alone, with the default settings.
#include "support/expect_holds.h"

namespace stiction {
namespace {

using testing::expect_holds;
using testing::expect_holds_also_tight;

TEST(Standing, StackOf40CubesFor600s) {
  expect_holds_also_tight("stack of 40", build_gallery_scene("stack", {{"count", 40}}), 600, 20);
}

TEST(Standing, TenThousandKilogramsOnOne) {
  expect_holds_also_tight("mass ratio 10000", build_gallery_scene("mass_ratio", {{"ratio", 10000}}), 60, 20);
}

TEST(Standing, CardHouseOf5LevelsFor600s) {
  const Scene scene = build_gallery_scene("card_house", {{"levels", 5}});
  ASSERT_EQ(scene.bodies.size(), 41u);  // fifteen tents, ten bridges, the floor
  expect_holds_also_tight("card house, 5 levels", scene, 600, 20);
}

TEST(Standing, CardHouseOf5LevelsAtAMillisecond) {
  Scene scene = build_gallery_scene("card_house", {{"levels", 5}});
  scene.step = 0.001;
  expect_holds_also_tight("card house, 5 levels, 1 ms", scene, 60, 3);
}

TEST(Standing, CardHousesOf4And10Levels) {
  expect_holds_also_tight("card house, 4 levels", build_gallery_scene("card_house", {{"levels", 4}}), 60, 10);
  expect_holds_also_tight("card house, 10 levels", build_gallery_scene("card_house", {{"levels", 10}}), 60, 5);
}

class CatenaryArch : public ::testing::TestWithParam<int> {};

TEST_P(CatenaryArch, Holds) {
  const Scene scene = build_gallery_scene("arch", {{"stones", GetParam()}, {"mu", 0.6}});
  expect_holds_also_tight("catenary, " + std::to_string(GetParam()) + " stones", scene, 60, 10);
}

INSTANTIATE_TEST_SUITE_P(Standing, CatenaryArch, ::testing::Values(25, 27, 101));

}  // namespace
}  // namespace stiction
