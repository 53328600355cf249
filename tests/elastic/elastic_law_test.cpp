// Laws of a single deformation gradient: hand-computed answers, derivatives, rotations of inverted elements.
#include "stiction/bodies/elastic/elastic_law.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "stiction/common/error.h"

namespace stiction {
namespace {

constexpr ElasticLaw kLaws[] = {ElasticLaw::kLinear, ElasticLaw::kCorotational, ElasticLaw::kStVenantKirchhoff};

Mat3 turn(double angle, const Vec3& axis) { return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(); }

Mat3 some_gradient() {
  Mat3 f;
  f << 1.1, 0.2, -0.3, 0.05, 0.8, 0.15, 0.25, -0.1, 1.3;
  return f;
}

TEST(ElasticMaterial, LameConstantsByHand) {
  const LameConstants lame = lame_constants({.youngs_modulus = 2.6, .poisson_ratio = 0.3});
  EXPECT_NEAR(lame.shear, 1.0, 1e-15);
  EXPECT_NEAR(lame.first, 1.5, 1e-15);
}

TEST(ElasticMaterial, BadValuesAreNamed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NO_THROW(check(ElasticMaterial{}));
  EXPECT_THROW(check(ElasticMaterial{.density = 0}), InputError);
  EXPECT_THROW(check(ElasticMaterial{.youngs_modulus = nan}), InputError);
  EXPECT_THROW(check(ElasticMaterial{.poisson_ratio = 0.5}), InputError);
  EXPECT_THROW(check(ElasticMaterial{.poisson_ratio = -1}), InputError);
  EXPECT_THROW(check(ElasticMaterial{.stiffness_damping = -1e-3}), InputError);
  try {
    check(ElasticMaterial{.mass_damping = -2}, "jelly");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_EQ(e.where(), "jelly.mass_damping");
    EXPECT_EQ(e.problem(), "is -2");
  }
}

TEST(ElasticLaw, UniaxialStVenantKirchhoffByHand) {
  // Without lateral contraction (ratio 0): P = E/2 (s³ - s), extremal at s = 1/sqrt(3).
  const double youngs = 3.5;
  const LameConstants lame = lame_constants({.youngs_modulus = youngs, .poisson_ratio = 0});
  for (double s : {0.3, 0.5, kStVenantKirchhoffLimit, 0.8, 1.0, 1.4}) {
    Mat3 f = Mat3::Identity();
    f(0, 0) = s;
    const Mat3 p = piola_stress(ElasticLaw::kStVenantKirchhoff, lame, f);
    EXPECT_NEAR(p(0, 0), 0.5 * youngs * (s * s * s - s), 1e-14);
    const double slope = stress_derivative(ElasticLaw::kStVenantKirchhoff, lame, f)(0, 0);
    EXPECT_NEAR(slope, 0.5 * youngs * (3 * s * s - 1), 1e-14);
    if (s != kStVenantKirchhoffLimit) {
      EXPECT_EQ(is_softened(f), slope < 0) << s;
    }
  }
}

TEST(ElasticLaw, UniaxialCorotationalIsLinear) {
  const LameConstants lame = lame_constants({.youngs_modulus = 2, .poisson_ratio = 0});
  for (double s : {-0.2, 0.3, 1.0, 2.0}) {
    Mat3 f = Mat3::Identity();
    f(0, 0) = s;
    EXPECT_NEAR(piola_stress(ElasticLaw::kCorotational, lame, f)(0, 0), 2 * (s - 1), 1e-13) << s;
  }
}

TEST(ElasticLaw, StressAndItsDerivativeFollowFromEnergy) {
  const LameConstants lame{.first = 1.7, .shear = 0.9};
  Mat3 inverted = some_gradient();
  inverted.col(1) *= -0.4;
  for (ElasticLaw law : kLaws) {
    for (const Mat3& f :
         {some_gradient(), Mat3(Mat3::Identity()), inverted, Mat3(turn(2.9, {1, 2, -1}) * some_gradient())}) {
      const Mat3 p = piola_stress(law, lame, f);
      const Mat9 h = stress_derivative(law, lame, f);
      EXPECT_LT((h - h.transpose()).norm(), 1e-13 * h.norm());
      const double step = 1e-5;
      for (int i = 0; i < 9; ++i) {
        Mat3 plus = f, minus = f;
        plus.data()[i] += step;
        minus.data()[i] -= step;
        const double slope = (energy_density(law, lame, plus) - energy_density(law, lame, minus)) / (2 * step);
        EXPECT_NEAR(p.data()[i], slope, 2e-9);
        const Mat3 change = (piola_stress(law, lame, plus) - piola_stress(law, lame, minus)) / (2 * step);
        EXPECT_LT((h.col(i) - Eigen::Map<const Vec9>(change.data())).norm(), 1e-7) << int(law) << " " << i;
      }
    }
  }
}

TEST(ElasticLaw, RotationsCostNothing) {
  const LameConstants lame{.first = 1.7, .shear = 0.9};
  const Mat3 r = turn(2.0, {0.3, -1, 0.5});
  for (ElasticLaw law : {ElasticLaw::kCorotational, ElasticLaw::kStVenantKirchhoff}) {
    EXPECT_NEAR(energy_density(law, lame, r), 0, 1e-28);
    EXPECT_NEAR(energy_density(law, lame, r * some_gradient()), energy_density(law, lame, some_gradient()), 1e-14);
    EXPECT_LT((piola_stress(law, lame, r * some_gradient()) - r * piola_stress(law, lame, some_gradient())).norm(),
              1e-13);
  }
  EXPECT_GT(energy_density(ElasticLaw::kLinear, lame, r), 0.1);
}

TEST(PolarDecomposition, IsARotationTimesASymmetricMatrix) {
  Mat3 flat = some_gradient();
  flat.col(2) = flat.col(0) + flat.col(1);
  Mat3 inverted = some_gradient();
  inverted.row(0) *= -1;
  for (const Mat3& f : {some_gradient(), Mat3(100 * some_gradient()), Mat3(1e-3 * some_gradient()), flat, inverted,
                        Mat3(Mat3::Zero()), Mat3(-Mat3::Identity())}) {
    const PolarDecomposition polar = polar_decomposition(f);
    EXPECT_LT((polar.rotation.transpose() * polar.rotation - Mat3::Identity()).norm(), 1e-13);
    EXPECT_NEAR(polar.rotation.determinant(), 1, 1e-13);
    EXPECT_LT((polar.rotation * polar.stretch - f).norm(), 1e-13 * (1 + f.norm()));
  }
}

TEST(PolarDecomposition, StaysContinuousThroughAFlatState) {
  // Squeezed along its shortest axis until it is inside out: the rotation must not jump.
  Mat3 f = turn(0.7, {1, 1, 0}) * Vec3(1.2, 1, 0).asDiagonal();
  const Mat3 squeeze = turn(0.7, {1, 1, 0}) * Vec3(0, 0, 1).asDiagonal();
  const Mat3 before = polar_decomposition(f + 1e-6 * squeeze).rotation;
  const Mat3 after = polar_decomposition(f - 1e-6 * squeeze).rotation;
  EXPECT_LT((before - after).norm(), 1e-9);
  EXPECT_NEAR(least_stretch(f - 0.25 * squeeze), -0.25, 1e-14);
  EXPECT_NEAR(least_stretch(f + 0.25 * squeeze), 0.25, 1e-14);
}

TEST(ElasticLaw, DistressIsNoticed) {
  Mat3 f = turn(1, {1, 2, 3}) * Vec3(1.1, 0.58, 0.9).asDiagonal() * turn(2, {3, 2, 1});
  EXPECT_FALSE(is_softened(f) || is_inverted(f));
  f = turn(1, {1, 2, 3}) * Vec3(1.1, 0.57, 0.9).asDiagonal() * turn(2, {3, 2, 1});
  EXPECT_TRUE(is_softened(f));
  EXPECT_FALSE(is_inverted(f));
  EXPECT_TRUE(is_inverted(Vec3(1, -1, 1).asDiagonal()));
  EXPECT_FALSE(is_softened(Vec3(1, -1, 1).asDiagonal()));
  f(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is_softened(f) && is_inverted(f));
}

}  // namespace
}  // namespace stiction
