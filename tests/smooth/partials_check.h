// Oracles for smooth surfaces: differences of lower derivatives, deep subdivision.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "stiction/geometry/smooth/smooth_surface.h"

namespace stiction::testing {

/// Largest relative error of every partial derivative against fourth-order central differences of those one order
/// lower. All are compared on the scale of the largest derivative of their order, or of 1/100 of the first ones.
inline double partials_error(const SmoothSurface& surface, const SurfacePoint& at, double h) {
  const auto difference = [&](Vec3 SurfaceJet::*field, const Vec2& step) -> Vec3 {
    const auto value = [&](double k) -> Vec3 { return surface.jet({at.patch, at.st + k * step}).*field; };
    return (8 * (value(1) - value(-1)) - (value(2) - value(-2))) / (12 * step.norm());
  };
  const Vec2 s(h, 0), t(0, h);
  const SurfaceJet j = surface.jet(at);
  const double least = 0.01 * (j.s.norm() + j.t.norm());
  const auto order = [least](std::initializer_list<std::pair<Vec3, Vec3>> pairs) {
    double scale = least, error = 0;
    for (const auto& [exact, other] : pairs) {
      scale = std::max(scale, exact.norm());
      error = std::max(error, (exact - other).norm());
    }
    return error / scale;
  };
  using J = SurfaceJet;
  const double first = order({{j.s, difference(&J::x, s)}, {j.t, difference(&J::x, t)}});
  const double second = order({{j.ss, difference(&J::s, s)},
                               {j.st, difference(&J::s, t)},
                               {j.st, difference(&J::t, s)},
                               {j.tt, difference(&J::t, t)}});
  const double third = order({{j.sss, difference(&J::ss, s)},
                              {j.sst, difference(&J::ss, t)},
                              {j.sst, difference(&J::st, s)},
                              {j.stt, difference(&J::st, t)},
                              {j.stt, difference(&J::tt, s)},
                              {j.ttt, difference(&J::tt, t)}});
  const double worst = std::max({first, second, third});
  return std::isfinite(worst) ? worst : 1e9;
}

/// A random point of a patch's domain: a convex combination of its corners.
inline Vec2 random_place(const std::vector<Vec2>& corners, std::mt19937& random) {
  std::exponential_distribution<double> weight(1);
  Vec2 sum = Vec2::Zero();
  double total = 0;
  for (const Vec2& corner : corners) {
    const double w = weight(random);
    sum += w * corner;
    total += w;
  }
  return sum / total;
}

/// Points on edges and those across: same place, same tangent plane; and corners: all around share them, in order.
inline void expect_consistent_edges(const SmoothSurface& surface, double tolerance) {
  for (int p = 0; p < surface.patches(); ++p) {
    const std::vector<Vec2>& corners = surface.domain(p);
    for (std::size_t e = 0; e < corners.size(); ++e) {
      const Vec2 &a = corners[e], &b = corners[(e + 1) % corners.size()];
      for (const double along : {0.13, 0.5, 0.81}) {
        const SurfacePoint here{p, a + along * (b - a)};
        const std::optional<SurfacePoint> there = surface.across(here, int(e));
        if (!there) continue;
        const SurfaceJet i = surface.jet(here), j = surface.jet(*there);
        EXPECT_LT((i.x - j.x).norm(), tolerance) << "patch " << p << " edge " << e;
        EXPECT_LT((i.s.cross(i.t).normalized() - j.s.cross(j.t).normalized()).norm(), 1e3 * tolerance)
            << "patch " << p << " edge " << e;
      }
      const std::vector<SurfacePoint> fan = surface.around(p, int(e));
      ASSERT_FALSE(fan.empty());
      EXPECT_EQ(fan[0].patch, p);
      EXPECT_LT((fan[0].st - corners[e]).norm(), 1e-15);
      for (const SurfacePoint& other : fan) {
        EXPECT_LT((surface.jet(other).x - surface.jet(fan[0]).x).norm(), tolerance) << "patch " << p << " corner " << e;
      }
    }
  }
}

}  // namespace stiction::testing
