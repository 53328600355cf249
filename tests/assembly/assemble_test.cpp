// Jacobians against finite differences, biases against answers by hand.
#include "stiction/assembly/assemble.h"

#include <gtest/gtest.h>

#include <random>

#include "assembly/pair_fixture.h"

namespace stiction {
namespace {

using testing::TwoBoxes;

TEST(Assemble, JacobianIsTheMotionOfTheContactPoint) {
  std::mt19937 random(3);
  std::normal_distribution<double> gauss;
  const auto vector = [&] { return Vec3(gauss(random), gauss(random), gauss(random)); };
  TwoBoxes boxes;
  for (int trial = 0; trial < 50; ++trial) {
    for (const int i : {1, 2}) {
      boxes.states[i].position = vector();
      boxes.states[i].rotation = Quat(gauss(random), gauss(random), gauss(random), gauss(random)).normalized();
    }
    const ContactPoint contact{1, 2, 0, vector(), vector().normalized(), 0};
    const ContactProblem p = boxes.problem({contact}, Vec3::Zero(), 1);
    const Mat3 frame = contact_frame(contact.normal);
    std::vector<Vec6> v(2);
    for (Vec6& entry : v)
      for (int i = 0; i < 6; ++i) entry[i] = gauss(random);
    // Points glued to each body, moved by the integrator itself, forwards and backwards.
    constexpr double small = 1e-5;
    const auto glued = [&](int body, double h) {
      BodyState moved = boxes.states[body];
      integrate(boxes.model.bodies[body], moved, v[body - 1], Vec6::Zero(), h);
      return pose(moved) * pose(boxes.states[body]).to_local(contact.position);
    };
    const Vec3 relative = (glued(1, small) - glued(1, -small) - glued(2, small) + glued(2, -small)) / (2 * small);
    EXPECT_LT((contact_velocity(p.contacts[0], v) - frame.transpose() * relative).norm(), 1e-7);
  }
}

TEST(Assemble, MassIsThatOfTheBodiesWhereTheyAre) {
  TwoBoxes boxes;
  boxes.states[2].rotation = Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
  const ContactProblem p = boxes.problem({}, Vec3::Zero(), 1);
  ASSERT_EQ(p.bodies(), 2);
  for (int i = 0; i < 2; ++i) EXPECT_LT((p.mass[i] * p.inverse_mass[i] - Mat6::Identity()).norm(), 1e-12);
  EXPECT_NEAR(p.mass[0](0, 0), 1000 * 0.3 * 0.2 * 0.1, 1e-12);
  EXPECT_NEAR(p.mass[0](5, 5), 6.0 / 12 * (0.09 + 0.04), 1e-12);
  const Vec3 axis = Vec3(1, 2, 3).normalized();  // unmoved by the rotation
  const Vec3 inertia = 7.5 / 12 * Vec3(0.25 * 0.25 + 0.15 * 0.15, 0.2 * 0.2 + 0.15 * 0.15, 0.2 * 0.2 + 0.25 * 0.25);
  EXPECT_NEAR(axis.dot(p.mass[1].bottomRightCorner<3, 3>() * axis), axis.dot(inertia.asDiagonal() * axis), 1e-12);
}

TEST(Assemble, FixedBodiesHaveNoUnknowns) {
  const TwoBoxes boxes;
  // The normal points from body_b to body_a: here out of the box, into the floor.
  const ContactProblem p = boxes.problem({{0, 1, 0, Vec3(0.1, 0, 0), -Vec3::UnitZ(), 0}}, Vec3::Zero(), 1);
  EXPECT_EQ(p.contacts[0].body_a, -1);
  EXPECT_EQ(p.contacts[0].body_b, 0);
  EXPECT_EQ(p.contacts[0].G_a, Mat36::Zero());
  EXPECT_DOUBLE_EQ(p.contacts[0].mu, 0.4);
  Vec6 rising = Vec6::Zero();
  rising.z() = 2;
  EXPECT_EQ(contact_velocity(p.contacts[0], {rising, Vec6::Zero()}).x(), 2);
}

/// Bias of a contact under box 1 that moves vertically with `speed`, without gravity. h = 0.01 s.
double bias(double gap, double speed, double restitution, double threshold) {
  TwoBoxes boxes(restitution);
  boxes.move(1, Vec3(0, 0, speed), Vec3::Zero());
  return boxes.problem({{0, 1, 0, Vec3::Zero(), -Vec3::UnitZ(), gap}}, Vec3::Zero(), threshold).contacts[0].bias;
}

TEST(Assemble, BiasByHand) {
  EXPECT_EQ(bias(0, -1, 0, 0.1), 0);                 // touching: stop
  EXPECT_DOUBLE_EQ(bias(0.002, -1, 0, 0.1), -0.2);   // may close 2 mm in 10 ms
  EXPECT_EQ(bias(-0.002, -1, 0, 0.1), 0);            // overlap is not pushed apart
  EXPECT_DOUBLE_EQ(bias(0, -1, 0.5, 0.1), 0.5);      // bounces
  EXPECT_DOUBLE_EQ(bias(0.002, -1, 0.5, 0.1), 0.5);  // reached within the step: bounces as well
  EXPECT_DOUBLE_EQ(bias(0.02, -1, 0.5, 0.1), -2);    // not reached: no bounce yet
  EXPECT_EQ(bias(0, -0.05, 0.5, 0.1), 0);            // too slow to bounce
  EXPECT_EQ(bias(0, 1, 0.5, 0.1), 0);                // moves away already
}

TEST(Assemble, BounceUnderGravityRisesToTheSquareOfTheRestitution) {
  // e = 0.5, 1 m/s down, 10 m/s², h = 10 ms: b² + 0.1 b + 20 gap = e² (1 + 0.1 + 20 gap).
  TwoBoxes boxes(0.5);
  boxes.move(1, Vec3(0, 0, -1), Vec3::Zero());
  for (double gap : {0.0, 0.002, 0.008}) {
    const ContactProblem p = boxes.problem({{0, 1, 0, Vec3::Zero(), -Vec3::UnitZ(), gap}}, Vec3(0, 0, -10), 0.1);
    EXPECT_DOUBLE_EQ(p.v_free[0].z(), -1.1);
    const double b = p.contacts[0].bias;
    EXPECT_GT(b, 0.2);
    EXPECT_NEAR(b * b + 0.1 * b + 20 * gap, 0.25 * (1.1 + 20 * gap), 1e-12);
  }
  // A slow approach cannot rise back to where it began: it only closes the gap.
  boxes.move(1, Vec3(0, 0, -0.2), Vec3::Zero());
  const ContactProblem slow = boxes.problem({{0, 1, 0, Vec3::Zero(), -Vec3::UnitZ(), 0.002}}, Vec3(0, 0, -10), 0.1);
  EXPECT_DOUBLE_EQ(slow.contacts[0].bias, -0.2);
}

TEST(Materials, PairsCombineByGeometricMeanUnlessStated) {
  MaterialTable table;
  table.materials = {{"ice", 0.1, 0.2, 900}, {"rubber", 0.9, 0.8, 1100}};
  EXPECT_DOUBLE_EQ(table.law(0, 1).mu, 0.3);
  EXPECT_DOUBLE_EQ(table.law(1, 0).restitution, 0.4);
  EXPECT_DOUBLE_EQ(table.law(1, 1).mu, 0.9);
  table.pairs[{0, 1}] = {0.05, 0};
  EXPECT_EQ(table.law(1, 0).mu, 0.05);
}

}  // namespace
}  // namespace stiction
