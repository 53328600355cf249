// A large heap of boxes: too long for every run of the tests.
#include "analytic/expect_exact_motion.h"

namespace stiction {
namespace {

using testing::expect_exact_motion;

TEST(LongMotion, PileOf200) { expect_exact_motion("pile of 200", build_gallery_scene("pile", {{"count", 200}})); }

}  // namespace
}  // namespace stiction
