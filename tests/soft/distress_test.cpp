// Bodies squeezed beyond what their material describes: noticed, and said.
#include <gtest/gtest.h>

#include "soft/soft_scenes.h"
#include "stiction/bodies/elastic/tet_forces.h"
#include "stiction/scene/gallery.h"
#include "stiction/stepping/motion.h"

namespace stiction {
namespace {

using namespace stiction::testing;

SoftDistress distress_of(const World& world) {
  std::vector<std::vector<double>> q;
  for (const Deformation& deformation : world.state().deformations) q.push_back(deformation.q);
  return soft_distress(world.model(), q);
}

TEST(Distress, OfAMeshBeginsWhereTheUniaxialStressTurns) {
  const World world = build_world(soft_scene(soft_box("block", "tetrahedral", 0.5, R"(, "law": "stvk")")));
  const auto squeezed = [&](double stretch) {
    std::vector<double> q = world.state().deformations[0].q;
    for (std::size_t i = 2; i < q.size(); i += 3) q[i] *= stretch;
    return soft_distress(world.model(), {q});
  };
  EXPECT_EQ(squeezed(0.58).body, -1);
  const SoftDistress softened = squeezed(0.57);
  EXPECT_EQ(softened.body, 1);
  EXPECT_GT(softened.softened, 16);  // all of them
  EXPECT_EQ(softened.inverted, 0);
  EXPECT_NEAR(softened.least_stretch, 0.57, 1e-12);
  EXPECT_EQ(squeezed(-0.1).inverted, softened.softened);
}

TEST(Distress, UnderAWeightIsSeenInEveryModelThatGivesWay) {
  for (const std::string model : {"stvk", "tetrahedral"}) {
    const std::string law = model == "stvk" ? "" : R"(, "law": "stvk")";
    World world = build_world(soft_scene(
        soft_box("block", model, 0.05, law) +
        R"(, {"name": "weight", "shape": {"box": {"size": [0.3, 0.3, 0.3]}}, "mass": 300, "material": "m", "position": [0, 0, 0.26]})"));
    EXPECT_EQ(distress_of(world).body, -1);
    int most = 0;
    for (int i = 0; i < 60; ++i) {
      world.step();
      most = std::max(most, distress_of(world).softened);
    }
    EXPECT_GT(most, 0) << model;
  }
}

TEST(Distress, OfABlockSqueezedToSevenTenthsThereIsNone) {
  World world = build_world(build_gallery_scene("squeeze"));
  for (int i = 0; i < 100; ++i) {
    world.step();
    ASSERT_EQ(distress_of(world).softened, 0) << world.state().time;
  }
}

}  // namespace
}  // namespace stiction
