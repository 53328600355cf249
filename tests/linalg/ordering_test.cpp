#include "stiction/linalg/ordering.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "stiction/linalg/fronts.h"
#include "stiction/linalg/types.h"

namespace stiction {
namespace {

/// Points shaken about a lattice, near ones joined: like a heap. Names are shuffled.
Graph heap(int side, std::mt19937& random) {
  std::uniform_real_distribution<double> shake(-0.35, 0.35);
  std::vector<Vec3> at;
  for (int i = 0; i < side * side * side; ++i) {
    const Vec3 place(i % side, i / side % side, i / side / side);
    at.push_back(place + Vec3(shake(random), shake(random), shake(random)));
  }
  std::shuffle(at.begin(), at.end(), random);
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < std::ssize(at); ++i)
    for (int j = 0; j < i; ++j)
      if ((at[i] - at[j]).norm() < 1.2) edges.emplace_back(j, i);
  return Graph(static_cast<int>(at.size()), edges);
}

std::vector<int> sorted(std::vector<int> order) {
  std::sort(order.begin(), order.end());
  return order;
}

TEST(Ordering, EveryNodeOnce) {
  std::mt19937 random(3);
  const Graph graph = heap(6, random);
  std::vector<int> all(graph.nodes());
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(sorted(minimum_degree(graph)), all);
  EXPECT_EQ(sorted(approximate_minimum_degree(graph)), all);
  EXPECT_EQ(sorted(nested_dissection(graph)), all);
  for (const int nodes : {0, 1, 2, 5}) {  // without a single edge
    const Graph none(nodes, {});
    EXPECT_EQ(sorted(approximate_minimum_degree(none)), std::vector<int>(all.begin(), all.begin() + nodes));
  }
}

TEST(Ordering, ApproximateDegreesAreAsGoodAsExactOnes) {
  std::mt19937 random(4);
  for (const int side : {5, 8, 10}) {
    const Graph graph = heap(side, random);
    const double exact = front_tree(graph, minimum_degree(graph)).work;
    EXPECT_LT(front_tree(graph, approximate_minimum_degree(graph)).work, 1.15 * exact) << side;
  }
}

TEST(Ordering, TheBestTreeIsNoWorseThanEither) {
  std::mt19937 random(5);
  const Graph graph = heap(9, random);
  const double best = best_front_tree(graph).work;
  EXPECT_LE(best, front_tree(graph, approximate_minimum_degree(graph)).work);
}

}  // namespace
}  // namespace stiction
