// S-patches: partials, exact polynomials, agreement with triangular and tensor-product Bézier patches.
#include "stiction/geometry/smooth/s_patch.h"

#include <gtest/gtest.h>

#include "smooth/partials_check.h"
#include "stiction/common/error.h"

namespace stiction {
namespace {

using namespace stiction::testing;

SPatchNet random_net(int sides, int depth, std::mt19937& random) {
  std::uniform_real_distribution<double> noise(-0.1, 0.1);
  SPatchNet net = SPatchNet::polynomial(sides, depth, [depth](const std::vector<Vec2>& p) {
    Vec2 sum = Vec2::Zero();
    for (const Vec2& q : p) sum += q / depth;
    return Vec3(sum.x(), sum.y(), 0);
  });
  for (Vec3& p : net.points) p += Vec3(noise(random), noise(random), noise(random));
  return net;
}

TEST(SPatch, PartialsAgreeWithDifferences) {
  std::mt19937 random(1);
  for (int sides = 3; sides <= 10; ++sides) {
    for (const int depth : {1, 2, 3, 5}) {
      const SPatchSurface surface({random_net(sides, depth, random)});
      for (int i = 0; i < 4; ++i) {
        EXPECT_LT(partials_error(surface, {0, random_place(surface.domain(0), random)}, 1e-3), 1e-7)
            << sides << " sides, depth " << depth;
      }
    }
  }
}

// p ↦ (x, y, 1 - |p|²/2): the polar form of |p|² is the mean of all p_i · p_j. The patch is that paraboloid exactly.
TEST(SPatch, ReproducesPolynomials) {
  std::mt19937 random(2);
  for (int sides = 3; sides <= 10; ++sides) {
    for (const int depth : {2, 3, 4}) {
      const SPatchSurface surface({SPatchNet::polynomial(sides, depth, [depth](const std::vector<Vec2>& p) {
        Vec2 sum = Vec2::Zero();
        double squares = 0;
        for (const Vec2& q : p) {
          sum += q;
          squares += q.squaredNorm();
        }
        const double pairs = (sum.squaredNorm() - squares) / (depth * (depth - 1));
        return Vec3(sum.x() / depth, sum.y() / depth, 1 - pairs / 2);
      })});
      const Vec2 st = random_place(surface.domain(0), random);
      const SurfaceJet j = surface.jet({0, st});
      EXPECT_LT((j.x - Vec3(st.x(), st.y(), 1 - st.squaredNorm() / 2)).norm(), 1e-13);
      EXPECT_LT((j.s - Vec3(1, 0, -st.x())).norm(), 1e-12);
      EXPECT_LT((j.t - Vec3(0, 1, -st.y())).norm(), 1e-12);
      EXPECT_LT((j.ss - Vec3(0, 0, -1)).norm() + (j.tt - Vec3(0, 0, -1)).norm() + j.st.norm(), 1e-10);
      EXPECT_LT(j.sss.norm() + j.sst.norm() + j.stt.norm() + j.ttt.norm(), 1e-8);
    }
  }
}

TEST(SPatch, ThreeSidesAreATriangularBezierPatch) {
  std::mt19937 random(3);
  const SPatchNet net = random_net(3, 2, random);
  const SPatchSurface surface({net});
  const double u = 0.2, v = 0.5, w = 0.3;
  const std::vector<Vec2>& c = surface.domain(0);
  // Points 00, 01, 02, 11, 12, 22.
  const auto& p = net.points;
  const Vec3 expected =
      u * u * p[0] + 2 * u * v * p[1] + 2 * u * w * p[2] + v * v * p[3] + 2 * v * w * p[4] + w * w * p[5];
  EXPECT_LT((surface.jet({0, u * c[0] + v * c[1] + w * c[2]}).x - expected).norm(), 1e-14);
}

// A flat pentagon and a flat triangle over one of its edges, as patches of the same plane.
TEST(SPatch, NeighboursOfDifferentSides) {
  const std::vector<Vec2> pentagon = SPatchNet::polygon(5);
  const auto flat = [](int sides, const std::vector<Vec2>& corners) {
    SPatchNet net{sides, 3, {}};
    for (const std::vector<int>& set : SPatchNet::multisets(sides, 3)) {
      Vec2 sum = Vec2::Zero();
      for (const int i : set) sum += corners[std::size_t(i)] / 3;
      net.points.push_back({sum.x(), sum.y(), 0});
    }
    return net;
  };
  const SPatchSurface surface({flat(5, pentagon), flat(3, {pentagon[2], pentagon[1], Vec2(-1, 2)})});
  EXPECT_EQ(surface.beyond(0, 1).patch, 1);
  EXPECT_EQ(surface.beyond(0, 1).edge, 0);
  EXPECT_EQ(surface.beyond(0, 2).patch, -1);
  EXPECT_TRUE(surface.creases().empty());
  expect_consistent_edges(surface, 1e-14);
  EXPECT_EQ(surface.around(0, 2).size(), 2u);  // across edge 1, which arrives at corner 2
  EXPECT_EQ(surface.around(0, 1).size(), 1u);
}

TEST(SPatch, RefusesWrongNets) {
  EXPECT_THROW(SPatchSurface({}), InputError);
  EXPECT_THROW(SPatchSurface({SPatchNet{5, 3, {}}}), InputError);
  EXPECT_THROW(SPatchSurface({SPatchNet{2, 3, std::vector<Vec3>(4, Vec3::Zero())}}), InputError);
}

}  // namespace
}  // namespace stiction
