#include "stiction/assembly/likely_contacts.h"

#include <gtest/gtest.h>

#include "assembly/pair_fixture.h"

namespace stiction {
namespace {

using namespace stiction::testing;

/// Whether a contact of this gap and normal (towards body 1) between the boxes is kept for these velocities.
bool kept(double gap, const Vec3& normal, const Vec3& v_1, const Vec3& v_2) {
  const TwoBoxes boxes;
  std::vector<Vec6> v(3, Vec6::Zero());
  v[1].head<3>() = v_1;
  v[2].head<3>() = v_2;
  std::vector<ContactPoint> contacts{{1, 2, 0, boxes.states[1].position, normal, gap}};
  keep_likely(boxes.model.bodies, boxes.states, v, 0.01, contacts);
  return !contacts.empty();
}

TEST(LikelyContacts, OnlyGapsThatMayClose) {
  const Vec3 down(0, 0, -2), zero = Vec3::Zero(), up = Vec3::UnitZ();
  EXPECT_TRUE(kept(0.015, up, down, zero));    // falls 20 mm
  EXPECT_FALSE(kept(0.05, up, down, zero));    // too far
  EXPECT_FALSE(kept(0.015, -up, down, zero));  // leaves
  EXPECT_TRUE(kept(0.015, up, down, down));    // falls with the other, which may be stopped
  EXPECT_FALSE(kept(0.015, Vec3::UnitX(), down, down));
  EXPECT_TRUE(kept(1e-4, Vec3::UnitX(), zero, zero));
}

}  // namespace
}  // namespace stiction
