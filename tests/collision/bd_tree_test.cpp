#include "collision/bd_tree_random.h"
#include "stiction/common/error.h"
#include "support/full_length.h"

namespace stiction::testing {
namespace {

TEST(BdTree, HoldsAllVertices) { expect_conservative(round_count(1000), 1); }

TEST(BdTree, IsTightAtRestAndUnderTranslation) {
  std::mt19937 random(2);
  ReducedSurface surface = reduced_ball(1, random);
  for (auto& rows : surface.basis) {
    rows.setZero();
    rows(2, 0) = 1;
  }
  const BdTree tree(surface);
  Eigen::VectorXd q(1);
  q << 3;
  const BdTree::Sphere moved = tree.sphere(0, q);
  EXPECT_NEAR((moved.centre - Vec3(0, 0, 3)).norm(), 0, 1e-9);
  EXPECT_NEAR(moved.radius, 0.5, 1e-6) << "a mode that moves all vertices alike adds nothing to the radius";
}

TEST(BdTree, FindsAllNearTriangles) {
  std::mt19937 random(3);
  constexpr int kModes = 4;
  const ReducedSurface surface = reduced_ball(kModes, random);
  const BdTree tree(surface);
  std::size_t culled = 0, all = 0;
  for (int round = 0; round < round_count(100); ++round) {
    const Eigen::VectorXd p = random_coordinates(kModes, 0.1, random), q = random_coordinates(kModes, 0.1, random);
    const Mat3 turn = random_rotation(random);
    const Vec3 shift = random_vector(random).normalized();
    const auto pairs = near_triangles(tree, p, tree, q, turn, shift, 0.05);
    culled += pairs.size();
    all += surface.triangles.size() * surface.triangles.size();
    // Vertices of one against triangles of the other stand for pairs that are near.
    for (int s = 0; s < int(surface.triangles.size()); s += 7) {
      const Vec3 x = turn * surface.position(surface.triangles[s][0], p) + shift;
      for (int t = 0; t < int(surface.triangles.size()); ++t) {
        const auto& v = surface.triangles[t];
        const double squared =
            nearest_on_triangle(x, surface.position(v[0], q), surface.position(v[1], q), surface.position(v[2], q))
                .squared;
        EXPECT_TRUE(squared > 0.05 * 0.05 || std::ranges::binary_search(pairs, std::pair(s, t)));
      }
    }
  }
  EXPECT_LT(culled, all / 10) << "the tree must spare most of the work";
}

TEST(BdTree, BasisMustFit) {
  EXPECT_THROW(BdTree({{Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()}, {}, {{0, 1, 2}}}), InputError);
}

}  // namespace
}  // namespace stiction::testing
