#include "stiction/problem/decomposition.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "solvers/random_problems.h"
#include "stiction/problem/certificate.h"

namespace stiction {
namespace {

ContactProblem bodies_only(int count) {
  ContactProblem p;
  p.mass.assign(count, Mat6::Identity());
  p.inverse_mass.assign(count, Mat6::Identity());
  for (int i = 0; i < count; ++i) p.v_free.push_back(Vec6::Constant(i));
  return p;
}

void join(ContactProblem& p, int a, int b) {
  ProblemContact c;
  c.body_a = a;
  c.body_b = b;
  c.bias = static_cast<double>(p.contacts.size());
  p.contacts.push_back(c);
}

TEST(Decomposition, RollingRowsStayWithTheirContact) {
  ContactProblem p = bodies_only(2);
  join(p, 0, -1);
  join(p, 1, -1);
  join(p, 1, -1);
  join(p, 1, -1);
  p.contacts[3].law = RowLaw::rolling;
  p.contacts[3].parent = 2;
  const auto blocks = decompose(p);
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[1].problem.contacts[2].parent, 1);
  EXPECT_EQ(blocks[1].problem.contacts[1].parent, -1);
}

TEST(Decomposition, IslandsByHand) {
  ContactProblem p = bodies_only(7);
  join(p, 5, 2);   // 2-5
  join(p, 0, -1);  // 0 on a fixed body
  join(p, -1, 4);  // 4 on a fixed body: not joined to 0 by it
  join(p, 5, 6);   // 2-5-6
  join(p, 0, -1);
  const auto blocks = decompose(p);  // 1 and 3 touch nothing
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[0].bodies, std::vector<int>({0}));
  EXPECT_EQ(blocks[0].contacts, std::vector<int>({1, 4}));
  EXPECT_EQ(blocks[1].bodies, std::vector<int>({2, 5, 6}));
  EXPECT_EQ(blocks[1].contacts, std::vector<int>({0, 3}));
  EXPECT_EQ(blocks[2].bodies, std::vector<int>({4}));
  EXPECT_EQ(blocks[2].contacts, std::vector<int>({2}));
  EXPECT_EQ(blocks[1].problem.contacts[0].body_a, 1);  // body 5, second of its block
  EXPECT_EQ(blocks[1].problem.contacts[0].body_b, 0);
  EXPECT_EQ(blocks[2].problem.contacts[0].body_a, -1);
  EXPECT_EQ(blocks[1].problem.v_free[2], Vec6::Constant(6));
}

TEST(Decomposition, NothingToDecompose) {
  EXPECT_TRUE(decompose(bodies_only(3)).empty());
  EXPECT_TRUE(decompose({}).empty());
}

/// Slow and obvious: spread the smallest label over contacts until nothing changes.
std::vector<int> labels_by_flooding(const ContactProblem& p) {
  std::vector<int> label(p.bodies());
  for (int i = 0; i < p.bodies(); ++i) label[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& c : p.contacts) {
      if (c.body_a < 0 || c.body_b < 0 || label[c.body_a] == label[c.body_b]) continue;
      label[c.body_a] = label[c.body_b] = std::min(label[c.body_a], label[c.body_b]);
      changed = true;
    }
  }
  return label;
}

TEST(Decomposition, BlocksTogetherAreTheWhole) {
  std::mt19937 random(5);
  std::normal_distribution<double> gauss;
  for (int trial = 0; trial < 30; ++trial) {
    const auto p = testing::random_problem(random, {.bodies = 12, .contacts = 4 + trial / 2, .fixed_share = 0.4});
    const std::vector<int> label = labels_by_flooding(p);
    std::vector<Vec3> r(p.contacts.size());
    for (Vec3& x : r) x = Vec3(gauss(random), gauss(random), gauss(random));
    const std::vector<Vec6> v = velocities(p, r);
    std::vector<int> seen(p.contacts.size(), 0);
    std::set<int> roots;
    double complementarity = 0;
    for (const ProblemBlock& block : decompose(p)) {
      EXPECT_TRUE(roots.insert(label[block.bodies[0]]).second);
      for (const int i : block.bodies) EXPECT_EQ(label[i], label[block.bodies[0]]);
      std::vector<Vec3> r_block;
      for (const int k : block.contacts) {
        ++seen[k];
        r_block.push_back(r[k]);
      }
      const std::vector<Vec6> v_block = velocities(block.problem, r_block);
      for (std::size_t i = 0; i < v_block.size(); ++i) EXPECT_LT((v_block[i] - v[block.bodies[i]]).norm(), 1e-12);
      complementarity += certify(block.problem, v_block, r_block).complementarity;
    }
    for (const int times : seen) EXPECT_EQ(times, 1);
    EXPECT_NEAR(complementarity, certify(p, v, r).complementarity, 1e-9 * complementarity);
  }
}

}  // namespace
}  // namespace stiction
