// Analytic and rational surfaces: partials, charts, exact shapes.
#include "stiction/geometry/smooth/analytic_surfaces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "smooth/partials_check.h"
#include "stiction/common/error.h"
#include "stiction/geometry/smooth/rational_surface.h"

namespace stiction {
namespace {

using namespace stiction::testing;

void expect_partials(const SmoothSurface& surface, double h, double tolerance) {
  std::mt19937 random(5);
  for (int p = 0; p < surface.patches(); ++p) {
    for (int i = 0; i < 10; ++i) {
      EXPECT_LT(partials_error(surface, {p, random_place(surface.domain(p), random)}, h), tolerance) << "patch " << p;
    }
  }
}

TEST(EllipsoidSurface, PointsPartialsAndCharts) {
  const Vec3 axes(0.3, 0.2, 0.1);
  const EllipsoidSurface surface(axes);
  EXPECT_TRUE(surface.closed());
  expect_partials(surface, 2e-3, 1e-8);
  expect_consistent_edges(surface, 1e-15);
  std::mt19937 random(1);
  for (int p = 0; p < 6; ++p) {
    const SurfaceJet j = surface.jet({p, random_place(surface.domain(p), random)});
    EXPECT_NEAR(j.x.cwiseQuotient(axes).norm(), 1, 1e-15);
    EXPECT_GT(j.s.cross(j.t).dot(j.x), 0);
    for (int c = 0; c < 4; ++c) EXPECT_EQ(surface.around(p, c).size(), 3u);
    // Beyond the edge the neighbour continues the same surface.
    const SurfacePoint beyond{p, {1.05, 0.3}};
    const auto other = surface.across(beyond, 1);
    ASSERT_TRUE(other);
    EXPECT_LT((surface.jet(*other).x - surface.jet(beyond).x).norm(), 1e-15);
  }
  EXPECT_THROW(EllipsoidSurface(Vec3(1, 0, 1)), InputError);
}

// Normal curvatures of a sphere are 1/r in every direction: second form = -1/r times the first, for outward normals.
TEST(EllipsoidSurface, SphereHasTheCurvatureOfASphere) {
  const EllipsoidSurface sphere = EllipsoidSurface::sphere(0.7);
  const SurfaceJet j = sphere.jet({3, {0.4, -0.2}});
  const Vec3 n = j.x / 0.7;
  EXPECT_NEAR(n.dot(j.ss), -j.s.dot(j.s) / 0.7, 1e-14);
  EXPECT_NEAR(n.dot(j.st), -j.s.dot(j.t) / 0.7, 1e-14);
  EXPECT_NEAR(n.dot(j.tt), -j.t.dot(j.t) / 0.7, 1e-14);
}

TEST(TorusSurface, PartialsAndPeriods) {
  const TorusSurface torus(0.3, 0.1);
  expect_partials(torus, 1e-2, 1e-7);
  expect_consistent_edges(torus, 1e-15);
  EXPECT_TRUE(torus.closed());
  EXPECT_EQ(torus.around(0, 2).size(), 4u);
  const SurfacePoint beyond{0, {3.2, 1}};
  const auto other = torus.across(beyond, 1);
  ASSERT_TRUE(other);
  EXPECT_LT((torus.jet(*other).x - torus.jet(beyond).x).norm(), 1e-15);
  const SurfaceJet j = torus.jet({0, {0.4, 0.6}});
  EXPECT_GT(j.s.cross(j.t).dot(j.x - 0.3 * Vec3(std::cos(0.4), std::sin(0.4), 0)), 0);
  EXPECT_THROW(TorusSurface(0.1, 0.2), InputError);
}

TEST(PlaneSurface, EndsAtItsEdges) {
  const PlaneSurface plane(2, 1);
  EXPECT_EQ(plane.jet({0, {1.5, -0.5}}).x, Vec3(1.5, -0.5, 0));
  EXPECT_EQ(plane.jet({0, {0, 0}}).s.cross(plane.jet({0, {0, 0}}).t), Vec3(0, 0, 1));
  EXPECT_FALSE(plane.across({0, {2, 0}}, 1));
}

/// A quarter circle times a quarter circle: NURBS of a torus of radii 3 and 1, degree 2, nine by nine points.
Nurbs torus_nurbs() {
  const double w = std::sqrt(0.5);
  const std::array<Vec2, 9> circle = {{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}}};
  Nurbs n;
  n.degree_s = n.degree_t = 2;
  n.knots_s = n.knots_t = {0, 0, 0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1, 1, 1};
  for (std::size_t j = 0; j < 9; ++j) {
    for (std::size_t i = 0; i < 9; ++i) {
      const double rho = 3 + circle[j].x();
      n.points.push_back({rho * circle[i].x(), rho * circle[i].y(), circle[j].y()});
      n.weights.push_back((i % 2 == 1 ? w : 1) * (j % 2 == 1 ? w : 1));
    }
  }
  return n;
}

TEST(RationalSurface, NurbsTorusIsExactAndClosed) {
  const RationalSurface surface(torus_nurbs());
  EXPECT_EQ(surface.patches(), 16);
  EXPECT_TRUE(surface.closed());
  EXPECT_TRUE(surface.creases().empty());
  expect_consistent_edges(surface, 1e-14);
  expect_partials(surface, 2e-4, 1e-7);
  std::mt19937 random(2);
  for (int p = 0; p < 16; ++p) {
    const SurfaceJet j = surface.jet({p, random_place(surface.domain(p), random)});
    const double rho = std::hypot(j.x.x(), j.x.y());
    EXPECT_NEAR(std::hypot(rho - 3, j.x.z()), 1, 1e-14);
    EXPECT_GT(j.s.cross(j.t).dot(j.x - 3 * Vec3(j.x.x(), j.x.y(), 0) / rho), 0);
  }
}

// Knots of different spacing and multiplicity against the recursion of Cox and de Boor.
TEST(RationalSurface, PiecesAgreeWithTheBSplineRecursion) {
  Nurbs n;
  n.degree_s = 3;
  n.degree_t = 2;
  n.knots_s = {0, 0.1, 0.3, 1, 1.5, 1.5, 2, 3, 3.2, 4};
  n.knots_t = {-1, 0, 0.5, 2, 2.5, 4, 4};
  std::mt19937 random(4);
  std::uniform_real_distribution<double> uniform(0.5, 2);
  for (int i = 0; i < 6 * 4; ++i) {
    n.points.push_back({uniform(random), uniform(random), uniform(random)});
    n.weights.push_back(uniform(random));
  }
  const auto basis = [](const std::vector<double>& knots, auto&& self, int i, int p, double u) -> double {
    const auto k = [&](int index) { return knots[std::size_t(index)]; };
    if (p == 0) return u >= k(i) && u < k(i + 1) ? 1 : 0;
    double sum = 0;
    if (k(i + p) > k(i)) sum += (u - k(i)) / (k(i + p) - k(i)) * self(knots, self, i, p - 1, u);
    if (k(i + p + 1) > k(i + 1))
      sum += (k(i + p + 1) - u) / (k(i + p + 1) - k(i + 1)) * self(knots, self, i + 1, p - 1, u);
    return sum;
  };
  const RationalSurface surface(n);
  EXPECT_EQ(surface.patches(), 2 * 2);
  expect_partials(surface, 1e-3, 1e-7);
  for (int p = 0; p < surface.patches(); ++p) {
    for (int trial = 0; trial < 5; ++trial) {
      const Vec2 st = random_place(surface.domain(p), random);
      Vec3 sum = Vec3::Zero();
      double weight = 0;
      for (int j = 0; j < 4; ++j) {
        for (int i = 0; i < 6; ++i) {
          const auto k = std::size_t(i + 6 * j);
          const double b = n.weights[k] * basis(n.knots_s, basis, i, 3, st.x()) * basis(n.knots_t, basis, j, 2, st.y());
          sum += b * n.points[k];
          weight += b;
        }
      }
      EXPECT_LT((surface.jet({p, st}).x - sum / weight).norm(), 1e-13);
    }
  }
  expect_consistent_edges(surface, 1e-12);
  n.knots_s.pop_back();
  EXPECT_THROW(RationalSurface{n}, InputError);
}

}  // namespace
}  // namespace stiction
