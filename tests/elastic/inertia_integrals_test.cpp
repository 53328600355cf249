// Inertia of deforming bodies against sums over all vertices.
#include "stiction/bodies/elastic/inertia_integrals.h"

#include <gtest/gtest.h>

#include "elastic/beam.h"

namespace stiction {
namespace {

TEST(InertiaIntegrals, EqualDirectSums) {
  const Eigen::Index vertices = 17, size = 4;
  const Eigen::VectorXd masses = test::scattered(vertices, 1).array() + 1.5;
  const Eigen::VectorXd rest = test::scattered(3 * vertices, 2);
  Eigen::MatrixXd basis(3 * vertices, size);
  for (Eigen::Index a = 0; a < size; ++a) basis.col(a) = test::scattered(3 * vertices, 3 + unsigned(a));
  const InertiaIntegrals integrals(masses, rest, basis);
  const Eigen::VectorXd q = test::scattered(size, 8), speeds = test::scattered(size, 9);
  const Vec3 w(0.4, -1.1, 0.7);

  Vec3 first = Vec3::Zero(), rest_moment = Vec3::Zero();
  Mat3 inertia = Mat3::Zero(), second = Mat3::Zero(), rest_second = Mat3::Zero();
  Eigen::Matrix3Xd coupling = Eigen::Matrix3Xd::Zero(3, size), shape_moment = coupling;
  Eigen::VectorXd centripetal = Eigen::VectorXd::Zero(size), coriolis = centripetal;
  Eigen::MatrixXd modal = Eigen::MatrixXd::Zero(size, size);
  Mat3 b1 = Mat3::Zero(), c12 = Mat3::Zero();
  for (Eigen::Index v = 0; v < vertices; ++v) {
    const double m = masses(v);
    const Eigen::Matrix3Xd u = basis.middleRows<3>(3 * v);
    const Vec3 at_rest = rest.segment<3>(3 * v), x = at_rest + u * q, speed = u * speeds;
    first += m * x;
    rest_moment += m * at_rest;
    rest_second += m * at_rest * at_rest.transpose();
    second += m * x * x.transpose();
    inertia += m * cross_matrix(x).transpose() * cross_matrix(x);
    coupling += m * cross_matrix(x) * u;
    shape_moment += m * u;
    centripetal += m * u.transpose() * w.cross(w.cross(x));
    coriolis += m * u.transpose() * w.cross(speed);
    modal += m * u.transpose() * u;
    b1 += m * at_rest * u.col(1).transpose();
    c12 += m * u.col(1) * u.col(2).transpose();
  }
  EXPECT_NEAR(integrals.mass(), masses.sum(), 1e-14);
  EXPECT_LT((integrals.rest_moment() - rest_moment).norm(), 1e-13);
  EXPECT_LT((integrals.rest_second() - rest_second).norm(), 1e-13);
  EXPECT_LT((integrals.shape_moment() - shape_moment).norm(), 1e-13);
  EXPECT_LT((integrals.rest_shape(1) - b1).norm(), 1e-13);
  EXPECT_LT((integrals.shape_shape(1, 2) - c12).norm(), 1e-13);
  EXPECT_LT((integrals.shape_shape(2, 1) - c12.transpose()).norm(), 1e-13);
  EXPECT_LT((integrals.modal_mass() - modal).norm(), 1e-13);
  EXPECT_LT((integrals.first_moment(q) - first).norm(), 1e-13);
  EXPECT_LT((integrals.second_moment(q) - second).norm(), 1e-12);
  EXPECT_LT((integrals.inertia(q) - inertia).norm(), 1e-12);
  const std::vector<Mat3> mixed = integrals.mixed_moments(q);
  EXPECT_LT((angular_coupling(mixed) - coupling).norm(), 1e-12);
  EXPECT_LT((centripetal_force(mixed, w) - centripetal).norm(), 1e-12);
  EXPECT_LT((half_coriolis_force(integrals, speeds, w) - coriolis).norm(), 1e-12);
  const double h = 1e-5;
  const Mat3 rate = (integrals.inertia(q + h * speeds) - integrals.inertia(q - h * speeds)) / (2 * h);
  EXPECT_LT((inertia_rate(mixed, speeds) - rate).norm(), 1e-9);
}

TEST(InertiaIntegrals, TwoMassesByHand) {
  // Masses of 2 kg at ±1 on the x axis that move apart by q each.
  Eigen::VectorXd rest(6);
  rest << 1, 0, 0, -1, 0, 0;
  const InertiaIntegrals integrals(Eigen::Vector2d(2, 2), rest, rest);
  const Eigen::VectorXd q = Eigen::VectorXd::Constant(1, 0.5);
  EXPECT_NEAR(integrals.inertia(q)(1, 1), 2 * 2 * 1.5 * 1.5, 1e-14);
  EXPECT_NEAR(integrals.inertia(q)(0, 0), 0, 1e-14);
  EXPECT_NEAR(integrals.modal_mass()(0, 0), 4, 1e-14);
  // Turning about z at 3 rad/s asks for m w² r on each, towards the axis.
  EXPECT_NEAR(centripetal_force(integrals.mixed_moments(q), {0, 0, 3})(0), -2 * 2 * 9 * 1.5, 1e-13);
}

}  // namespace
}  // namespace stiction
