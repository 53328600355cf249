// 100 000 poses of meshes and terrain with every other kind of shape: too long for every run of the tests.
#include "collision/mesh_fixtures.h"
#include "collision/over_hills.h"
#include "collision/round_triangles.h"
#include "support/full_length.h"

namespace stiction {
namespace {

using namespace stiction::testing;

constexpr int kRounds = round_count(100000);

class LongMeshPairs : public ::testing::TestWithParam<std::size_t> {};

TEST_P(LongMeshPairs, AgreeWithBruteForce) {
  const MeshPair& pair = kMeshPairs[GetParam()];
  check_mesh_pair(pair.a(), pair.b(), kRounds, unsigned(1001 + GetParam()));
}

INSTANTIATE_TEST_SUITE_P(All, LongMeshPairs, ::testing::Range(std::size_t(0), std::size(kMeshPairs)),
                         [](const auto& p) { return kMeshPairs[p.param].name; });

TEST(LongMeshPairs, HalfSpaceIsExact) {
  for (const auto shape : kMeshesOverPlanes) check_mesh_over_half_space(shape(), kRounds, 1009);
}

/// Each round shape by its place in the list.
class LongRoundTriangles : public ::testing::TestWithParam<std::size_t> {
 protected:
  const NamedRound round_ = small_round_shapes()[GetParam()];
  std::mt19937 random_{unsigned(1020 + GetParam())};
};

TEST_P(LongRoundTriangles, AgainstATorus) { check_round_and_mesh(round_, torus_shape(), kRounds, random_); }
TEST_P(LongRoundTriangles, AgainstABracket) { check_round_and_mesh(round_, bracket_shape(), kRounds, random_); }
TEST_P(LongRoundTriangles, OverHills) { check_round_over_hills(round_, kRounds, random_); }

INSTANTIATE_TEST_SUITE_P(All, LongRoundTriangles, ::testing::Range(std::size_t(0), small_round_shapes().size()),
                         [](const auto& p) { return small_round_shapes()[p.param].name; });

class LongTerrain : public ::testing::TestWithParam<std::size_t> {};

TEST_P(LongTerrain, OverHills) {
  std::mt19937 random(unsigned(1031 + GetParam()));
  check_over_hills(kHillBodies[GetParam()], kRounds, random);
}

INSTANTIATE_TEST_SUITE_P(All, LongTerrain, ::testing::Range(std::size_t(0), std::size(kHillBodies)),
                         [](const auto& p) { return kHillBodies[p.param].name; });

}  // namespace
}  // namespace stiction
