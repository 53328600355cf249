// What detection remembers of deformable surfaces changes the time it takes, never a bit of what it finds.
#include "stiction/collision/soft_memory.h"

#include <gtest/gtest.h>

#include <functional>

#include "collision/random_heap.h"
#include "collision/soft_fixtures.h"
#include "stiction/collision/soft_pair.h"
#include "support/full_length.h"

namespace stiction::testing {
namespace {

constexpr int kRounds = round_count(2000);

bool same_spots(const std::vector<ContactSpot>& x, const std::vector<ContactSpot>& y) {
  const auto same = [](const SurfaceSpot& s, const SurfaceSpot& t) {
    return s.vertex == t.vertex && s.weight == t.weight;
  };
  return std::ranges::equal(
      x, y, [&](const ContactSpot& s, const ContactSpot& t) { return same(s.a, t.a) && same(s.b, t.b); });
}

/// Deformable bodies, and rigid ones after them.
struct SoftScene {
  std::vector<SoftBody> soft;
  std::vector<Shape> shapes;
  std::vector<Pose> poses;
  bool self_contact = false;

  SoftResult contacts(SoftMemory* memory = nullptr) const {
    std::vector<PosedShape> rigid(soft.size());
    for (std::size_t i = 0; i < shapes.size(); ++i) rigid.push_back({&shapes[i], poses[i], true});
    std::vector<PosedSoft> posed;
    for (std::size_t i = 0; i < soft.size(); ++i) posed.push_back(soft[i].posed(int(i), self_contact));
    SoftResult result;
    detect_soft_contacts(rigid, posed, {}, result.contacts, result.spots, memory);
    return result;
  }
};

using Next = std::function<void(const SoftScene& start, SoftScene& now, int round, std::mt19937& random)>;

/// How often lists were of use.
std::uint64_t check_same(const SoftScene& start, int rounds, unsigned seed, const Next& next) {
  std::mt19937 random(seed);
  SoftScene now = start;
  SoftMemory memory;
  std::size_t count = 0;
  for (int i = 0; i < rounds; ++i) {
    const SoftResult fresh = now.contacts(), remembered = now.contacts(&memory);
    EXPECT_TRUE(same_bits(fresh.contacts, remembered.contacts)) << "round " << i;
    EXPECT_TRUE(same_spots(fresh.spots, remembered.spots)) << "round " << i;
    if (::testing::Test::HasFailure()) return 0;
    count += fresh.size();
    next(start, now, i, random);
  }
  EXPECT_GT(count, std::size_t(rounds));
  return memory.served();
}

Vec3 noise(double size, std::mt19937& random) { return size * random_vector(random); }

/// Shifts, turns and bends each body by as much, and lets it travel.
void shake(SoftBody& body, double size, double travel, std::mt19937& random) {
  const Vec3 shift = noise(size, random), turn = noise(size, random), fall = noise(travel, random);
  for (std::size_t v = 0; v < body.positions.size(); ++v) {
    const Vec3 x = body.positions[v];
    body.positions[v] += shift + turn.cross(x) + noise(0.1 * size, random);
    body.travel[v] = fall + noise(0.1 * travel, random);
  }
}

/// At rest, creeping, shaken, thrown back to the start or far away, each for a while.
void all_kinds(const SoftScene& start, SoftScene& now, int round, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  const int kind = round / 10 % 8;
  const double size = kind < 3 ? 1e-9 : kind < 6 ? std::pow(10, -7 + 2.5 * uniform(random)) : 0.002 * uniform(random);
  const double travel = kind % 2 ? 1e-4 : 1e-3 * uniform(random);
  if (round % 80 == 0) now = start;
  for (SoftBody& body : now.soft) shake(body, size, travel, random);
  if (round % 80 == 37)
    for (Vec3& x : now.soft.back().positions) x.x() += 0.004;
  if (round % 80 == 57) now.soft.front().positions = start.soft.front().positions;
  for (std::size_t i = 0; i < now.poses.size(); ++i)
    if (kind > 3) now.poses[i].p += noise(size, random);
}

SoftBody placed(const TriangleMesh& mesh, const Vec3& p, double angle = 0, const Vec3& axis = Vec3::UnitZ()) {
  return SoftBody(mesh, {p, rotation(angle, axis)});
}

TEST(SoftMemory, StackedBlocks) {
  const SoftScene scene{{placed(box_mesh({0.2, 0.2, 0.05}, 6), {0, 0, 0.025}),
                         placed(box_mesh({0.1, 0.12, 0.05}, 5), {0.01, 0, 0.0752}, 17),
                         placed(box_mesh({0.1, 0.1, 0.1}, 4), {0, 0.02, 0.1503}, 40)},
                        {},
                        {}};
  EXPECT_GT(check_same(scene, kRounds, 1, all_kinds), std::uint64_t(kRounds / 2));
}

TEST(SoftMemory, RoundAndHollow) {
  const SoftScene scene{
      {placed(torus_mesh(0.1, 0.03, 20, 10), {0, 0, 0}),
       placed(torus_mesh(0.1, 0.03, 18, 10), {0.13, 0, 0}, 86, Vec3::UnitX()),
       placed(icosphere_mesh(0.075, 2), {0, 0, 0.0265}), placed(bracket_mesh(0.2, 0.04, 0.1), {0.1, 0.1, 0.081}, 23)},
      {},
      {}};
  EXPECT_GT(check_same(scene, kRounds / 4, 2, all_kinds), std::uint64_t(kRounds / 8));
}

TEST(SoftMemory, AmongRigidBodies) {
  const SoftScene scene{
      {placed(box_mesh({0.2, 0.2, 0.05}, 5), {0, 0, 0.0252}), placed(torus_mesh(0.1, 0.03, 20, 10), {0, 0, 0.0805})},
      {HalfSpace{}, Cylinder{0.03, 0.05}, box(0.1, 0.1, 0.1), Capsule{0.02, 0.05}},
      {{}, {Vec3(0.13, 0, 0.05), Mat3::Identity()}, {Vec3(-0.15, 0, 0.05), Mat3::Identity()}, {Vec3(0, 0, 0.1)}}};
  EXPECT_GT(check_same(scene, kRounds, 3, all_kinds), std::uint64_t(kRounds / 20));
}

TEST(SoftMemory, BodiesThatTouchThemselves) {
  SoftScene scene{{u_shape(0.3, 0.05, 0.0004, 8)}, {}, {}, true};
  EXPECT_GT(check_same(scene, kRounds / 2, 4, all_kinds), std::uint64_t(kRounds / 8));
  scene.soft.push_back(placed(torus_mesh(0.1, 0.03, 16, 10), {0.15, 0, 0.1}));
  EXPECT_GT(check_same(scene, kRounds / 4, 5, all_kinds), std::uint64_t(kRounds / 8));
}

TEST(SoftMemory, FastThenSlow) {
  // Falls in large steps, comes to rest within the other by less and less, and is thrown up again.
  const SoftScene scene{
      {placed(box_mesh({0.2, 0.2, 0.05}, 6), {0, 0, 0}), placed(icosphere_mesh(0.05, 3), {0.01, 0.02, 0.0755})},
      {},
      {}};
  const Next fall = [](const SoftScene& start, SoftScene& now, int round, std::mt19937& random) {
    const int phase = round % 60;
    const Vec3 step(0, 0, phase == 0 ? 0.02 : phase < 11 ? -0.002 : phase < 20 ? -1e-4 / phase : 0);
    for (Vec3& x : now.soft[1].positions) x += step;
    now.soft[1].move_by(phase < 11 ? step : Vec3(0, 0, -1e-4));
    if (phase == 59) now.soft[1].positions = start.soft[1].positions;
    shake(now.soft[0], 1e-10, 1e-5, random);
  };
  EXPECT_GT(check_same(scene, kRounds, 6, fall), std::uint64_t(kRounds / 4));
}

TEST(SoftMemory, OneDeepWithinTheOther) {
  const SoftScene scene{
      {placed(box_mesh({0.2, 0.2, 0.1}, 6), {0, 0, 0}), placed(icosphere_mesh(0.05, 3), {0.01, 0.02, 0.08})}, {}, {}};
  check_same(scene, kRounds / 4, 7, all_kinds);
}

TEST(SoftMemory, IsUsedAtRestAndNotInFlight) {
  SoftScene scene{
      {placed(box_mesh({0.2, 0.2, 0.05}, 6), {0, 0, 0}), placed(icosphere_mesh(0.05, 3), {0.01, 0.02, 0.0752})},
      {},
      {}};
  SoftMemory resting, flying;
  for (int i = 0; i < 100; ++i) scene.contacts(&resting);
  EXPECT_GE(resting.served(), 90u);
  for (int i = 0; i < 100; ++i) {
    for (Vec3& x : scene.soft[1].positions) x.x() += 0.001;
    scene.contacts(&flying);
  }
  EXPECT_EQ(flying.served(), 0u);
  // Both together: they are at rest relative to each other.
  SoftMemory together;
  for (int i = 0; i < 100; ++i) {
    for (SoftBody& body : scene.soft)
      for (Vec3& x : body.positions) x.y() += 0.001;
    if (i == 0) scene.soft[1] = placed(icosphere_mesh(0.05, 3), scene.soft[0].positions[0] + Vec3(0.1, 0.1, 0.1));
    scene.contacts(&together);
  }
  EXPECT_GE(together.served(), 80u);
}

TEST(SoftMemory, AnotherBodyOfTheSameNumberAndPairsThatPart) {
  const SoftBody ball = placed(icosphere_mesh(0.05, 3), {0.01, 0.02, 0.0752}),
                 torus = placed(torus_mesh(0.05, 0.02, 16, 10), {0.01, 0.02, 0.0452});
  SoftScene scene{{placed(box_mesh({0.2, 0.2, 0.05}, 6), {0, 0, 0}), ball}, {}, {}};
  SoftMemory memory;
  for (int i = 0; i < 24; ++i) {
    scene.soft[1] = i % 12 < 8 ? ball : torus;
    ASSERT_TRUE(same_bits(scene.contacts().contacts, scene.contacts(&memory).contacts)) << i;
  }
  EXPECT_EQ(memory.size(), 1u);
  for (Vec3& x : scene.soft[1].positions) x.x() += 1;
  for (int i = 0; i < 100; ++i) scene.contacts(&memory);
  EXPECT_EQ(memory.size(), 0u);
}

TEST(NearFeatures, AreNotUsedBeyondWhatTheyWereFoundFor) {
  SoftBody ground = placed(box_mesh({0.2, 0.2, 0.05}, 6), {0, 0, 0}),
           ball = placed(icosphere_mesh(0.05, 3), {0.01, 0.02, 0.0752});
  const PosedSoft posed_ground = ground.posed(0), posed_ball = ball.posed(1);
  const SoftFrame a(posed_ground), b(posed_ball);
  const TouchLimits limits = touch_limits(0.05);
  const double reach = NearFeatures::reach_of(a, b, limits);
  NearFeatures near;
  const auto shot_a = std::make_shared<const SoftShot>(a), shot_b = std::make_shared<const SoftShot>(b);
  EXPECT_FALSE(near.cover(*shot_a, *shot_b, limits, reach, INFINITY, true));
  ASSERT_TRUE(near.find(a, b, limits, 2 * reach, 1e-4, shot_a, shot_b));
  EXPECT_FALSE(near.vertices_of_b().entries.empty());
  EXPECT_LT(near.vertices_of_b().entries.size(), ball.positions.size() / 4);
  EXPECT_TRUE(near.cover(*shot_a, *shot_b, limits, 2 * reach, INFINITY, true));
  EXPECT_FALSE(near.cover(*shot_a, *shot_b, limits, 2.01 * reach, 0, false));
  EXPECT_FALSE(near.cover(*shot_a, *shot_b, limits, NAN, 0, false));
  const auto moved = [&](double by) {
    ball.positions.front().z() += by;
    const bool covered = near.cover(*shot_a, SoftShot(b), limits, reach, INFINITY, true);
    ball.positions.front().z() -= by;
    return covered;
  };
  EXPECT_TRUE(moved(0.9e-4));
  EXPECT_FALSE(moved(1.1e-4));
  EXPECT_FALSE(moved(NAN));
}

}  // namespace
}  // namespace stiction::testing
