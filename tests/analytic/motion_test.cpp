// Structures that come down and boxes that fall: every step is exact in motion too.
#include "analytic/expect_exact_motion.h"

namespace stiction {
namespace {

struct MotionCase {
  std::string name, scene;
  std::map<std::string, GalleryValue> parameters;
};

void PrintTo(const MotionCase& c, std::ostream* out) { *out << c.name; }

class Motion : public ::testing::TestWithParam<MotionCase> {};

TEST_P(Motion, EveryStepIsExact) {
  const Scene scene = build_gallery_scene(GetParam().scene, GetParam().parameters);
  testing::expect_exact_motion(GetParam().name, scene);
  testing::expect_exact_motion_when_tight(GetParam().name, scene);
}

INSTANTIATE_TEST_SUITE_P(
    Analytic, Motion,
    ::testing::Values(MotionCase{"card_house_under_blocks", "card_house", {{"drop_blocks", 5}}},
                      MotionCase{"card_house_without_bounce", "card_house", {{"drop_blocks", 5}, {"restitution", 0}}},
                      MotionCase{"arch_hit", "arch", {{"hit", 1}}}, MotionCase{"pile_of_50", "pile", {{"count", 50}}},
                      MotionCase{"pile_of_100", "pile", {{"count", 100}}}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace stiction
