// Smooth surfaces in scenes: reading, writing, checking, mass, and the gallery's scenes at work.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <tuple>

#include "scene/scene_fixtures.h"
#include "stiction/bodies/rigid/rigid_motion.h"
#include "stiction/geometry/smooth/smooth_shapes.h"
#include "stiction/scene/gallery.h"
#include "stiction/scene/smooth_model.h"

namespace stiction {
namespace {

using namespace stiction::testing;

std::string scene_with(const std::string& shape, const std::string& more = "", const std::string& top = "") {
  return R"({"stiction": 1, "bodies": [{"name": "b", "shape": {"smooth": )" + shape + "}" + more + "}]" + top + "}";
}

Scene read(const std::string& text) { return scene_from_json(text, "test"); }

/// The error that reading `text` gives; empty if none.
std::string message_of(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(SmoothScene, WritesWhatItReads) {
  const std::string open = R"(, "mass": 1, "inertia": [1, 1, 1], "centre_of_mass": [0, 0, 0.001])";
  for (const std::string& text :
       {scene_with(R"({"sphere": {"radius": 0.1}})"),
        scene_with(R"({"ellipsoid": {"semi_axes": [0.1, 0.2, 0.3]}, "segments": 3})"),
        scene_with(R"({"torus": {"ring": 0.2, "tube": 0.1}, "segments": 8})"),
        scene_with(R"({"plane": {"size": [1, 2]}})", R"(, "fixed": true)"),
        scene_with(R"({"paraboloid": {"radii": [1, 2], "size": [0.2, 0.2]}})", open),
        scene_with(R"({"paraboloid": {"radii": [1, 2], "size": [0.2, 0.2], "bowl": true}})", R"(, "fixed": true)"),
        scene_with(R"({"loop": {"builtin": "bowl"}, "segments": 2})"),
        scene_with(R"({"loop": {"vertices": [[1,1,1],[-1,-1,1],[-1,1,-1],[1,-1,-1]], "scale": 0.1,
                    "triangles": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]]}, "segments": 4})"),
        scene_with(R"({"sphere": {"radius": 0.1}})", "",
                   R"(, "evolution": {"method": "runge_kutta4", "max_step": 0.02, "viscous_turn": 0.1})")}) {
    const Scene scene = read(text);
    const std::string written = scene_to_json(scene);
    EXPECT_EQ(scene_to_json(read(written)), written) << text;
    EXPECT_TRUE(build_world(scene).model().bodies[0].smooth) << text;
  }
}

TEST(SmoothScene, MassComesFromTheSurfaceNotFromItsTriangles) {
  const World world = build_world(read(scene_with(R"({"ellipsoid": {"semi_axes": [0.1, 0.2, 0.3]}, "segments": 2})")));
  const RigidBody& body = world.model().bodies[0];
  const double mass = 1000 * 4. / 3 * std::numbers::pi * 0.1 * 0.2 * 0.3;
  EXPECT_NEAR(body.mass, mass, 1e-9 * mass);
  EXPECT_NEAR(body.inertia(0, 0), mass / 5 * (0.04 + 0.09), 1e-9 * mass);
  EXPECT_LT(body.frame_origin.norm(), 1e-12);
}

TEST(SmoothScene, BowlWeighsJustUnderAKilogram) {
  const Scene scene = build_gallery_scene("bowl");
  const World world = build_world(scene);
  EXPECT_LT(world.model().bodies[1].mass, 1);
  EXPECT_GT(world.model().bodies[1].mass, 0.9);
}

/// Maximum step, s, and integrator.
class ThrownBowl : public ::testing::TestWithParam<std::tuple<double, std::string>> {};

// Whatever the steps, the bowl bounces, rolls and ends at rest, upright on the table, without the general path.
TEST_P(ThrownBowl, EndsAtRestOnTheTable) {
  const auto& [step, method] = GetParam();
  Scene scene = build_gallery_scene("bowl");
  scene.step = scene.evolution.max_step = step;
  scene.evolution.min_step = std::min(step, 1e-3);
  scene.evolution.method = method;
  World world = build_world(scene);
  int impacts = 0;
  while (world.state().time < 12 - 0.5 * step) {
    const StepReport& report = world.step();
    ASSERT_EQ(report.smooth.general, 0) << world.state().time;
    for (const SmoothEvent& event : report.smooth.events) impacts += event.kind == SmoothEventKind::impact;
  }
  const BodyState& bowl = world.state().bodies[1];
  EXPECT_GE(impacts, 2);
  EXPECT_LT(std::max(std::abs(bowl.position.x()), std::abs(bowl.position.y())), 0.2 - 0.065);
  EXPECT_GT(Vec3(bowl.rotation * Vec3::UnitZ()).z(), 1 - 1e-6);
  EXPECT_LT(bowl.velocity.norm(), 1e-5);
  EXPECT_LT(angular_velocity(world.model().bodies[1], bowl).norm(), 1e-4);
}
INSTANTIATE_TEST_SUITE_P(MaximumSteps, ThrownBowl,
                         ::testing::Values(std::tuple(1e-3, std::string("runge_kutta4")),
                                           std::tuple(16e-3, "runge_kutta4"), std::tuple(64e-3, "runge_kutta4"),
                                           std::tuple(1e-2, "dormand_prince")));

TEST(SmoothScene, ErrorsNameTheField) {
  const auto expect = [](const std::string& text, const std::string& field) {
    const std::string error = message_of(text);
    EXPECT_NE(error.find(field), std::string::npos) << field << " in: " << error;
  };
  expect(scene_with(R"({"sphere": {"radius": -1}})"), "sphere");
  expect(scene_with(R"({"sphere": {"size": 1}})"), "bodies[0].shape.smooth.sphere");
  expect(scene_with(R"({"sphere": {"radius": 1}, "torus": {"ring": 1, "tube": 0.1}})"), "bodies[0].shape.smooth");
  expect(scene_with(R"({"egg": {}})"), "egg");
  expect(scene_with(R"({"torus": {"ring": 0.1, "tube": 0.2}})"), "torus");
  expect(scene_with(R"({"plane": {"size": [1, 1]}})"), "fixed");
  expect(scene_with(R"({"plane": {"size": [1]}})", R"(, "fixed": true)"), "bodies[0].shape.smooth.plane.size");
  expect(scene_with(R"({"paraboloid": {"radii": [1, 2], "size": [0.2, 0.2]}})"), "mass");
  expect(scene_with(R"({"paraboloid": {"radii": [1, 2], "size": [0.2, 0.2]}})", R"(, "mass": 1)"), "inertia");
  expect(scene_with(R"({"loop": {"builtin": "cup"}})"), "builtin");
  expect(scene_with(R"({"loop": {"file": "missing.obj"}})"), "missing.obj");
  expect(scene_with(R"({"bezier": {"patches": [[[0, 0, 0]]]}})"), "bezier.patches[0]");
  expect(scene_with(R"({"sphere": {"radius": 0.1}, "segments": 0})"), "segments");
  expect(scene_with(R"({"sphere": {"radius": 0.1}})", "", R"(, "evolution": {"method": "euler"})"), "evolution.method");
  expect(scene_with(R"({"sphere": {"radius": 0.1}})", "", R"(, "evolution": {"tolerance": 0})"), "evolution.tolerance");
  expect(scene_with(R"({"sphere": {"radius": 0.1}})", "", R"(, "evolution": {"speed": 1})"), "speed");
  expect(
      R"({"stiction": 1, "bodies": [{"name": "b", "shape": {"compound": [{"shape": {"smooth": {"sphere": {"radius": 1}}}}]}}]})",
      "compound");
}

// A lid closes an open surface for the general path; pictures and facets need it, the contact does not.
TEST(SmoothScene, OpenSurfacesGetALid) {
  SmoothDescription boat;
  boat.form = SmoothParaboloid{{0.135, 0.06}, {0.24, 0.1}, false};
  complete(boat, false);
  EXPECT_FALSE(boat.closed);
  ASSERT_TRUE(boat.solid);
  EXPECT_GT(boat.solid->moments().volume, 0);
  complete(boat, true);
  EXPECT_TRUE(boat.terrain);
}

// Single pairs are moved by contact evolution all the time.
TEST(SmoothScene, GalleryScenesEvolve) {
  for (const std::string name : {"rattleback", "ball_on_bowl", "egg", "ball_off_sphere", "euler_disc", "ellipsoids"}) {
    const Scene scene = build_gallery_scene(name);
    World world = build_world(scene);
    int general = 0, touching = 0;
    for (int i = 0; i < 100; ++i) {
      const StepReport& report = world.step();
      general += report.smooth.general;
      touching += report.smooth.touching;
      EXPECT_TRUE(report.converged) << name;
    }
    EXPECT_EQ(general, 0) << name;
    if (name != "ellipsoids") {
      EXPECT_GT(touching, 50) << name;
    }
  }
}

// Bodies that rest on each other evolve together until one falls.
TEST(SmoothScene, BallOnBallOnBowl) {
  World world = build_world(build_gallery_scene("ball_on_ball_on_bowl"));
  const double before = world.kinetic_energy() + world.potential_energy();
  for (int i = 0; i < 60; ++i) {
    const StepReport& report = world.step();
    ASSERT_EQ(report.smooth.general, 0) << i;
    ASSERT_EQ(report.smooth.touching, 2) << i;
  }
  EXPECT_NEAR((world.kinetic_energy() + world.potential_energy()) / before, 1, 1e-6);
  EXPECT_GT(world.state().bodies[2].velocity.norm(), 0.02);
  for (int i = 0; i < 100; ++i) world.step();
  EXPECT_LT(world.state().bodies[2].position.z(), 0.09);  // it has fallen
}

TEST(SmoothScene, BallKeepsItsCircle) {
  World world = build_world(build_gallery_scene("ball_on_bowl"));
  const Vec3 start = world.state().bodies[1].position;
  for (int i = 0; i < 300; ++i) world.step();
  const Vec3 end = world.state().bodies[1].position;
  EXPECT_NEAR(std::hypot(end.x(), end.y()), start.x(), 1e-6);
  EXPECT_NEAR(end.z(), start.z(), 1e-6);
}

// Frictionless: cos θ = 2/3 cos θ0.
TEST(SmoothScene, BallLeavesTheSphereWhereItShould) {
  const Scene scene = build_gallery_scene("ball_off_sphere");
  World world = build_world(scene);
  double leaves = -1;
  Vec3 before = Vec3::Zero();
  for (int i = 0; i < 140 && leaves < 0; ++i) {
    before = world.state().bodies[1].position;
    for (const SmoothEvent& event : world.step().smooth.events)
      if (event.kind == SmoothEventKind::leaves) leaves = event.time;
  }
  ASSERT_GT(leaves, 0);
  const double wanted = 2. / 3 * std::cos(10 * std::numbers::pi / 180) * 1.1;
  EXPECT_LT(world.state().bodies[1].position.z(), wanted);
  EXPECT_GT(before.z(), wanted);
}

}  // namespace
}  // namespace stiction
