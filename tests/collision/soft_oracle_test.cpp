// Deformable bodies in random configurations against brute force over all pairs of features.
#include <gtest/gtest.h>

#include "collision/oracle.h"
#include "collision/soft_fixtures.h"
#include "stiction/collision/convex_points.h"
#include "stiction/geometry/mesh/triangle_tree.h"
#include "support/full_length.h"

namespace stiction::testing {
namespace {

constexpr double kTravel = 0.3;  // makes the margin

/// Travel from the origin away from x: nothing is hit on the way, only nearest features count.
Vec3 away_from(const Vec3& x) { return -kTravel * x.normalized(); }

struct Triangles {
  std::vector<Vec3> x;
  std::vector<std::array<int, 3>> triangles;
};

/// Smallest distance of two triangle surfaces that do not cut each other; infinite where it is between edges that are
/// parallel or next to flat, which the detector leaves to vertices.
double surface_distance(const Triangles& a, const Triangles& b) {
  double vertices = INFINITY, edges = INFINITY;
  for (const auto* pair : {&a, &b}) {
    const Triangles& p = *pair;
    const Triangles& q = pair == &a ? b : a;
    for (const Vec3& x : p.x) {
      for (const auto& t : q.triangles) {
        vertices = std::min(vertices, std::sqrt(nearest_on_triangle(x, q.x[t[0]], q.x[t[1]], q.x[t[2]]).squared));
      }
    }
  }
  for (const auto& s : a.triangles) {
    for (const auto& t : b.triangles) {
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
          edges = std::min(edges, segment_distance(a.x[s[i]], a.x[s[(i + 1) % 3]], b.x[t[j]], b.x[t[(j + 1) % 3]]));
        }
      }
    }
  }
  return std::min(vertices, edges);
}

/// A ball of triangles with dents and bumps: all its edges are sharp enough to count.
SoftBody bumpy(double radius, std::mt19937& random, const Vec3& centre) {
  SoftBody body(icosphere_mesh(radius, 1), {centre, random_rotation(random)});
  std::uniform_real_distribution<double> bump(0.8, 1.2);
  for (Vec3& x : body.positions) x = centre + bump(random) * (x - centre);
  return body;
}

Triangles triangles_of(const SoftBody& body) { return {body.positions, body.surface->triangles()}; }

Triangles triangles_of(const ConvexPolyhedron& convex, const Pose& pose) {
  Triangles out;
  for (const Vec3& x : convex.vertices()) out.x.push_back(pose * x);
  for (const auto& face : convex.faces()) {
    for (std::size_t k = 2; k < face.vertices.size(); ++k) {
      out.triangles.push_back({face.vertices[0], face.vertices[k - 1], face.vertices[k]});
    }
  }
  return out;
}

/// No contact is missed: the least gap is the distance, unless a flat or parallel pair of edges has it, and then it is
/// little more. Counts the rounds in which it was the same to rounding.
struct Tally {
  double tolerance = 1e-9;
  int near = 0, exact = 0;
  void check(double distance, const SoftResult& result, double margin) {
    if (distance > 0.999 * margin || distance < 1e-3) return;
    ++near;
    exact += std::abs(result.least_gap() - distance) < tolerance;
    EXPECT_GE(result.least_gap(), distance - 1e-9);
    EXPECT_LE(result.least_gap(), distance + 0.01);
  }
  void expect_mostly_exact(int least_near) const {
    EXPECT_GT(near, least_near);
    EXPECT_GT(exact, 0.97 * near) << near;
  }
};

TEST(SoftOracle, TwoDeformableBodies) {
  std::mt19937 random(3);
  Tally tally;
  for (int round = 0; round < round_count(400); ++round) {
    SoftBody a = bumpy(0.5, random, Vec3::Zero());
    const Vec3 centre = 1.1 * random_vector(random).normalized();
    const SoftBody b = bumpy(0.4, random, centre);
    a.move_by(away_from(centre));
    tally.check(surface_distance(triangles_of(a), triangles_of(b)), between(a, b), kTravel);
  }
  tally.expect_mostly_exact(round_count(150));
}

TEST(SoftOracle, SmallOverlapsKeepTheirSign) {
  // Nearly round balls that overlap by 2 to 10 % of the smaller one: contacts push them apart, none is deeper than
  // that.
  std::mt19937 random(8);
  for (int round = 0; round < round_count(300); ++round) {
    const double overlap = round % 2 ? 0.016 : 0.08;
    const Vec3 centre = (0.9 - overlap) * random_vector(random).normalized();
    const SoftBody a(icosphere_mesh(0.5, 2), {Vec3::Zero(), random_rotation(random)});
    const SoftBody b(icosphere_mesh(0.4, 2), {centre, random_rotation(random)});
    for (const SoftResult& result : {between(a, b), against(a, Sphere{0.4}, {centre, Mat3::Identity()})}) {
      EXPECT_LT(result.least_gap(), -overlap + 0.025) << round;  // chords lie that far below the sphere
      for (const ContactPoint& c : result.contacts) {
        EXPECT_GE(c.gap, -overlap - 1e-9) << round;
        EXPECT_GT(c.normal.dot(-centre.normalized()), 0.5) << round;
      }
    }
  }
}

TEST(SoftOracle, VerticesOverFaces) {
  // Every vertex that is over a face of the other body, outside it, and faces it, makes a contact with that face.
  std::mt19937 random(4);
  int checked = 0;
  for (int round = 0; round < round_count(200); ++round) {
    SoftBody a = bumpy(0.5, random, Vec3::Zero());
    const Vec3 centre = 1.09 * random_vector(random).normalized();
    const SoftBody b = bumpy(0.4, random, centre);
    a.move_by(away_from(centre));
    const SoftResult result = between(a, b);
    const auto normal = [](const SoftBody& body, int t) {
      const auto& v = body.surface->triangles()[t];
      const auto& x = body.positions;
      return Vec3((x[v[1]] - x[v[0]]).cross(x[v[2]] - x[v[0]]).normalized());
    };
    for (int v = 0; v < int(a.positions.size()); ++v) {
      for (int t = 0; t < int(b.surface->triangles().size()); ++t) {
        const auto& corners = b.surface->triangles()[t];
        const NearestOnTriangle nearest = nearest_on_triangle(a.positions[v], b.positions[corners[0]],
                                                              b.positions[corners[1]], b.positions[corners[2]]);
        const Vec3 n = normal(b, t);
        const double gap = n.dot(a.positions[v] - nearest.point);
        const bool faces =
            std::ranges::any_of(a.surface->triangles_of()[v], [&](int s) { return -normal(a, s).dot(n) > 0.11; });
        if (nearest.part.kind != TrianglePart::Kind::kFace || gap <= 1e-3 || gap > kTravel || !faces) continue;
        ++checked;
        EXPECT_TRUE(std::ranges::any_of(result.contacts, [&](const ContactPoint& c) {
          return result.spots[c.spot].a.vertex[0] == v && result.spots[c.spot].a.vertex[1] < 0 &&
                 (b.at(result.spots[c.spot].b) - nearest.point).norm() < 1e-9 && std::abs(c.gap - gap) < 1e-12;
        }));
      }
    }
  }
  EXPECT_GT(checked, round_count(100));
}

TEST(SoftOracle, Polyhedra) {
  std::mt19937 random(5);
  Tally tally;
  for (int round = 0; round < round_count(400); ++round) {
    SoftBody a = bumpy(0.5, random, Vec3::Zero());
    const Shape shape = round % 2 ? random_hull(random, 12) : box(0.5, 0.6, 0.7);
    const Pose pose{1.1 * random_vector(random).normalized(), random_rotation(random)};
    a.move_by(away_from(pose.p));
    const double distance = surface_distance(triangles_of(a), triangles_of(*std::get<Polyhedron>(shape).convex, pose));
    tally.check(distance, against(a, shape, pose), kTravel);
  }
  tally.expect_mostly_exact(round_count(150));
}

TEST(SoftOracle, BallsCapsulesAndMeshes) {
  std::mt19937 random(6);
  Tally balls{3e-4}, capsules{1e-4}, meshes;  // a thousandth of the radius, by which faces may be nearer than vertices
  const TriangleMesh torus = torus_mesh(0.4, 0.15, 8, 5);
  const Shape mesh = Mesh{SolidMesh::make(torus, 16), Vec3(0.01, 0.02, 0.03)};
  for (int round = 0; round < round_count(300); ++round) {
    SoftBody a = bumpy(0.5, random, Vec3::Zero());
    const Triangles surface = triangles_of(a);
    const Pose pose{1.18 * random_vector(random).normalized(), random_rotation(random)};
    const Pose near{0.8 * pose.p, pose.R};
    a.move_by(away_from(pose.p));
    const double radius = round % 3 == 0 ? 0.05 : 0.3;
    balls.check(surface_distance(surface, {{near.p}, {}}) - radius, against(a, Sphere{radius}, near), kTravel);
    const Capsule capsule{0.1, 0.3};
    const Vec3 end = 0.3 * pose.R.col(2);
    const Vec3 axis[] = {near.p - end, near.p + end};
    double to_axis = INFINITY;
    for (const auto& t : surface.triangles) {
      for (int i = 0; i < 3; ++i) {
        to_axis = std::min(to_axis, segment_distance(surface.x[t[i]], surface.x[t[(i + 1) % 3]], axis[0], axis[1]));
      }
      for (const Vec3& x : axis) {
        to_axis = std::min(
            to_axis, std::sqrt(nearest_on_triangle(x, surface.x[t[0]], surface.x[t[1]], surface.x[t[2]]).squared));
      }
    }
    capsules.check(to_axis - 0.1, against(a, capsule, near), kTravel);
    Triangles placed{{}, torus.triangles};
    for (const Vec3& x : torus.vertices) placed.x.push_back(pose * (x + Vec3(0.01, 0.02, 0.03)));
    meshes.check(surface_distance(surface, placed), against(a, mesh, pose), kTravel);
  }
  balls.expect_mostly_exact(round_count(60));
  capsules.expect_mostly_exact(round_count(60));
  meshes.expect_mostly_exact(round_count(60));
}

TEST(SoftOracle, CylindersAndCones) {
  // Distances of many points of the triangles bound the true distance from above.
  std::mt19937 random(7);
  const Shape shapes[] = {Cylinder{0.25, 0.3}, Cone{0.3, 0.5}};
  int near = 0;
  for (int round = 0; round < round_count(300); ++round) {
    SoftBody a = bumpy(0.5, random, Vec3::Zero());
    const Pose pose{1.05 * random_vector(random).normalized(), random_rotation(random)};
    a.move_by(away_from(pose.p));
    const Shape& shape = shapes[round % 2];
    const auto distance = [&](const Vec3& x) {
      return round % 2 ? convex_distance(std::get<Cone>(shape), pose.to_local(x), 9).distance
                       : convex_distance(std::get<Cylinder>(shape), pose.to_local(x), 9).distance;
    };
    double bound = INFINITY;
    constexpr int kParts = 20;
    for (const auto& t : a.surface->triangles()) {
      for (int i = 0; i <= kParts; ++i) {
        for (int j = 0; i + j <= kParts; ++j) {
          bound = std::min(
              bound, distance((i * a.positions[t[0]] + j * a.positions[t[1]] + (kParts - i - j) * a.positions[t[2]]) /
                              kParts));
        }
      }
    }
    if (bound < 1e-3 || bound > kTravel) continue;
    ++near;
    EXPECT_LE(against(a, shape, pose).least_gap(), bound + 1e-9) << round;
    EXPECT_GE(against(a, shape, pose).least_gap(), bound - 0.01) << round;
  }
  EXPECT_GT(near, round_count(60));
}

}  // namespace
}  // namespace stiction::testing
