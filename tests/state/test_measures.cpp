// Impulses on bodies, summed from contacts by hand.
#include <gtest/gtest.h>

#include "stiction/state/measures.h"

namespace stiction {
namespace {

ContactState contact(int a, int b, const Vec3& normal, double along, const Vec3& tangent) {
  ContactState c;
  c.body_a = a;
  c.body_b = b;
  c.normal = normal;
  c.impulse_normal = along;
  c.impulse_tangent = tangent;
  return c;
}

TEST(Measures, SumWithTheSignOfEachSide) {
  WorldState state;
  state.contacts = {contact(1, 0, Vec3::UnitZ(), 2, Vec3(0.5, 0, 0)), contact(1, 0, Vec3::UnitZ(), 3, Vec3(0, 0.25, 0)),
                    contact(1, 2, Vec3::UnitX(), 7, Vec3::Zero())};
  EXPECT_EQ(contact_impulse(state, 1), Vec3(7.5, 0.25, 5));
  EXPECT_EQ(contact_impulse(state, 0), Vec3(-0.5, -0.25, -5));
  EXPECT_EQ(contact_impulse(state, 2), Vec3(-7, 0, 0));
  EXPECT_EQ(contact_impulse(state, 3), Vec3::Zero());
  EXPECT_EQ(pair_impulse(state, 1, 0), Vec3(0.5, 0.25, 5));
  EXPECT_EQ(pair_impulse(state, 0, 1), Vec3(-0.5, -0.25, -5));
  EXPECT_EQ(pair_impulse(state, 0, 2), Vec3::Zero());
}

}  // namespace
}  // namespace stiction
