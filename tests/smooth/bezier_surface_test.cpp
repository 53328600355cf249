// Bicubic patches: partials, adjacency, creases, the exact paraboloid.
#include "stiction/geometry/smooth/bezier_surface.h"

#include <gtest/gtest.h>

#include <cmath>

#include "smooth/partials_check.h"
#include "stiction/common/error.h"

namespace stiction {
namespace {

using namespace stiction::testing;

BezierNet random_net(std::mt19937& random) {
  std::uniform_real_distribution<double> noise(-0.3, 0.3);
  BezierNet net;
  for (int j = 0; j < 4; ++j) {
    for (int i = 0; i < 4; ++i) {
      net[std::size_t(i + 4 * j)] = Vec3(i / 3.0 + noise(random), j / 3.0 + noise(random), noise(random));
    }
  }
  return net;
}

Vec3 de_casteljau(const BezierNet& net, double s, double t) {
  const auto line = [](Vec3 a, Vec3 b, Vec3 c, Vec3 d, double u) -> Vec3 {
    const double v = 1 - u;
    return v * v * v * a + 3 * v * v * u * b + 3 * v * u * u * c + u * u * u * d;
  };
  std::array<Vec3, 4> rows;
  for (std::size_t j = 0; j < 4; ++j) rows[j] = line(net[4 * j], net[4 * j + 1], net[4 * j + 2], net[4 * j + 3], s);
  return line(rows[0], rows[1], rows[2], rows[3], t);
}

TEST(BezierSurface, PartialsAgreeWithDifferencesAndPositionsWithBernstein) {
  std::mt19937 random(1);
  for (int k = 0; k < 20; ++k) {
    const BezierNet net = random_net(random);
    const BezierSurface surface({net});
    for (int i = 0; i < 10; ++i) {
      const SurfacePoint at{0, random_place(surface.domain(0), random)};
      EXPECT_LT((surface.jet(at).x - de_casteljau(net, at.st.x(), at.st.y())).norm(), 1e-14);
      EXPECT_LT(partials_error(surface, at, 1e-3), 1e-9);
    }
  }
}

/// The net with its parameters turned by quarter turns; normals stay.
BezierNet turned(const BezierNet& net, int quarters) {
  BezierNet r = net;
  for (int k = 0; k < quarters; ++k) {
    const BezierNet old = r;
    for (std::size_t j = 0; j < 4; ++j) {
      for (std::size_t i = 0; i < 4; ++i) r[i + 4 * j] = old[j + 4 * (3 - i)];
    }
  }
  return r;
}

// One patch cut at s = 1/2 is two that meet smoothly, however their own parameters run.
TEST(BezierSurface, NeighboursAreFoundInAnyOrientation) {
  std::mt19937 random(2);
  const BezierNet net = random_net(random);
  BezierNet left, right;
  for (std::size_t j = 0; j < 4; ++j) {
    const Vec3 a = net[4 * j], b = net[4 * j + 1], c = net[4 * j + 2], d = net[4 * j + 3];
    const Vec3 ab = (a + b) / 2, bc = (b + c) / 2, cd = (c + d) / 2, abc = (ab + bc) / 2, bcd = (bc + cd) / 2;
    const std::array<Vec3, 7> all = {a, ab, abc, (abc + bcd) / 2, bcd, cd, d};
    for (std::size_t i = 0; i < 4; ++i) {
      left[i + 4 * j] = all[i];
      right[i + 4 * j] = all[i + 3];
    }
  }
  for (int p = 0; p < 4; ++p) {
    for (int q = 0; q < 4; ++q) {
      const BezierSurface surface({turned(left, p), turned(right, q)});
      int joined = 0;
      for (int e = 0; e < 4; ++e) joined += surface.beyond(0, e).patch == 1;
      EXPECT_EQ(joined, 1);
      EXPECT_TRUE(surface.creases().empty());
      EXPECT_FALSE(surface.closed());
      expect_consistent_edges(surface, 1e-13);
    }
  }
  BezierNet mirrored;
  for (std::size_t j = 0; j < 4; ++j) {
    for (std::size_t i = 0; i < 4; ++i) mirrored[i + 4 * j] = right[j + 4 * i];
  }
  EXPECT_THROW(BezierSurface({left, mirrored}), InputError);
  EXPECT_THROW(BezierSurface({}), InputError);
}

TEST(BezierSurface, AKinkIsACreaseAndEndsThePatch) {
  const auto sheet = [](double x0, double dx, double dz) {
    BezierNet net;
    for (int j = 0; j < 4; ++j) {
      for (int i = 0; i < 4; ++i)
        net[std::size_t(i + 4 * j)] = {x0 + dx * i / 3, j / 3.0, dz * (i - 3 * (x0 < 0)) / 3.0};
    }
    return net;
  };
  const BezierSurface flat({sheet(-1, 1, 0), sheet(0, 1, 0)});
  EXPECT_TRUE(flat.across({0, {1, 0.3}}, 1).has_value());
  const BezierSurface bent({sheet(-1, 1, 0), sheet(0, 1, 0.1)});
  EXPECT_FALSE(bent.across({0, {1, 0.3}}, 1).has_value());
  EXPECT_EQ(bent.creases().size(), 1u);
  EXPECT_EQ(bent.around(0, 1).size(), 1u);
}

TEST(BezierSurface, ParaboloidIsExact) {
  const double rx = 0.135, ry = 0.06;
  for (const BodySide body : {BodySide::kAbove, BodySide::kBelow}) {
    const BezierSurface surface({paraboloid_net(rx, ry, 0.09, 0.03, body)});
    std::mt19937 random(3);
    for (int i = 0; i < 50; ++i) {
      const SurfaceJet j = surface.jet({0, random_place(surface.domain(0), random)});
      EXPECT_NEAR(j.x.z(), j.x.x() * j.x.x() / (2 * rx) + j.x.y() * j.x.y() / (2 * ry), 1e-17);
      EXPECT_LE(std::abs(j.x.x()), 0.09);
      EXPECT_LE(std::abs(j.x.y()), 0.03);
      const double down = j.s.cross(j.t).normalized().z();
      EXPECT_GT(body == BodySide::kAbove ? -down : down, 0.5);
      EXPECT_LT(j.sst.norm() + j.stt.norm() + j.sss.norm() + j.ttt.norm(), 1e-14);
    }
  }
}

}  // namespace
}  // namespace stiction
