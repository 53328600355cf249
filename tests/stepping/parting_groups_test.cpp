// Which bodies are moved to undo overlap: who touches whom only says where to look first.
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "stiction/assembly/overlap.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/collision/detector.h"
#include "stiction/scene/scene.h"
#include "stiction/solvers/contact_solver.h"

namespace stiction {
namespace {

/// Boxes of 0.2 m in a row with their middles at `x`, all of which overlap by at most 5 mm, parted. `fixed`: the first
/// one is. `touching`: pairs that are said to touch.
std::vector<BodyState> parted(const std::vector<double>& x, bool fixed,
                              const std::vector<std::pair<int, int>>& touching) {
  Scene scene;
  scene.materials["wood"] = {0.5, 0, 1000};
  for (const double at : x) {
    BodyDescription box;
    box.name = "box" + std::to_string(scene.bodies.size());
    box.shape = BoxDescription{Vec3::Constant(0.2)};
    box.material = "wood";
    box.position = Vec3(at, 0, 0);
    box.fixed = fixed && scene.bodies.empty();
    scene.bodies.push_back(box);
  }
  const World world = build_world(scene);
  const std::vector<RigidBody>& bodies = world.model().bodies;
  std::vector<BodyState> states = world.state().bodies;
  const std::vector<char> apart(x.size(), 0);
  const auto solver = make_solver({});
  const auto solve = [&](const ContactProblem& problem) {
    std::vector<Vec3> r(problem.contacts.size(), Vec3::Zero());
    solver->solve(problem, r, Budget{});
    return r;
  };
  std::vector<ContactPoint> contacts(touching.size());
  for (std::size_t k = 0; k < touching.size(); ++k) std::tie(contacts[k].body_a, contacts[k].body_b) = touching[k];
  const OverlapReport report = part_bodies({bodies, {}, {}, {}, Vec3::Zero(), apart, contacts}, solve, states);
  EXPECT_NEAR(report.overlap, 5e-3, 1e-9);
  std::vector<PosedShape> posed;
  for (std::size_t i = 0; i < x.size(); ++i) posed.push_back({&bodies[i].shape, pose(states[i]), false});
  EXPECT_EQ(excess_overlap(bodies, detect_contacts(posed, {})), 0);
  return states;
}

std::vector<std::pair<int, int>> neighbours(int count) {
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i + 1 < count; ++i) pairs.emplace_back(i, i + 1);
  return pairs;
}

// The first two overlap; parted, the second one would go into the third, and that into the last.
TEST(PartingGroups, AWrongGuessChangesNothing) {
  const std::vector<double> row = {0.0, 0.195, 0.395, 0.595};
  const std::vector<BodyState> right = parted(row, false, neighbours(4)), wrong = parted(row, false, {{0, 1}, {2, 3}}),
                               none = parted(row, false, {});
  EXPECT_GT((right[3].position - Vec3(0.595, 0, 0)).norm(), 1e-4);  // the last one had to move
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(right[i].position, wrong[i].position);
    EXPECT_EQ(right[i].position, none[i].position);
  }
}

TEST(PartingGroups, InAHeapOnlyWhatIsNearIsMoved) {
  // Between the third and the fourth there is room.
  const std::vector<double> row = {0, 0.195, 0.395, 0.605, 0.805, 1.005};
  const std::vector<BodyState> after = parted(row, true, neighbours(6));
  EXPECT_NEAR(after[1].position.x(), 0.2, 1e-4);
  EXPECT_NEAR(after[2].position.x(), 0.4, 2e-4);
  for (const std::size_t i : {3, 4, 5}) EXPECT_EQ(after[i].position.x(), row[i]);
}

TEST(PartingGroups, WhereThatIsNotEnoughAllOfItIsMoved) {
  const std::vector<double> row = {0, 0.195, 0.395, 0.595, 0.795, 0.995};
  const std::vector<BodyState> after = parted(row, true, neighbours(6));
  for (const std::size_t i : {1, 2, 3, 4, 5}) EXPECT_NEAR(after[i].position.x(), 0.2 * double(i), 3e-4);
}

}  // namespace
}  // namespace stiction
