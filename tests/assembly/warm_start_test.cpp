// Which of the last step's impulses a contact starts from.
#include "stiction/assembly/warm_start.h"

#include <gtest/gtest.h>

#include <random>

#include "stiction/assembly/assemble.h"

namespace stiction {
namespace {

ContactPoint contact(int a, int b, std::uint64_t feature, const Vec3& position, const Vec3& normal = Vec3::UnitZ()) {
  return {a, b, feature, position, normal, 0};
}

ContactState pushed(int a, int b, std::uint64_t feature, const Vec3& position, double normal_impulse,
                    const Vec3& tangent = Vec3::Zero(), const Vec3& normal = Vec3::UnitZ()) {
  ContactState state;
  state.body_a = a;
  state.body_b = b;
  state.feature = feature;
  state.position = position;
  state.normal = normal;
  state.impulse_normal = normal_impulse;
  state.impulse_tangent = tangent;
  return state;
}

TEST(WarmStart, SameFeatureKeepsItsImpulse) {
  // Features decide, not places: the two contacts have swapped places.
  const std::vector<ContactState> old = {pushed(0, 1, 7, Vec3(0, 0, 0), 2, Vec3(0.5, 0, 0)),
                                         pushed(0, 1, 8, Vec3(1, 0, 0), 3)};
  const auto r =
      carried_impulses({contact(0, 1, 8, Vec3(0, 0, 0)), contact(0, 1, 7, Vec3(1, 0, 0))}, old, 0.1).impulses;
  EXPECT_EQ(r[0].x(), 3);
  EXPECT_EQ(r[1].x(), 2);
  EXPECT_NEAR(r[1].tail<2>().norm(), 0.5, 1e-15);
}

TEST(WarmStart, PairsDoNotMix) {
  const std::vector<ContactState> old = {pushed(0, 1, 7, Vec3::Zero(), 2), pushed(1, 2, 7, Vec3::Zero(), 5)};
  const auto r = carried_impulses({contact(0, 2, 7, Vec3::Zero()), contact(1, 2, 7, Vec3::Zero())}, old, 0.1).impulses;
  EXPECT_EQ(r[0], Vec3::Zero());
  EXPECT_EQ(r[1].x(), 5);
}

TEST(WarmStart, NewFeatureTakesTheNearestThatIsLeft) {
  const std::vector<ContactState> old = {pushed(0, 1, 1, Vec3(0, 0, 0), 1), pushed(0, 1, 2, Vec3(0.05, 0, 0), 2),
                                         pushed(0, 1, 3, Vec3(0.3, 0, 0), 3)};
  const auto r = carried_impulses({contact(0, 1, 9, Vec3(0.04, 0, 0)), contact(0, 1, 10, Vec3(0.06, 0, 0)),
                                   contact(0, 1, 11, Vec3(0.6, 0, 0))},
                                  old, 0.1)
                     .impulses;
  EXPECT_EQ(r[0].x(), 2);         // nearest
  EXPECT_EQ(r[1].x(), 1);         // the nearest is taken: the next within reach
  EXPECT_EQ(r[2], Vec3::Zero());  // out of reach of all
}

TEST(WarmStart, ExactMatchesComeBeforeNeighbours) {
  const std::vector<ContactState> old = {pushed(0, 1, 1, Vec3::Zero(), 1)};
  const auto r =
      carried_impulses({contact(0, 1, 9, Vec3::Zero()), contact(0, 1, 1, Vec3(0.05, 0, 0))}, old, 0.1).impulses;
  EXPECT_EQ(r[0], Vec3::Zero());
  EXPECT_EQ(r[1].x(), 1);
}

TEST(WarmStart, OtherNormalsDoNotMatch) {
  const std::vector<ContactState> old = {pushed(0, 1, 1, Vec3::Zero(), 1)};
  const auto tilted = [](double degrees) {
    const double a = degrees * M_PI / 180;
    return Vec3(std::sin(a), 0, std::cos(a));
  };
  EXPECT_EQ(carried_impulses({contact(0, 1, 1, Vec3::Zero(), tilted(26))}, old, 0.1).impulses[0], Vec3::Zero());
  EXPECT_GT(carried_impulses({contact(0, 1, 1, Vec3::Zero(), tilted(24))}, old, 0.1).impulses[0].x(), 0.9);
}

TEST(WarmStart, ImpulseStaysTheSameVectorInATurnedFrame) {
  const Vec3 normal = Vec3(0.1, -0.2, 1).normalized(), turned = Vec3(-0.1, 0.1, 1).normalized();
  const Vec3 tangent = Vec3(1, 2, 0) - Vec3(1, 2, 0).dot(normal) * normal;
  const auto r = carried_impulses({contact(0, 1, 1, Vec3::Zero(), turned)},
                                  {pushed(0, 1, 1, Vec3::Zero(), 4, tangent, normal)}, 0.1)
                     .impulses;
  EXPECT_LT((contact_frame(turned) * r[0] - (4 * normal + tangent)).norm(), 1e-14);
}

TEST(ContactFrame, IsOrthonormalAndRightHanded) {
  std::mt19937 random(1);
  std::normal_distribution<double> gauss;
  std::vector<Vec3> normals = {Vec3::UnitZ(),
                               -Vec3::UnitZ(),
                               Vec3::UnitX(),
                               -Vec3::UnitY(),
                               Vec3(1e-9, 0, -1).normalized(),
                               Vec3(0, -1e-16, -1).normalized(),
                               Vec3(1, 0, -0.0)};
  for (int i = 0; i < 1000; ++i) normals.push_back(Vec3(gauss(random), gauss(random), gauss(random)).normalized());
  for (const Vec3& n : normals) {
    const Mat3 frame = contact_frame(n);
    EXPECT_EQ(frame.col(0), n);
    EXPECT_LT((frame.transpose() * frame - Mat3::Identity()).norm(), 1e-14) << n.transpose();
    EXPECT_NEAR(frame.determinant(), 1, 1e-14) << n.transpose();
  }
}

TEST(WarmStart, TorquesAreCarriedWithTheirContact) {
  const Vec3 normal = Vec3(0.1, -0.2, 1).normalized(), turned = Vec3(-0.1, 0.1, 1).normalized();
  ContactState old = pushed(0, 1, 1, Vec3::Zero(), 4, Vec3::Zero(), normal);
  old.torque = Vec3(1, -2, 3);
  const CarriedImpulses carried =
      carried_impulses({contact(0, 1, 9, Vec3(0.01, 0, 0), turned), contact(0, 2, 1, Vec3::Zero())}, {old}, 0.1);
  EXPECT_LT((contact_frame(turned) * carried.torques[0] - old.torque).norm(), 1e-14);
  EXPECT_EQ(carried.torques[1], Vec3::Zero());
}

}  // namespace
}  // namespace stiction
