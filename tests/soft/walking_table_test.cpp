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

TEST(WalkingTable, FrontAndRearFeetSlipInTurns) {
  for (const auto& [step, tolerance] : {std::pair{1e-3, 1e-6}, std::pair{1e-3, 1e-8}, std::pair{5e-4, 1e-6}}) {
    const SlipSignal walk = run_slip(table("modal", step, tolerance));
    EXPECT_TRUE(walk.converged);
    EXPECT_GE(alternating_slips(walk), 5) << "step " << step << ", tolerance " << tolerance;
    EXPECT_GT(walk.downhill, 2e-3);
    EXPECT_LT(walk.downhill, 2e-2);
  }
}

TEST(WalkingTable, ItsRigidTwinStands) {
  const SlipSignal stand = run_slip(table("rigid", 1e-3));
  EXPECT_TRUE(stand.converged);
  EXPECT_EQ(alternating_slips(stand), 0);
  EXPECT_LT(std::abs(stand.downhill), 1e-9);
}

}  // namespace
}  // namespace stiction
