// Structures that come down and boxes that fall: every step is exact in motion too.
#include "analytic/expect_exact_motion.h"

namespace stiction {
namespace {

using testing::expect_exact_motion;

TEST(Motion, CardHouseUnderFallingBlocks) {
  expect_exact_motion("card house under blocks", build_gallery_scene("card_house", {{"drop_blocks", 5}}));
}

TEST(Motion, CardHouseUnderFallingBlocksWithoutBounce) {
  expect_exact_motion("card house under blocks, e 0",
                      build_gallery_scene("card_house", {{"drop_blocks", 5}, {"restitution", 0}}));
}

TEST(Motion, ArchHitByABlock) { expect_exact_motion("arch hit", build_gallery_scene("arch", {{"hit", 1}})); }

TEST(Motion, PileOf50) { expect_exact_motion("pile of 50", build_gallery_scene("pile", {{"count", 50}})); }

TEST(Motion, PileOf100) { expect_exact_motion("pile of 100", build_gallery_scene("pile", {{"count", 100}})); }

}  // namespace
}  // namespace stiction
