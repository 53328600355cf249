#include "stiction/linalg/planar_sets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace stiction {
namespace {

Vec2 corner(double radius, int samples, int i) {
  const double angle = 2 * std::numbers::pi * i / samples;
  return radius * Vec2(std::cos(angle), std::sin(angle));
}

/// Nearest point of the polygon by trying every edge: the oracle.
Vec2 nearest_on_polygon(const Vec2& x, double radius, int samples) {
  bool inside = true;
  Vec2 best = Vec2::Zero();
  double best_distance = 1e300;
  for (int i = 0; i < samples; ++i) {
    const Vec2 a = corner(radius, samples, i), b = corner(radius, samples, i + 1), e = b - a;
    if (e.x() * (x - a).y() - e.y() * (x - a).x() < 0) inside = false;
    const Vec2 p = a + std::clamp((x - a).dot(e) / e.squaredNorm(), 0.0, 1.0) * e;
    if ((p - x).norm() < best_distance) {
      best_distance = (p - x).norm();
      best = p;
    }
  }
  return inside ? x : best;
}

TEST(PlanarSets, PolygonAgreesWithEdgeSearch) {
  srand(3);
  for (int samples : {3, 4, 5, 8, 17})
    for (int i = 0; i < 2000; ++i) {
      const Vec2 x = 3 * Vec2::Random();
      EXPECT_LT((project_on_polygon(x, 1.3, samples).point - nearest_on_polygon(x, 1.3, samples)).norm(), 1e-12);
    }
}

void expect_derivative(const std::function<PlanarProjection(const Vec2&)>& project, const Vec2& x) {
  const double eps = 1e-6;
  for (int i = 0; i < 2; ++i) {
    const Vec2 step = eps * Vec2::Unit(i);
    const Vec2 difference = (project(x + step).point - project(x - step).point) / (2 * eps);
    EXPECT_LT((difference - project(x).derivative.col(i)).norm(), 1e-5) << x.transpose();
  }
}

TEST(PlanarSets, DerivativesMatchFiniteDifferences) {
  for (const Vec2& x : {Vec2(0.2, 0.1), Vec2(2, 1), Vec2(-1.5, 0.3), Vec2(0.3, -4)}) {
    expect_derivative([](const Vec2& y) { return project_on_disk(y, 1); }, x);
    expect_derivative([](const Vec2& y) { return project_on_polygon(y, 1, 8); }, x);
  }
}

TEST(PlanarSets, EmptyRadiusIsThePoint) {
  EXPECT_EQ(project_on_disk(Vec2(1, 2), 0).point, Vec2::Zero());
  EXPECT_EQ(project_on_polygon(Vec2(1, 2), 0, 8).point, Vec2::Zero());
}

}  // namespace
}  // namespace stiction
