// Shapes and poses shared by the collision tests.
#pragma once

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "stiction/collision/detector.h"
#include "stiction/collision/narrow_phase.h"

namespace stiction::testing {

inline Shape box(double x, double y, double z) { return Polyhedron{ConvexPolyhedron::box(0.5 * Vec3(x, y, z))}; }

inline Shape prism(int sides, double radius, double height) {
  std::vector<Vec3> points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    for (double z : {-0.5 * height, 0.5 * height}) {
      points.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
    }
  }
  return Polyhedron{ConvexPolyhedron::hull(points)};
}

inline Vec3 random_vector(std::mt19937& random) {
  std::normal_distribution<double> normal;
  const double x = normal(random), y = normal(random), z = normal(random);
  return {x, y, z};
}

inline Shape random_hull(std::mt19937& random, int points, double radius = 0.5) {
  std::vector<Vec3> cloud;
  for (int i = 0; i < points; ++i) cloud.push_back(radius * random_vector(random).normalized());
  return Polyhedron{ConvexPolyhedron::hull(cloud)};
}

inline Mat3 random_rotation(std::mt19937& random) {
  const Vec3 v = random_vector(random);
  std::normal_distribution<double> normal;
  return Quat(normal(random), v.x(), v.y(), v.z()).normalized().toRotationMatrix();
}

inline Mat3 rotation(double degrees, const Vec3& axis) {
  return Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axis.normalized()).toRotationMatrix();
}

/// The pose moved and turned by noise of the given size.
inline Pose shaken(const Pose& pose, double size, std::mt19937& random) {
  const Vec3 turn = size * random_vector(random);
  return {pose.p + size * random_vector(random),
          Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix() * pose.R};
}

inline std::vector<ContactPoint> contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                          double reach = 0) {
  return detect_contacts({{&a, pose_a, false, Vec3::Zero(), reach}, {&b, pose_b, false}});
}

}  // namespace stiction::testing
