// By which face a vertex of a deformable body leaves a rigid shape.
#include "stiction/collision/rigid_touch.h"

#include <gtest/gtest.h>

#include "collision/fixtures.h"

namespace stiction::testing {
namespace {

constexpr double kShare = 0.01, kDepth = 2;

std::vector<RigidTouch> touches_of_unit_cube(const Vec3& x, const Vec3& outward) {
  const std::vector<Vec3> normals = {outward};
  PointProbe probe;
  probe.x = x;
  probe.normals = normals;
  std::vector<RigidTouch> touches;
  rigid_touches(box(1, 1, 1), {}, probe, 0.01, kShare, kDepth, touches);
  return touches;
}

TEST(RigidTouch, AVertexInsideGoesOutByTheFaceThatItFaces) {
  // 30 mm below the top, which it faces, 20 mm behind the side, which it does not.
  const auto touches = touches_of_unit_cube(Vec3(0.48, 0, 0.47), -Vec3::UnitZ());
  ASSERT_EQ(touches.size(), 1u);
  EXPECT_NEAR(touches[0].distance, -0.03, 1e-12);
  EXPECT_LT((touches[0].normal - Vec3::UnitZ()).norm(), 1e-12);
}

TEST(RigidTouch, AVertexThatGrazesASideIsNotHalfAMetreDeep) {
  EXPECT_TRUE(touches_of_unit_cube(Vec3(0.5 - 7e-5, 0, 0), -Vec3::UnitZ()).empty());
}

TEST(RigidTouch, AVertexDeepInsideGoesOutByTheNearestFaceOfAll) {
  const auto touches = touches_of_unit_cube(Vec3(0.48, 0, 0), Vec3::UnitX());
  ASSERT_EQ(touches.size(), 1u);
  EXPECT_NEAR(touches[0].distance, -0.02, 1e-12);
  EXPECT_LT((touches[0].normal - Vec3::UnitX()).norm(), 1e-12);
}

}  // namespace
}  // namespace stiction::testing
