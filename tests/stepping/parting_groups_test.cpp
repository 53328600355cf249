// Groups of touching bodies only say where overlap is looked for first: a wrong guess changes nothing.
#include <gtest/gtest.h>

#include <string>

#include "stiction/assembly/overlap.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/collision/detector.h"
#include "stiction/scene/scene.h"
#include "stiction/solvers/contact_solver.h"

namespace stiction {
namespace {

// Four boxes in a row. The first two overlap; parted, the second one would go into the third, and that into the last.
std::vector<BodyState> parted(const std::vector<int>& group) {
  Scene scene;
  scene.materials["wood"] = {0.5, 0, 1000};
  for (const double x : {0.0, 0.195, 0.395, 0.595}) {
    BodyDescription box;
    box.name = "box" + std::to_string(scene.bodies.size());
    box.shape = BoxDescription{Vec3::Constant(0.2)};
    box.material = "wood";
    box.position = Vec3(x, 0, 0);
    scene.bodies.push_back(box);
  }
  const World world = build_world(scene);
  const std::vector<RigidBody>& bodies = world.model().bodies;
  std::vector<BodyState> states = world.state().bodies;
  const std::vector<char> apart(4, 0);
  const auto solver = make_solver({});
  const auto solve = [&](const ContactProblem& problem) {
    std::vector<Vec3> r(problem.contacts.size(), Vec3::Zero());
    solver->solve(problem, r, Budget{});
    return r;
  };
  const OverlapReport report = part_bodies({bodies, {}, {}, {}, Vec3::Zero(), apart, group}, solve, states);
  EXPECT_NEAR(report.overlap, 5e-3, 1e-9);
  std::vector<PosedShape> posed;
  for (std::size_t i = 0; i < 4; ++i) posed.push_back({&bodies[i].shape, pose(states[i]), false});
  EXPECT_EQ(excess_overlap(bodies, detect_contacts(posed, {})), 0);
  return states;
}

TEST(PartingGroups, AWrongGuessChangesNothing) {
  const std::vector<BodyState> right = parted({0, 0, 0, 0}), wrong = parted({0, 0, 1, 1}),
                               none = parted({-1, -1, -1, -1});
  EXPECT_GT((right[3].position - Vec3(0.595, 0, 0)).norm(), 1e-4);  // the last one had to move
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(right[i].position, wrong[i].position);
    EXPECT_EQ(right[i].position, none[i].position);
  }
}

}  // namespace
}  // namespace stiction
