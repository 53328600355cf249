// A large heap of boxes: too long for every run of the tests.
#include "analytic/expect_exact_motion.h"

namespace stiction {
namespace {

using testing::expect_exact_motion;
using testing::expect_exact_motion_when_tight;

TEST(LongMotion, PileOf200) {
  const Scene pile = build_gallery_scene("pile", {{"count", 200}});
  expect_exact_motion("pile of 200", pile);
  expect_exact_motion_when_tight("pile of 200", pile);
}

}  // namespace
}  // namespace stiction
