// A table that vibrates walks down a slope on which a rigid one stands: front and rear feet slip in turns.
#include <gtest/gtest.h>

#include "soft/slip_signal.h"

namespace stiction {
namespace {

using namespace stiction::testing;

Scene table(const std::string& model, double step, double tolerance = 1e-6) {
  Scene scene = build_gallery_scene("walking_table", {{"model", model}});
  scene.step = step;
  scene.solver.tolerance = tolerance;
  scene.duration = 0.5;
  return scene;
}

struct Case {
  const char* label;
  double step, tolerance;
};

class WalkingTable : public ::testing::TestWithParam<Case> {};

TEST_P(WalkingTable, FrontAndRearFeetSlipInTurns) {
  const SlipSignal walk = run_slip(table("modal", GetParam().step, GetParam().tolerance));
  EXPECT_TRUE(walk.converged);
  EXPECT_GE(alternating_slips(walk), 5);
  EXPECT_GT(walk.downhill, 2e-3);
  EXPECT_LT(walk.downhill, 2e-2);
}

constexpr Case cases[] = {{"default", 1e-3, 1e-6}, {"exact", 1e-3, 1e-8}, {"half_step", 5e-4, 1e-6}};
INSTANTIATE_TEST_SUITE_P(Modal, WalkingTable, ::testing::ValuesIn(cases), [](const auto& c) { return c.param.label; });

TEST(RigidTable, Stands) {
  const SlipSignal stand = run_slip(table("rigid", 1e-3));
  EXPECT_TRUE(stand.converged);
  EXPECT_EQ(alternating_slips(stand), 0);
  EXPECT_LT(std::abs(stand.downhill), 1e-9);
}

}  // namespace
}  // namespace stiction
