// What detection remembers of meshes changes the time it takes, never a bit of what it finds.
#include "stiction/collision/mesh_memory.h"

#include <gtest/gtest.h>

#include "collision/mesh_fixtures.h"
#include "collision/random_heap.h"
#include "stiction/collision/mesh_contact.h"
#include "support/full_length.h"

namespace stiction {
namespace {

using namespace stiction::testing;

constexpr int kRounds = round_count(40000);

const SolidMesh& solid(const Shape& shape) { return *std::get<Mesh>(shape).solid; }

/// Two meshes near each other; `next` moves the second one on.
template <class Next>
void check_same(const Shape& a, const Shape& b, int rounds, unsigned seed, Next&& next) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  MeshMemory memory;
  std::vector<PosedShape> bodies{{&a, {0.1 * random_vector(random), random_rotation(random)}, false}, {&b, {}, false}};
  const Pose start = near_mesh_contact(a, bodies[0].pose, b, random);
  bodies[1].pose = start;
  std::size_t count = 0;
  for (int i = 0; i < rounds; ++i) {
    // Margins of detection, of foresight and of bodies that fall.
    bodies[1].turn = i % 3 == 0 ? 0 : std::pow(10, -5 + 3 * uniform(random));
    const auto fresh = detect_contacts(bodies), remembered = detect_contacts(bodies, {}, &memory);
    ASSERT_TRUE(same_bits(fresh, remembered)) << "round " << i;
    count += fresh.size();
    bodies[1].pose = next(start, bodies[1].pose, random);
  }
  EXPECT_GT(count, std::size_t(rounds) / 4);
  EXPECT_EQ(memory.size(), 1u);
}

/// Around the start by noise whose size is anything from rounding to centimetres, but mostly small.
Pose wander(const Pose& start, const Pose& now, std::mt19937& random) {
  const double size = std::pow(10, std::uniform_real_distribution<double>(-9, -3)(random));
  const int kind = int(random() % 40);
  if (kind == 0) return shaken(start, 0.003, random);
  return shaken((now.p - start.p).norm() > 0.01 ? start : now, size, random);
}

TEST(MeshMemory, RandomMotions) {
  check_same(torus_shape(), torus_shape(), kRounds, 1, wander);
  check_same(bracket_shape(), torus_shape(), kRounds, 2, wander);
  check_same(ball_shape(), bracket_shape(), kRounds, 3, wander);
  check_same(bracket_shape(), bracket_shape(), kRounds, 4, wander);
}

TEST(MeshMemory, BodiesThatJump) {
  // At rest for a while, then beyond any slack, even inside each other or far away, within one call.
  const auto jump = [](const Pose& start, const Pose& now, std::mt19937& random) {
    const int kind = int(random() % 8);
    if (kind == 0) return shaken(start, 0.01, random);
    if (kind == 1) return start;
    if (kind == 2) return Pose{start.p + Vec3(random() % 2 ? 3.0 : 0.0, 0, 0), random_rotation(random)};
    return now;
  };
  check_same(torus_shape(), bracket_shape(), kRounds, 5, jump);
  check_same(ball_shape(), torus_shape(), kRounds, 6, jump);
}

TEST(MeshMemory, AnotherBodyOfTheSameNumber) {
  std::mt19937 random(7);
  const Shape a = bracket_shape(), b = torus_shape(), c = ball_shape();
  MeshMemory memory;
  const Pose pose_a{Vec3::Zero(), random_rotation(random)}, pose_b = near_mesh_contact(a, pose_a, b, random);
  for (int i = 0; i < 12; ++i) {
    const std::vector<PosedShape> bodies{{&a, pose_a, false}, {i % 6 < 4 ? &b : &c, pose_b, false}};
    ASSERT_TRUE(same_bits(detect_contacts(bodies), detect_contacts(bodies, {}, &memory))) << i;
  }
}

TEST(MeshMemory, PairsThatPartAreForgotten) {
  const Shape a = torus_shape(), b = ball_shape();
  MeshMemory memory;
  std::vector<PosedShape> bodies{{&a, {}, false}, {&b, {Vec3(0.09, 0, 0)}, false}};
  detect_contacts(bodies, {}, &memory);
  EXPECT_EQ(memory.size(), 1u);
  bodies[1].pose.p.x() = 5;
  for (int i = 0; i < 100; ++i) detect_contacts(bodies, {}, &memory);
  EXPECT_EQ(memory.size(), 0u);
}

// The claim that all of it rests on, for each sample by itself.
TEST(NearSamples, HoldAllThatCanTouch) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::size_t touching = 0, kept = 0, all = 0;
  const Shape torus = torus_shape(), bracket = bracket_shape(), ball = ball_shape();
  for (int i = 0; i < kRounds / 40; ++i) {
    const Shape &a = i % 2 ? torus : bracket, &b = i % 3 ? bracket : ball;
    const SolidMesh &p = solid(a), &q = solid(b);
    const Pose pose = near_mesh_contact(b, {}, a, random);
    const double cell = q.field().cell(), slack = 0.5 * cell * uniform(random), margin = 2 * cell * uniform(random);
    NearSamples near;
    near.find(p, q, pose, margin, slack, i % 4 < 2 ? NearSamples::Care::kQuick : NearSamples::Care::kThorough);
    std::vector<char> in_set(p.samples().samples().size(), 0), open(p.samples().nodes().size(), 0);
    for (const NearSamples::Branch& branch : near.branches()) {
      const SphereTree::Node& node = p.samples().nodes()[std::size_t(branch.node)];
      open[std::size_t(branch.node)] = branch.open;
      for (int k = node.first; k < node.last; ++k)
        if (node.right < 0 && (branch.samples >> (k - node.first) & 1)) in_set[std::size_t(k)] = 1;
    }
    for (int j = 0; j < 10; ++j) {
      Pose moved = shaken(pose, slack / 10 * uniform(random), random);
      if (!near.covers(p, moved, margin)) continue;
      const double less = margin * (j % 2 ? 1 : uniform(random));
      for (std::size_t k = 0; k < in_set.size(); ++k) {
        const Vec3 x = moved * p.samples().samples()[k].x;
        const bool touches = q.distance(x, less).distance <= less;
        touching += touches;
        ASSERT_TRUE(!touches || in_set[k]) << "round " << i << ", sample " << k;
      }
      for (std::size_t k = 0; k < open.size(); ++k) {
        const SphereTree::Node& node = p.samples().nodes()[k];
        ASSERT_TRUE(!open[k] || !q.clear(moved * node.centre, node.radius, less)) << "round " << i << ", sphere " << k;
      }
    }
    for (const char in : in_set) kept += std::size_t(in);
    all += in_set.size();
  }
  EXPECT_GT(touching, 1000u);
  EXPECT_LT(kept, all / 2);
}

TEST(NearSamples, AreNotUsedBeyondTheirSlack) {
  std::mt19937 random(9);
  const Shape a = torus_shape(), b = bracket_shape();
  const SolidMesh &p = solid(a), &q = solid(b);
  const Pose pose = near_mesh_contact(b, {}, a, random);
  NearSamples near;
  EXPECT_FALSE(near.covers(p, pose, 0));
  near.find(p, q, pose, 1e-3, 1e-4, NearSamples::Care::kQuick);
  const auto moved = [&](const Vec3& by) { return Pose{pose.p + by, pose.R}; };
  EXPECT_TRUE(near.covers(p, pose, 1e-3));
  EXPECT_TRUE(near.covers(p, moved({0.99e-4, 0, 0}), 1e-3));
  EXPECT_FALSE(near.covers(p, moved({1.01e-4, 0, 0}), 1e-3));
  EXPECT_FALSE(near.covers(p, pose, 1.01e-3));
  EXPECT_FALSE(near.covers(p, pose, -1e-3));
  EXPECT_FALSE(near.covers(p, moved(Vec3::Constant(NAN)), 1e-3));
  EXPECT_FALSE(near.covers(p, {pose.p, rotation(1, {1, 2, 3}) * pose.R}, 1e-3));
}

TEST(SampleMemory, IsUsedAtRestAndNotInFlight) {
  std::mt19937 random(10);
  const Shape a = torus_shape(), b = bracket_shape();
  const SolidMesh &p = solid(a), &q = solid(b);
  const Pose pose = near_mesh_contact(b, {}, a, random);
  SampleMemory memory;
  EXPECT_EQ(memory.recall(p, q, pose, 1e-3), nullptr);
  for (int i = 0; i < 20; ++i) memory.recall(p, q, pose, 1e-3);
  const NearSamples* at_rest = memory.recall(p, q, pose, 1e-3);
  ASSERT_NE(at_rest, nullptr);
  EXPECT_FALSE(at_rest->branches().empty());
  EXPECT_LT(at_rest->branches().size(), p.samples().nodes().size() / 2);
  SampleMemory flying;
  for (int i = 0; i < 50; ++i) EXPECT_EQ(flying.recall(p, q, {pose.p + i * Vec3(0, 0, 0.001), pose.R}, 1e-3), nullptr);
}

// No point moves further than it is said to.
TEST(NearSamples, FarthestMove) {
  std::mt19937 random(11);
  for (const Shape& shape : {torus_shape(), bracket_shape()}) {
    const SphereTree& samples = solid(shape).samples();
    for (int i = 0; i < 100; ++i) {
      const Pose from{random_vector(random), random_rotation(random)}, to = shaken(from, i % 2 ? 1e-3 : 1, random);
      const double bound = farthest_move(samples, from, to) * (1 + 1e-12);
      for (const SurfaceSample& s : samples.samples()) ASSERT_LE((to * s.x - from * s.x).norm(), bound);
      for (const SphereTree::Node& n : samples.nodes()) ASSERT_LE((to * n.centre - from * n.centre).norm(), bound);
    }
  }
}

}  // namespace
}  // namespace stiction
