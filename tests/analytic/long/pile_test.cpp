// A large heap of boxes: too long for every run of the tests.
#include "analytic/expect_exact_motion.h"

namespace stiction {
namespace {

TEST(LongMotion, PileOf200) {
  const Scene scene = build_gallery_scene("pile", {{"count", 200}});
  testing::expect_exact_motion("pile of 200", scene);
  testing::expect_exact_motion_when_tight("pile of 200", scene);
}

}  // namespace
}  // namespace stiction
