// Uneven turns: which bodies need care, and what an impulse does to them.
#include "stiction/bodies/rigid/gyration.h"

#include <gtest/gtest.h>

#include "stiction/bodies/rigid/rigid_motion.h"

namespace stiction {
namespace {

RigidBody body_with(const Vec3& moments) {
  RigidBody body;
  body.mass = 1;
  body.inertia = moments.asDiagonal();
  body.inverse_inertia = moments.cwiseInverse().asDiagonal();
  return body;
}

TEST(Gyration, OnlyLongBodiesThatTurnAreUneven) {
  const double h = 0.01;
  const Vec3 omega(0, 0, 20);
  EXPECT_FALSE(turns_unevenly(body_with(Vec3(1, 1, 1)), omega, h));
  EXPECT_FALSE(turns_unevenly(body_with(Vec3(1, 1, 1)), 50 * omega, h));  // a cube never is
  EXPECT_FALSE(turns_unevenly(body_with(Vec3(1, 1, 2)), omega, h));       // nor a plate, at this speed
  EXPECT_TRUE(turns_unevenly(body_with(Vec3(0.01, 1, 1)), omega, h));     // a rod of aspect 14
  EXPECT_FALSE(turns_unevenly(body_with(Vec3(0.01, 1, 1)), 0.2 * omega, h));
}

TEST(Gyration, TurnWithoutImpulseIsTheFreeOne) {
  const RigidBody body = body_with(Vec3(0.02, 1, 1.5));
  BodyState state;
  state.rotation = Quat(0.8, 0.1, -0.5, 0.2).normalized();
  state.angular_momentum = Vec3(0.1, -2, 3);
  const Vec3 free = predict(body, state, Vec3::Zero(), 0.01).tail<3>();
  EXPECT_EQ(turn_with_impulse(body, state, Vec3::Zero(), 0.01), free);
  // To first order in a small impulse and step it is M⁻¹ times the impulse.
  const Vec3 impulse(1e-6, 2e-6, -1e-6);
  const Mat3 inverse = inverse_mass_matrix(body, state.rotation.toRotationMatrix()).bottomRightCorner<3, 3>();
  const Vec3 slow = predict(body, state, Vec3::Zero(), 1e-7).tail<3>();
  EXPECT_LT((turn_with_impulse(body, state, impulse, 1e-7) - slow - inverse * impulse).norm(),
            1e-4 * (inverse * impulse).norm());
}

}  // namespace
}  // namespace stiction
