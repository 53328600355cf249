// Contacts that only the end of a step shows.
#include "stiction/assembly/foresight.h"

#include <gtest/gtest.h>

#include "assembly/pair_fixture.h"
#include "stiction/geometry/penetration.h"

namespace stiction {
namespace {

using testing::TwoBoxes;

std::vector<Vec6> at_rest() { return std::vector<Vec6>(3, Vec6::Zero()); }

/// Box 2 stands a centimetre beside box 1, and turns about z so fast that a corner of it sweeps through.
TwoBoxes beside_each_other() {
  TwoBoxes boxes;
  boxes.states[1].position = Vec3(0, 0, 1);
  boxes.states[2].position = Vec3(0.26, 0, 1);
  return boxes;
}

double separation_after(const TwoBoxes& boxes, const std::vector<Vec6>& v) {
  BodyState a = boxes.states[1], b = boxes.states[2];
  integrate(boxes.model.bodies[1], a, v[1], Vec6::Zero(), boxes.h);
  integrate(boxes.model.bodies[2], b, v[2], Vec6::Zero(), boxes.h);
  return separation_by_brute_force(boxes.model.bodies[1].shape, pose(a), boxes.model.bodies[2].shape, pose(b));
}

TEST(Foresight, CatchesABoxThatTurnsIntoAnother) {
  const TwoBoxes boxes = beside_each_other();
  std::vector<Vec6> v = at_rest();
  v[2].tail<3>() = Vec3(0, 0, 30);
  ASSERT_LT(separation_after(boxes, v), -0.005);
  const auto found = foresee_contacts(boxes.model.bodies, boxes.states, v, {}, {}, boxes.h);
  ASSERT_FALSE(found.empty());
  for (const ContactPoint& c : found) {
    EXPECT_EQ(c.body_a, 1);
    EXPECT_EQ(c.body_b, 2);
    EXPECT_GE(c.gap, 0);
    // A corner that turns towards the other box at this gap cannot pass unnoticed: the contact acts on this motion.
    const Vec3 point_velocity = v[2].tail<3>().cross(c.position - boxes.states[2].position);
    EXPECT_LT(c.normal.dot(-point_velocity) * boxes.h + c.gap, 0);
  }
}

TEST(Foresight, FindsNothingAtRest) {
  const TwoBoxes boxes;
  EXPECT_TRUE(foresee_contacts(boxes.model.bodies, boxes.states, at_rest(), {}, {}, boxes.h).empty());
}

TEST(Foresight, FindsNothingWhereBodiesPart) {
  const TwoBoxes boxes = beside_each_other();
  std::vector<Vec6> v = at_rest();
  v[2].head<3>() = Vec3(5, 0, 0);
  EXPECT_TRUE(foresee_contacts(boxes.model.bodies, boxes.states, v, {}, {}, boxes.h).empty());
}

TEST(Foresight, OverlapThatIsThereAlreadyIsNoReason) {
  TwoBoxes boxes = beside_each_other();
  boxes.states[2].position.x() = 0.245;  // 5 mm deep
  std::vector<Vec6> v = at_rest();
  v[2].head<3>() = Vec3(0, 2, 0);  // slides along the face, no deeper
  const ContactPoint known{1, 2, 0, Vec3(0.1475, 0, 1), -Vec3::UnitX(), -0.005};
  EXPECT_TRUE(foresee_contacts(boxes.model.bodies, boxes.states, v, {known}, {}, boxes.h).empty());
  v[2].head<3>() = Vec3(-0.5, 0, 0);  // 5 mm deeper
  EXPECT_FALSE(foresee_contacts(boxes.model.bodies, boxes.states, v, {known}, {}, boxes.h).empty());
}

TEST(InsertContacts, KeepsOrderAndImpulses) {
  const auto at = [](int a, int b, std::uint64_t feature) {
    return ContactPoint{a, b, feature, Vec3::Zero(), Vec3::UnitZ(), 0, -1};
  };
  std::vector<ContactPoint> contacts = {at(0, 1, 5), at(0, 1, 2), at(1, 2, 1)};
  std::vector<Vec3> impulses = {Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(3, 0, 0)}, torques = impulses;
  ContactPoint again = at(1, 2, 1);
  again.gap = 0.5;
  insert_contacts({at(0, 2, 9), at(0, 1, 7), again}, contacts, impulses, torques);
  ASSERT_EQ(contacts.size(), 5u);
  const std::vector<std::uint64_t> features = {5, 2, 7, 9, 1};
  const std::vector<double> normal = {1, 2, 0, 0, 3};
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(contacts[k].feature, features[k]) << k;
    EXPECT_EQ(impulses[k].x(), normal[k]) << k;
    EXPECT_EQ(torques[k], impulses[k]) << k;
  }
  EXPECT_EQ(contacts[4].gap, 0.5);  // a second guess replaces the first
}

}  // namespace
}  // namespace stiction
