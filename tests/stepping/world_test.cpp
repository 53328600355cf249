// One step as a user sees it: forces, gaps, other solvers, budgets and broken states.
#include "stiction/stepping/world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "stiction/common/error.h"
#include "support/expect_holds.h"

namespace stiction {

static std::string name_of(const SolverSettings& s) {
  return s.type + "_" + s.form + (s.warm_start ? "_warm" : "_cold");
}
// Found by the test framework where it prints a parameter, hence not in the unnamed namespace.
static void PrintTo(const SolverSettings& s, std::ostream* out) { *out << name_of(s); }

namespace {

/// Sum of the impulses that the floor (body 0) gives to everything on it, N·s.
Vec3 floor_impulse(const WorldState& state) {
  Vec3 sum = Vec3::Zero();
  for (const ContactState& c : state.contacts) {
    // Impulses act on body_a; here that is the floor.
    if (c.body_a == 0) sum -= c.impulse_normal * c.normal + c.impulse_tangent;
  }
  return sum;
}

TEST(World, FloorCarriesExactlyTheWeight) {
  World world = build_world(build_gallery_scene("stack", {{"count", 3}}));
  const double weight = 3 * 8 * 9.81 * world.model().step;  // three cubes of 8 kg
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(world.step().converged);
    const Vec3 push = floor_impulse(world.state());
    EXPECT_NEAR(push.z(), weight, 1e-6 * weight);
    EXPECT_LT(push.head<2>().norm(), 1e-6 * weight);
  }
  // Each joint is the whole face: four corners, each with a share of the weight above it.
  EXPECT_EQ(world.state().contacts.size(), 12u);
  for (const ContactState& c : world.state().contacts) {
    EXPECT_GE(c.impulse_normal, 0);
    EXPECT_DOUBLE_EQ(c.mu, 0.5);
    EXPECT_NEAR(std::abs(c.position.x()), 0.1, 1e-6);
    EXPECT_NEAR(std::abs(c.position.y()), 0.1, 1e-6);
    EXPECT_NEAR(std::abs(c.normal.z()), 1, 1e-9);
    EXPECT_LT(c.slip.norm(), 1e-6);
  }
}

TEST(World, FrictionOnASlopeBalancesGravity) {
  World world = build_world(build_gallery_scene("incline", {{"angle", 20}}));
  for (int i = 0; i < 10; ++i) world.step();
  const double weight = 8 * 9.81 * world.model().step;
  EXPECT_LT((floor_impulse(world.state()) - Vec3(0, 0, weight)).norm(), 1e-6 * weight);
}

TEST(World, SphereClosesItsGapExactlyAndGoesNoFurther) {
  // 0.3 mm above the floor and falling at 1 m/s: free, it would end the step 10 mm below.
  Scene scene = build_gallery_scene("bounce", {{"height", 0.0003}, {"restitution", 0}});
  scene.step = 0.01;
  scene.bodies[1].velocity = Vec3(0, 0, -1);
  World world = build_world(scene);
  const StepReport& report = world.step();
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.contacts, 1);
  EXPECT_NEAR(world.state().bodies[1].position.z(), 0.1, 1e-9);
  EXPECT_NEAR(world.state().bodies[1].velocity.z(), -0.03, 1e-7);
  for (int i = 0; i < 20; ++i) world.step();
  EXPECT_NEAR(world.state().bodies[1].position.z(), 0.1, 1e-8);
}

TEST(World, SphereThatDoesNotReachTheFloorFeelsNothing) {
  Scene scene = build_gallery_scene("bounce", {{"height", 0.02}, {"restitution", 0}});
  scene.step = 0.01;
  scene.bodies[1].velocity = Vec3(0, 0, -1);
  World world = build_world(scene);
  world.step();
  EXPECT_EQ(world.state().bodies[1].velocity.z(), -1 + 0.01 * -9.81);
}

TEST(World, ReportTellsEnergies) {
  World world = build_world(build_gallery_scene("bounce", {{"height", 2}}));
  const double m = world.model().bodies[1].mass;
  const StepReport& report = world.step();
  const double v = 9.81 * world.model().step;
  EXPECT_NEAR(report.kinetic_energy, 0.5 * m * v * v, 1e-12);
  EXPECT_NEAR(report.potential_energy, m * 9.81 * (2.1 - v * world.model().step), 1e-9);
  EXPECT_EQ(report.path, SolvePath::none);
  EXPECT_EQ(report.contacts, 0);
}

class OtherSolver : public ::testing::TestWithParam<SolverSettings> {};

TEST_P(OtherSolver, HoldsAStackAndATent) {
  Scene stack = build_gallery_scene("stack", {{"count", 5}}), tent = build_gallery_scene("tent");
  stack.solver = tent.solver = GetParam();
  testing::expect_holds("stack of 5, " + GetParam().type + " " + GetParam().form, stack, 5);
  testing::expect_holds("tent, " + GetParam().type + " " + GetParam().form, tent, 5);
}

SolverSettings settings(const std::string& type, const std::string& form = "auto", bool warm_start = true) {
  SolverSettings s;
  s.type = type;
  s.form = form;
  s.warm_start = warm_start;
  return s;
}

INSTANTIATE_TEST_SUITE_P(World, OtherSolver,
                         ::testing::Values(settings("staggered_projections"),
                                           settings("staggered_projections", "primal"),
                                           settings("staggered_projections", "dual"), settings("proximal_newton"),
                                           settings("auto", "auto", false)),
                         [](const auto& test) { return name_of(test.param); });

// A polygon inside the disk is another friction law, so its certificate against the disk may be large where things
// slip. At rest the polygon is as good: nothing moves.
TEST(World, PolygonFrictionHoldsAStackAndATent) {
  for (Scene scene : {build_gallery_scene("stack", {{"count", 5}}), build_gallery_scene("tent")}) {
    for (const int samples : {4, 8}) {
      scene.solver.type = "staggered_projections";
      scene.solver.friction_samples = samples;
      const auto o = testing::run_scene(scene, {.duration = 5});
      testing::print(scene.name + ", polygon of " + std::to_string(samples), o);
      EXPECT_LT(o.motion, 1e-4) << scene.name;
      EXPECT_LT(o.penetration, 1e-4) << scene.name;
    }
  }
}

// Friction as large as a square allows: along its diagonals it is that of the disk, across its sides 1/sqrt(2) of it.
TEST(World, SquareFrictionSlidesFurtherAcrossItsSides) {
  const auto distance = [](double heading) {
    Scene scene = build_gallery_scene("slide", {{"heading", heading}});
    scene.solver.type = "staggered_projections";
    scene.solver.friction_samples = 4;
    World world = build_world(scene);
    const Vec3 start = world.state().bodies[1].position;
    for (int i = 0; i < 1200; ++i) world.step();
    EXPECT_LT(world.state().bodies[1].velocity.norm(), 1e-3);
    return (world.state().bodies[1].position - start).norm();
  };
  const double along = distance(0), across = distance(45);
  EXPECT_NEAR(along, 4 / (2 * 0.3 * 9.81), 0.002);
  EXPECT_NEAR(across / along, std::sqrt(2.0), 0.01);
}

/// Least u_n - b over the contacts of the last step, m/s, from the velocities that were applied.
double least_normal_velocity(const World& world) {
  const ContactProblem& p = world.last_problem();
  const std::vector<Vec6> v = velocities(p, world.last_impulses());
  double least = 0;
  for (const ProblemContact& c : p.contacts) least = std::min(least, contact_velocity(c, v).x() - c.bias);
  return least;
}

/// Takes steps with too small a budget: those that miss the tolerance must say so, and must still not drive bodies into
/// each other.
void expect_honest_when_cut_short(Scene scene, int steps) {
  World world = build_world(scene);
  int missed = 0;
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = world.step();
    EXPECT_EQ(report.converged, report.certificate.error <= scene.solver.tolerance);
    if (report.converged) continue;
    ++missed;
    EXPECT_EQ(report.path, SolvePath::unconverged);
    EXPECT_GE(least_normal_velocity(world), -1e-9) << "step " << i;
    EXPECT_LE(report.certificate.normal, 1e-9) << "step " << i;
  }
  EXPECT_GT(missed, 0) << "the budget was enough: this tests nothing";
}

TEST(World, OutOfTimeIsReportedAndDoesNotPenetrate) {
  Scene scene = build_gallery_scene("card_house", {{"levels", 3}});
  scene.solver.time_limit_s = 1e-9;
  expect_honest_when_cut_short(scene, 20);
}

TEST(World, OutOfFactorizationsIsReportedAndDoesNotPenetrate) {
  Scene scene = build_gallery_scene("card_house", {{"levels", 3}});
  scene.solver.max_factorizations = 2;
  expect_honest_when_cut_short(scene, 20);
}

// A limit on the work, unlike one on time, gives the same steps again.
TEST(World, OutOfFactorizationsRepeatsExactly) {
  Scene scene = build_gallery_scene("pile", {{"count", 20}});
  scene.solver.max_factorizations = 3;
  World one = build_world(scene), two = build_world(scene);
  int missed = 0;
  for (int i = 0; i < 120; ++i) {
    const StepReport& report = one.step();
    if (!report.converged) {
      ++missed;
      // Groups of bodies that did converge are only within tolerance.
      EXPECT_LE(report.certificate.normal, 2e-6) << "step " << i;
    }
    two.step();
  }
  EXPECT_GT(missed, 0) << "the budget was enough: this tests nothing";
  EXPECT_EQ(hash(one.state()), hash(two.state()));
}

TEST(World, OutOfIterationsIsReportedAndDoesNotPenetrate) {
  Scene scene = build_gallery_scene("arch", {{"stones", 9}, {"mu", 0.3}});
  scene.solver.type = "staggered_projections";
  scene.solver.max_iterations = 1;
  expect_honest_when_cut_short(scene, 20);
}

TEST(World, NanInABodyThatTouchesNothingIsNeverConverged) {
  const World good = build_world(build_gallery_scene("cluster", {}));
  WorldState state = good.state();
  state.bodies[0].velocity.x() = std::numeric_limits<double>::quiet_NaN();
  World world(good.model(), state);
  EXPECT_FALSE(world.step().converged);
}

TEST(World, NanIsNeverConverged) {
  const WorldModel model = build_world(build_gallery_scene("stack", {{"count", 2}})).model();
  const WorldState good = build_world(build_gallery_scene("stack", {{"count", 2}})).state();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (int entry = 0; entry < 4; ++entry) {
    WorldState state = good;
    if (entry == 0) state.bodies[1].position.z() = nan;
    if (entry == 1) state.bodies[1].velocity.x() = nan;
    if (entry == 2) state.bodies[1].angular_momentum.y() = nan;
    if (entry == 3) state.bodies[1].rotation.x() = nan;
    try {
      World world(model, state);
      EXPECT_FALSE(world.step().converged) << entry;
    } catch (const Error&) {
      // Refusing the state is as good.
    }
  }
}

TEST(World, RefusesAStateOfAnotherScene) {
  const WorldModel model = build_world(build_gallery_scene("stack", {{"count", 2}})).model();
  const WorldState state = build_world(build_gallery_scene("stack", {{"count", 3}})).state();
  EXPECT_THROW(World(model, state), InputError);
}

}  // namespace
}  // namespace stiction
