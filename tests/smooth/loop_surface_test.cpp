// Loop surfaces against deep subdivision, differences and hand-computed limits.
#include "stiction/geometry/smooth/loop_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "smooth/loop_meshes.h"
#include "smooth/partials_check.h"
#include "stiction/common/error.h"
#include "support/meshes.h"

namespace stiction {
namespace {

using namespace stiction::testing;

/// The limit of a vertex by its mask: β-weighted mean of vertex and ring.
Vec3 limit(const LoopMesh& mesh, int face, int corner) {
  const std::vector<int> ring = mesh.ring(face, corner);
  const double n = double(ring.size()), weight = 1 / (3 / (8 * loop_vertex_weight(int(n))) + n);
  Vec3 p = (1 - n * weight) * mesh.mesh().vertices[std::size_t(mesh.vertex(face, corner))];
  for (const int r : ring) p += weight * mesh.mesh().vertices[std::size_t(r)];
  return p;
}

/// After `depth` subdivisions: worst distance between the limits of all vertices of one patch's faces and jet().x.
double deep_error(const TriangleMesh& control, int depth) {
  const LoopSurface surface(control);
  LoopMesh mesh(control);
  // For each face: the patch (by original face) and the parameters of its corners.
  struct Origin {
    int face;
    std::array<Vec2, 3> st;
  };
  std::vector<Origin> origins;
  for (int f = 0; f < mesh.faces(); ++f) origins.push_back({f, {Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)}});
  for (int level = 0; level < depth; ++level) {
    mesh = mesh.subdivided();
    std::vector<Origin> finer;
    for (const Origin& o : origins) {
      const Vec2 a = (o.st[0] + o.st[1]) / 2, b = (o.st[1] + o.st[2]) / 2, c = (o.st[2] + o.st[0]) / 2;
      finer.push_back({o.face, {o.st[0], a, c}});
      finer.push_back({o.face, {a, o.st[1], b}});
      finer.push_back({o.face, {c, b, o.st[2]}});
      finer.push_back({o.face, {b, c, a}});
    }
    origins = std::move(finer);
  }
  std::vector<int> patch_of(control.triangles.size(), -1);
  for (int p = 0; p < surface.patches(); ++p) patch_of[std::size_t(surface.face(p))] = p;
  double worst = 0;
  for (int f = 0; f < mesh.faces(); ++f) {
    const Origin& o = origins[std::size_t(f)];
    const int patch = patch_of[std::size_t(o.face)];
    if (patch < 0) continue;
    for (int c = 0; c < 3; ++c) {
      worst = std::max(worst, (surface.jet({patch, o.st[std::size_t(c)]}).x - limit(mesh, f, c)).norm());
    }
  }
  return worst;
}

TEST(LoopSurface, AgreesWithDeepSubdivision) {
  for (int n = 3; n <= 12; ++n) EXPECT_LT(deep_error(fan_mesh(n, 2, 10u + unsigned(n)), 4), 1e-13) << "valence " << n;
  EXPECT_LT(deep_error(fan_mesh(31, 2, 5), 3), 1e-12);
  EXPECT_LT(deep_error(tetrahedron_mesh(), 5), 1e-13);  // three corners of valence 3
  EXPECT_LT(deep_error(icosphere_mesh(1, 0), 4), 1e-13);
  for (int n = 3; n <= 9; ++n) EXPECT_LT(deep_error(bipyramid_mesh(n), 4), 1e-13) << n << " sides";
}

TEST(LoopSurface, RegularLatticeReproducesThePlaneAndShiftsSquaresByAQuarter) {
  const LoopSurface plane(lattice_mesh(7, [](double x, double y) { return 2 * x - 3 * y + 1; }));
  const LoopSurface square(lattice_mesh(7, [](double x, double) { return x * x; }));
  EXPECT_EQ(plane.patches(), 2 * 5 * 5);  // the outermost ring of triangles has no patches
  std::mt19937 random(1);
  for (int p = 0; p < plane.patches(); ++p) {
    const SurfacePoint at{p, random_place(plane.domain(p), random)};
    const Vec3 x = plane.jet(at).x, y = square.jet(at).x;
    EXPECT_NEAR(x.z(), 2 * x.x() - 3 * x.y() + 1, 1e-13);
    EXPECT_NEAR(y.z(), y.x() * y.x() + 0.25, 1e-13);
    EXPECT_LT(plane.jet(at).ss.norm() + plane.jet(at).tt.norm() + plane.jet(at).st.norm(), 1e-12);
  }
}

TEST(LoopSurface, PartialsAgreeWithDifferences) {
  std::mt19937 random(7);
  for (int n = 3; n <= 10; ++n) {
    const LoopSurface surface(fan_mesh(n, 3, unsigned(n)));
    for (int p = 0; p < surface.patches(); ++p) {
      SurfacePoint at{p, random_place(surface.domain(p), random)};
      // Away from the edges of the quartic pieces, where third derivatives jump.
      const auto clear = [](const Vec2& st) {
        for (int level = 0; level < 4; ++level) {
          const Vec2 z = std::ldexp(1, level) * st;
          for (const double d : {z.x(), z.y(), z.x() + z.y()}) {
            if (std::abs(d - std::round(d)) < 0.02) return false;
          }
        }
        return st.x() + st.y() > 0.1;
      };
      while (!clear(at.st)) at.st = random_place(surface.domain(p), random);
      EXPECT_LT(partials_error(surface, at, 2e-4), 1e-8) << "valence " << n << " at " << at.st.transpose();
    }
  }
}

TEST(LoopSurface, PartialsInSplitFacesAgreeWithDifferences) {
  const LoopSurface surface(bipyramid_mesh(7));
  for (int p = 0; p < surface.patches(); ++p) {
    for (const Vec2& st : {Vec2(0.15, 0.21), Vec2(0.61, 0.13), Vec2(0.17, 0.57), Vec2(0.31, 0.37), Vec2(0.07, 0.04)}) {
      EXPECT_LT(partials_error(surface, {p, st}, 2e-4), 1e-8) << st.transpose();
    }
  }
}

TEST(LoopSurface, EdgesAndCornersFitTogether) {
  for (const TriangleMesh& mesh : {bipyramid_mesh(5), tetrahedron_mesh(), fan_mesh(8, 3, 3), icosphere_mesh(1, 1)}) {
    const LoopSurface surface(mesh);
    expect_consistent_edges(surface, 1e-12);
    for (int p = 0; p < surface.patches(); ++p) {
      for (int c = 0; c < 3; ++c) {
        if (!surface.closed()) continue;
        EXPECT_EQ(int(surface.around(p, c).size()), surface.valence(p, c));
      }
    }
  }
  EXPECT_TRUE(LoopSurface(tetrahedron_mesh()).closed());
  EXPECT_FALSE(LoopSurface(fan_mesh(8, 3, 3)).closed());
}

// The normal at the vertex itself is the limit of normals nearby, and higher derivatives are not pretended to exist.
TEST(LoopSurface, ExtraordinaryCornersHaveATangentPlane) {
  for (int n = 3; n <= 10; ++n) {
    if (n == 6) continue;
    const LoopSurface surface(fan_mesh(n, 3, unsigned(n)));
    for (int p = 0; p < surface.patches(); ++p) {
      for (int c = 0; c < 3; ++c) {
        if (!surface.extraordinary(p, c)) continue;
        const std::vector<Vec2>& corners = surface.domain(p);
        const Vec2 corner = corners[std::size_t(c)], inside = Vec2(1, 1) / 3;
        const SurfaceJet at = surface.jet({p, corner}), by = surface.jet({p, corner + 1e-9 * (inside - corner)});
        EXPECT_LT((at.x - by.x).norm(), 1e-4);
        EXPECT_LT((at.s.cross(at.t).normalized() - by.s.cross(by.t).normalized()).norm(), n == 3 ? 1e-7 : 2e-2)
            << "valence " << n;
        EXPECT_TRUE(at.ss.hasNaN());
      }
    }
  }
}

// What the header says about curvature towards an extraordinary vertex, over eight halvings of the distance.
TEST(LoopSurface, CurvatureIsBoundedForFourToSixNeighbours) {
  for (int n = 3; n <= 10; ++n) {
    const LoopSurface surface(fan_mesh(n, 3, unsigned(n)));
    const auto curvature = [&](int halvings) {
      const SurfaceJet j = surface.jet({0, std::ldexp(1, -halvings) * Vec2(0.4, 0.35)});
      const Vec3 normal = j.s.cross(j.t).normalized();
      Eigen::Matrix2d first, second;
      first << j.s.dot(j.s), j.s.dot(j.t), j.s.dot(j.t), j.t.dot(j.t);
      second << normal.dot(j.ss), normal.dot(j.st), normal.dot(j.st), normal.dot(j.tt);
      return (first.inverse() * second).norm();
    };
    const double growth = curvature(28) / curvature(20);
    if (n >= 4 && n <= 6) {
      EXPECT_NEAR(growth, 1, 0.1) << n;
    } else {
      EXPECT_GT(growth, 1.5) << n;
    }
  }
}

TEST(LoopSurface, EvaluatesALittleBeyondItsDomain) {
  const LoopSurface surface(fan_mesh(5, 3, 4));
  for (int p = 0; p < surface.patches(); ++p) {
    for (const Vec2& st :
         {Vec2(-1e-3, 0.4), Vec2(0.4, -1e-3), Vec2(0.6, 0.401), Vec2(-1e-3, -1e-3), Vec2(-1e-3, 1.1e-3)}) {
      const Vec2 back = st.cwiseMax(0) / std::max(1.0, st.cwiseMax(0).sum());
      EXPECT_LT((surface.jet({p, st}).x - surface.jet({p, back}).x).norm(), 0.02);
    }
  }
}

TEST(LoopSurface, RefusesWhatIsNoSurface) {
  TriangleMesh mesh = tetrahedron_mesh();
  std::swap(mesh.triangles[0][0], mesh.triangles[0][1]);
  EXPECT_THROW(LoopSurface{mesh}, InputError);
  EXPECT_THROW(LoopSurface(TriangleMesh{}), InputError);
  EXPECT_THROW(LoopSurface(fan_mesh(6, 1, 1)), InputError);  // nothing inside
  TriangleMesh bow{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-1, 0, 0}, {-1, -1, 0}}, {{0, 1, 2}, {0, 3, 4}}};
  EXPECT_THROW(LoopSurface{bow}, InputError);
}

}  // namespace
}  // namespace stiction
