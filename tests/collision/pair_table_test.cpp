// Every pair of kinds of shapes that can meet is in one of the lists that the random tests, short and long, go through.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "collision/over_hills.h"
#include "collision/random_pairs.h"
#include "collision/round_pairs.h"
#include "collision/round_triangles.h"

namespace stiction {
namespace {

using namespace stiction::testing;
using Kinds = std::set<std::pair<std::size_t, std::size_t>>;

void add(const Shape& a, const Shape& b, Kinds& kinds) { kinds.insert(std::minmax(a.index(), b.index())); }

Kinds tested() {
  const Shape plane = HalfSpace{}, terrain = square_terrain(1, 2, [](double, double) { return 0.0; });
  Kinds kinds;
  for (const PlainPair& pair : plain_pairs()) add(pair.a, pair.b, kinds);
  for (const Shape& shape : plain_shapes_over_planes()) add(plane, shape, kinds);
  const auto shapes = every_shape();
  for (const auto& [i, j] : testing::round_pairs())
    add(shapes[std::size_t(i)].shape, shapes[std::size_t(j)].shape, kinds);
  for (const NamedShape& shape : shapes)
    if (is_round(shape.shape)) add(plane, shape.shape, kinds);
  for (const MeshPair& pair : kMeshPairs) add(pair.a(), pair.b(), kinds);
  for (const auto mesh : kMeshesOverPlanes) add(plane, mesh(), kinds);
  for (const NamedRound& round : small_round_shapes()) {
    add(round.shape, bracket_shape(), kinds);
    add(round.shape, terrain, kinds);
  }
  for (const HillBody& body : kHillBodies) add(body.shape(), terrain, kinds);
  return kinds;
}

TEST(PairTable, EveryPairIsTested) {
  const Kinds kinds = tested();
  const std::size_t plane = Shape(HalfSpace{}).index(), terrain = Shape(Terrain{}).index();
  for (std::size_t a = 0; a < std::variant_size_v<Shape>; ++a) {
    for (std::size_t b = a; b < std::variant_size_v<Shape>; ++b) {
      // Both belong to fixed bodies, which do not meet each other.
      const bool fixed = (a == plane || a == terrain) && (b == plane || b == terrain);
      EXPECT_EQ(kinds.contains({a, b}), !fixed) << "kinds " << a << " and " << b;
    }
  }
}

}  // namespace
}  // namespace stiction
