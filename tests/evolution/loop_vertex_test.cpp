// Contacts on Loop subdivision surfaces, straight through their extraordinary vertices.
#include <gtest/gtest.h>

#include <cstdio>
#include <numbers>

#include "evolution/test_contacts.h"
#include "stiction/geometry/smooth/loop_surface.h"

namespace stiction {
namespace {

using test::kGravity;

// A disk of `rings` rings of triangles around a vertex of valence n, every other vertex regular; z = k r²/2, spacing
// `d`.
TriangleMesh disk(int n, int rings, double d, double k) {
  TriangleMesh mesh;
  const auto add = [&](double x, double y) {
    mesh.vertices.push_back({x, y, 0.5 * k * (x * x + y * y)});
    return static_cast<int>(mesh.vertices.size()) - 1;
  };
  const auto spoke = [&](int sector) {
    const double angle = 2 * std::numbers::pi * sector / n + 0.1;
    return Vec2(d * std::cos(angle), d * std::sin(angle));
  };
  // Vertex (i, j) of a sector lies at i spokes one way and j the other; j = 0 belongs to it, i = 0 to the next one.
  std::vector<std::vector<std::vector<int>>> index(n);
  const int centre = add(0, 0);
  for (int s = 0; s < n; ++s) {
    index[s].assign(rings + 1, std::vector<int>(rings + 1, -1));
    for (int i = 1; i <= rings; ++i)
      for (int j = 0; i + j <= rings; ++j) {
        const Vec2 at = i * spoke(s) + j * spoke(s + 1);
        index[s][i][j] = add(at.x(), at.y());
      }
  }
  for (int s = 0; s < n; ++s) {
    index[s][0][0] = centre;
    for (int j = 1; j <= rings; ++j) index[s][0][j] = index[(s + 1) % n][j][0];
  }
  for (int s = 0; s < n; ++s)
    for (int i = 0; i < rings; ++i)
      for (int j = 0; i + j < rings; ++j) {
        const auto& v = index[s];
        mesh.triangles.push_back({v[i][j], v[i + 1][j], v[i][j + 1]});
        if (i + j + 2 <= rings) mesh.triangles.push_back({v[i + 1][j], v[i + 1][j + 1], v[i][j + 1]});
      }
  return mesh;
}

class LoopVertex : public testing::TestWithParam<int> {};
TEST_P(LoopVertex, IsPassed) {
  const int n = GetParam();
  // At valence 3 curvature grows like the distance to -1/2: a bowl would be sharper there than the ball, so that is a
  // dome.
  const auto surface = std::make_shared<LoopSurface>(disk(n, 4, 0.1, n == 3 ? -0.5 : 2));
  for (const bool rolls : {false, true}) {
    const SmoothContact contact(test::ball(0.05), test::fixed(surface), rolls ? test::kNoSlip : SmoothContactLaw{});
    EXPECT_EQ(contact.second_surface().charts(), 1);
    // From the middle of a patch around the vertex, straight at it.
    int patch = 0;
    while (surface->valence(patch, 0) == 6) ++patch;
    const SurfacePlace from{patch, -1, Vec2(0.3, 0.3)};
    const LocalSurface at = contact.second_surface().local(from);
    const Vec3 n2 = at.axes.col(2);
    Vec3 over(-at.x.x(), -at.x.y(), 0);
    over = 0.6 * (over - over.dot(n2) * n2).normalized();
    std::vector<double> changes;
    for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
      SmoothContactState state = test::ball_at(contact, -n2, from, over, n2.cross(over) / 0.05);
      const double before = contact.energy(state, kGravity);
      EvolutionOptions options;
      options.tolerance = tolerance;
      const EvolutionOutcome outcome = evolve(contact, state, 0.25, kGravity, options);
      ASSERT_TRUE(outcome.in_contact()) << outcome.message() << " at " << outcome.elapsed;
      const Vec3 end = contact.point(state).position;
      EXPECT_LT(end.dot(at.x), 0) << "it is through";
      const double change = std::abs(contact.energy(state, kGravity) / before - 1);
      std::printf("valence %d, %s, tolerance %.0e: energy %.1e, %d steps, %d rejected, %d evaluations\n", n,
                  rolls ? "rolling" : "frictionless", tolerance, change, outcome.steps, outcome.rejected,
                  outcome.evaluations);
      changes.push_back(change);
    }
    EXPECT_LT(changes.front(), 1e-5);
    EXPECT_LT(changes.back(), 1e-9);
  }
}
INSTANTIATE_TEST_SUITE_P(Valence, LoopVertex, testing::Values(3, 4, 5, 7, 8));

}  // namespace
}  // namespace stiction
