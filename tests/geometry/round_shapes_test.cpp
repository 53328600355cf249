// Measures of capsules, cylinders, cones and compounds against sums over small pieces, and the oracle by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "stiction/common/error.h"
#include "stiction/geometry/penetration.h"

namespace stiction {
namespace {

constexpr double kPi = std::numbers::pi;

Pose somewhere() { return {{0.3, -0.2, 0.5}, Quat(1, 2, -1, 0.5).normalized().toRotationMatrix()}; }

// Mass properties by the midpoint rule over thin disks along z: disk of radius r(z), then moved by `placement`.
template <class Radius>
MassProperties sliced(double low, double high, const Pose& placement, Radius radius) {
  constexpr int slices = 20000;
  const double dz = (high - low) / slices;
  double mass = 0, first = 0, along = 0, across = 0;
  for (int i = 0; i < slices; ++i) {
    const double z = low + (i + 0.5) * dz, r = radius(z), m = kPi * r * r * dz;
    mass += m;
    first += m * z;
    along += m * r * r / 2;
    across += m * (r * r / 4 + z * z);
  }
  const double centre = first / mass;
  across -= mass * centre * centre;
  const Mat3 inertia = Vec3(across, across, along).asDiagonal();
  return {mass, placement * Vec3(0, 0, centre), placement.R * inertia * placement.R.transpose()};
}

void expect_same(const MassProperties& found, const MassProperties& expected, double tolerance) {
  EXPECT_NEAR(found.mass, expected.mass, tolerance * expected.mass);
  EXPECT_NEAR((found.centre - expected.centre).norm(), 0, tolerance);
  EXPECT_NEAR((found.inertia - expected.inertia).norm(), 0, tolerance * expected.inertia.norm());
}

TEST(RoundShapes, MassIsThatOfTheirSlices) {
  const Pose at = somewhere();
  expect_same(mass_properties(Cylinder{0.3, 0.4, at}, 1), sliced(-0.4, 0.4, at, [](double) { return 0.3; }), 1e-8);
  expect_same(mass_properties(Cone{0.3, 0.8, at}, 1),
              sliced(-0.4, 0.4, at, [](double z) { return 0.3 * (0.4 - z) / 0.8; }), 1e-8);
  expect_same(mass_properties(Capsule{0.3, 0.4, at}, 1),
              sliced(-0.7, 0.7, at,
                     [](double z) {
                       const double over = std::max(0.0, std::abs(z) - 0.4);
                       return std::sqrt(0.09 - over * over);
                     }),
              1e-8);
}

TEST(RoundShapes, CompoundAddsItsParts) {
  // Two half boxes make a box; the density counts.
  const Shape half = Polyhedron{ConvexPolyhedron::box({0.5, 0.2, 0.3})};
  const Mat3 turn = Eigen::AngleAxisd(kPi, Vec3::UnitY()).toRotationMatrix();
  const Shape whole = make_compound({{half, {{0.5, 0, 0}}}, {half, {{-0.5, 0, 0}, turn}}});
  expect_same(mass_properties(whole, 7), mass_properties(Polyhedron{ConvexPolyhedron::box({1, 0.2, 0.3})}, 7), 1e-14);
  EXPECT_DOUBLE_EQ(bounding_radius(whole), Vec3(1, 0.2, 0.3).norm());
  EXPECT_DOUBLE_EQ(thickness(whole), 0.4);
  // Moved to its centre of mass, nested in another compound, and overlapping itself.
  const Vec3 shift(1, 2, 3);
  const MassProperties moved = mass_properties(recentred(whole, shift), 7);
  EXPECT_NEAR((moved.centre + shift).norm(), 0, 1e-14);
  const Compound nested = make_compound({{whole, {{0, 1, 0}}}, {whole, {{0, 1, 0}}}});
  EXPECT_EQ(nested.parts->size(), 4u);
  EXPECT_NEAR(mass_properties(nested, 7).mass, 2 * mass_properties(whole, 7).mass, 1e-12);
  EXPECT_NEAR((mass_properties(nested, 7).centre - Vec3(0, 1, 0)).norm(), 0, 1e-14);
  EXPECT_THROW(make_compound({}), InputError);
  EXPECT_THROW(make_compound({{HalfSpace{}, {}}}), InputError);
}

TEST(RoundShapes, SizesByHand) {
  EXPECT_DOUBLE_EQ(bounding_radius(Capsule{0.2, 0.5}), 0.7);
  EXPECT_DOUBLE_EQ(bounding_radius(Cylinder{0.3, 0.4}), 0.5);
  EXPECT_DOUBLE_EQ(bounding_radius(recentred(Cone{0.3, 0.8}, {0, 0, -0.4})), 0.8);
  EXPECT_DOUBLE_EQ(thickness(Capsule{0.2, 0.5}), 0.4);
  EXPECT_DOUBLE_EQ(thickness(Cylinder{0.3, 0.1}), 0.2);
  EXPECT_DOUBLE_EQ(thickness(Cylinder{0.3, 0.4}), 0.6);
  EXPECT_DOUBLE_EQ(thickness(Cone{0.3, 0.4}), 0.4);        // flat: its height
  EXPECT_DOUBLE_EQ(thickness(Cone{3, 4}), 4);              // 2 r h / hypot = 4.8
  EXPECT_DOUBLE_EQ(thickness(Cone{0.5, 1.2}), 1.2 / 1.3);  // across a side
}

// No point of a shape lies outside its bounding ball, and some lies on it.
TEST(RoundShapes, BoundingBallIsTight) {
  const Pose at = somewhere();
  for (const Shape& shape : {Shape(Capsule{0.2, 0.5, at}), Shape(Cylinder{0.2, 0.5, at}), Shape(Cone{0.4, 0.9, at})}) {
    double reach = -INFINITY;
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    for (int i = 0; i < 20000; ++i) {
      const Vec3 n = Vec3(normal(random), normal(random), normal(random)).normalized();
      // Height of the shape along n, as the depth of a half-space that faces it.
      reach = std::max(reach, -separation_by_brute_force(HalfSpace{n, 0}, {}, recentred(shape, Vec3::Zero()), {}));
    }
    EXPECT_LE(reach, bounding_radius(shape) + 1e-12);
    EXPECT_GT(reach, 0.99 * bounding_radius(shape));
  }
}

TEST(RoundOracle, ByHand) {
  const Mat3 lying = Eigen::AngleAxisd(kPi / 2, Vec3::UnitX()).toRotationMatrix();
  const Shape box = Polyhedron{ConvexPolyhedron::box({1, 1, 1})};
  auto separation = [](const Shape& a, const Pose& p, const Shape& b, const Pose& q) {
    const double one = separation_by_brute_force(a, p, b, q), other = separation_by_brute_force(b, q, a, p);
    EXPECT_NEAR(one, other, 1e-9);
    return one;
  };
  // Standing and lying on a box, overlapping and apart.
  EXPECT_NEAR(separation(Cylinder{0.3, 0.4}, {{0, 0, 1.39}}, box, {}), -0.01, 1e-12);
  EXPECT_NEAR(separation(Cylinder{0.3, 0.4}, {{0, 0, 1.31}, lying}, box, {}), 0.01, 1e-12);
  EXPECT_NEAR(separation(Capsule{0.3, 0.4}, {{0, 0, 1.69}}, box, {}), -0.01, 1e-12);
  EXPECT_NEAR(separation(Cone{0.3, 0.8}, {{0, 0, 1.39}}, box, {}), -0.01, 1e-12);
  // Crossed cylinders, side on side.
  EXPECT_NEAR(separation(Cylinder{0.3, 1}, {{0, 0, 0.59}, lying}, Cylinder{0.3, 1},
                         {Vec3::Zero(), lying * Eigen::AngleAxisd(1, Vec3::UnitY()).toRotationMatrix()}),
              -0.01, 1e-9);
  // Rim against rim, 3-4-5 apart.
  EXPECT_NEAR(separation(Cylinder{0.3, 0.4}, {{0.63, 0, 0.84}}, Cylinder{0.3, 0.4}, {}), 0.05, 1e-9);
  // A ball beside a cone with sides of 3:4:5, at the middle of its side, and under its base.
  EXPECT_NEAR(separation(Sphere{0.1}, {Vec3(1.5, 0, 0) + 0.2 * Vec3(0.8, 0, 0.6)}, Cone{3, 4}, {}), 0.1, 1e-12);
  EXPECT_NEAR(separation(Sphere{0.1}, {{0, 0, -1.9}}, Cone{3, 4}, {}), -0.2, 1e-12);
  EXPECT_NEAR(separation(HalfSpace{}, {}, Cone{3, 4}, {{0, 0, 2.5}, lying}), 2.5 - 3, 1e-12);
}

}  // namespace
}  // namespace stiction
