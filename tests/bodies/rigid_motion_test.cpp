#include "stiction/bodies/rigid/rigid_motion.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "support/full_length.h"

namespace stiction {
namespace {

RigidBody asymmetric_body() {
  RigidBody body;
  body.shape = Sphere{1};
  body.mass = 2;
  body.inertia = Vec3(1, 2, 2.7).asDiagonal();
  body.inverse_inertia = body.inertia.inverse();
  return body;
}

TEST(RigidMotion, TumblingKeepsEnergyAndMomentum) {
  const RigidBody body = asymmetric_body();
  BodyState state;
  state.rotation = Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
  const double h = 0.01;
  // Near the unstable middle axis, |omega| h = 0.1.
  const Vec3 omega = 10 * Vec3(0.05, 1, 0.03).normalized();
  const Mat3 R = state.rotation.toRotationMatrix();
  state.angular_momentum = R * body.inertia * omega;
  const double energy = kinetic_energy(body, state);
  const Vec3 momentum = state.angular_momentum;
  double worst_energy = 0;
  for (int i = 0; i < testing::round_count(100000); ++i) {
    const Vec6 v = predict(body, state, Vec3::Zero(), h);
    integrate(body, state, v, Vec6::Zero(), h);
    worst_energy = std::max(worst_energy, std::abs(kinetic_energy(body, state) / energy - 1));
  }
  EXPECT_LT(worst_energy, 1e-6);
  const Mat3 I = mass_matrix(body, state.rotation.toRotationMatrix()).bottomRightCorner<3, 3>();
  EXPECT_LT((I * angular_velocity(body, state) - momentum).norm() / momentum.norm(), 1e-10);
}

TEST(RigidMotion, EvenAbsurdSpinsKeepTheirEnergy) {
  const RigidBody body = asymmetric_body();
  for (const double turn : {1.0, 5.0, 20.0}) {  // omega h
    BodyState state;
    const double h = 0.01;
    state.angular_momentum = body.inertia * (turn / h * Vec3(0.05, 1, 0.03).normalized());
    const double energy = kinetic_energy(body, state);
    for (int i = 0; i < 1000; ++i) integrate(body, state, predict(body, state, Vec3::Zero(), h), Vec6::Zero(), h);
    EXPECT_NEAR(kinetic_energy(body, state) / energy, 1, 1e-9) << turn;
  }
}

TEST(RigidMotion, SpinAboutPrincipalAxisHasTheRightRate) {
  const RigidBody body = asymmetric_body();
  BodyState state;
  const double h = 0.001, rate = 3;
  state.angular_momentum = body.inertia * Vec3(0, 0, rate);
  for (int i = 0; i < 1000; ++i) integrate(body, state, predict(body, state, Vec3::Zero(), h), Vec6::Zero(), h);
  // Cayley turns by 2 atan(rate h / 2) per step.
  const double angle = 1000 * 2 * std::atan(rate * h / 2);
  EXPECT_NEAR(state.rotation.angularDistance(Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ()))), 0, 1e-10);
  EXPECT_NEAR(angle, rate, 1e-5);
}

TEST(RigidMotion, PrecessionFollowsEulersEquations) {
  // Symmetric top: the body-frame momentum turns about the axis at (I3 - I1)/I1 * omega_3.
  RigidBody body = asymmetric_body();
  body.inertia = Vec3(2, 2, 1).asDiagonal();
  body.inverse_inertia = body.inertia.inverse();
  BodyState state;
  state.angular_momentum = body.inertia * Vec3(1, 0, 2);
  const double h = 1e-3;
  for (int i = 0; i < 1000; ++i) integrate(body, state, predict(body, state, Vec3::Zero(), h), Vec6::Zero(), h);
  const Vec3 in_body = state.rotation.toRotationMatrix().transpose() * state.angular_momentum;
  const double angle = (2.0 - 1.0) / 2.0 * 2.0;  // after 1 s
  EXPECT_NEAR(in_body.x(), 2 * std::cos(angle), 1e-4);
  EXPECT_NEAR(in_body.y(), -2 * std::sin(angle), 1e-4);  // dP/dt = P × omega points to -y at first
  EXPECT_NEAR(in_body.z(), 2, 1e-9);
}

TEST(RigidMotion, FallsBySymplecticEuler) {
  const RigidBody body = asymmetric_body();
  BodyState state;
  const double h = 0.01;
  for (int i = 0; i < 100; ++i) integrate(body, state, predict(body, state, Vec3(0, 0, -10), h), Vec6::Zero(), h);
  EXPECT_NEAR(state.velocity.z(), -10, 1e-12);
  EXPECT_NEAR(state.position.z(), -10 * h * h * 100 * 101 / 2, 1e-12);
}

TEST(RigidMotion, FixedBodiesStay) {
  RigidBody body = asymmetric_body();
  body.fixed = true;
  BodyState state;
  EXPECT_EQ(predict(body, state, Vec3(0, 0, -10), 0.01), Vec6::Zero());
  integrate(body, state, Vec6::Ones(), Vec6::Ones(), 0.01);
  EXPECT_EQ(state.position, Vec3::Zero());
}

}  // namespace
}  // namespace stiction
