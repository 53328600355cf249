// The walking table again, with every node of its mesh.
#include <gtest/gtest.h>

#include "soft/slip_signal.h"

namespace stiction {
namespace {

using namespace stiction::testing;

TEST(LongWalkingTable, TetrahedralFrontAndRearFeetSlipInTurns) {
  for (const auto& [step, tolerance] : {std::pair{1e-3, 1e-6}, std::pair{1e-3, 1e-8}, std::pair{5e-4, 1e-6}}) {
    Scene scene = build_gallery_scene("walking_table", {{"model", "tetrahedral"}});
    scene.step = step;
    scene.solver.tolerance = tolerance;
    scene.duration = 0.25;
    const SlipSignal walk = run_slip(scene);
    EXPECT_TRUE(walk.converged);
    EXPECT_GE(alternating_slips(walk), 5) << "step " << step << ", tolerance " << tolerance;
    EXPECT_GT(walk.downhill, 1e-3);
    EXPECT_LT(walk.downhill, 2e-2);
  }
}

}  // namespace
}  // namespace stiction
