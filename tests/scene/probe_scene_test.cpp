// Probes: in files, and what they read.
#include "scene/scene_fixtures.h"
#include "stiction/scene/gallery.h"
#include "stiction/scene/probe.h"
#include "stiction/stepping/measures.h"

namespace stiction {
namespace {

using namespace stiction::testing;

std::string probed(const std::string& probes) {
  return scene_text(R"("joints": [{"name": "pin", "type": "ball", "bodies": ["ball"], "anchor": [5, 0, 2]}],
                      "probes": [)" +
                    probes + "],");
}

TEST(ProbeScene, EveryTypeIsReadAndWritten) {
  const Scene scene = scene_from_json(probed(R"(
    {"name": "a", "type": "position", "body": "box"}, {"name": "b", "type": "velocity", "body": "box"},
    {"name": "c", "type": "angular_velocity", "body": "box"}, {"name": "d", "type": "contact_force", "body": "box"},
    {"name": "e", "type": "pair_force", "bodies": ["box", "floor"]}, {"name": "f", "type": "joint_force", "joint": "pin"},
    {"name": "g", "type": "joint_torque", "joint": "pin"}, {"name": "h", "type": "energy"},
    {"name": "i", "type": "momentum"}, {"name": "j", "type": "angular_momentum"})"),
                                      "t.json");
  ASSERT_EQ(scene.probes.size(), 10u);
  EXPECT_EQ(scene.probes[4].body, "box");
  EXPECT_EQ(scene.probes[4].body_b, "floor");
  EXPECT_EQ(scene.probes[5].joint, "pin");
  const std::string text = scene_to_json(scene);
  EXPECT_EQ(scene_to_json(scene_from_json(text, "t.json")), text);
  const Probes probes(scene);
  EXPECT_EQ(probes.columns().size(), 29u);
  EXPECT_EQ(probes.columns()[0], "a.x [m]");
  EXPECT_EQ(probes.columns()[14], "e.z [N]");
  EXPECT_EQ(probes.columns()[21], "h.kinetic [J]");
  EXPECT_EQ(probes.read(build_world(scene)).size(), 29u);
}

TEST(ProbeScene, BadOnesAreRefused) {
  struct Bad {
    const char *probes, *place, *reason;
  };
  for (const Bad& bad : std::initializer_list<Bad>{
           {R"({"type": "energy"})", "probes[0]", "add \"name\""},
           {R"({"name": "p"})", "probes[0]", "add \"type\""},
           {R"({"name": "", "type": "energy"})", "probes[0].name", "give a name"},
           {R"({"name": "p", "type": "speed"})", "probes[0].type", "angular_velocity"},
           {R"({"name": "p", "type": "energy", "colour": 1})", "probes[0].colour", "known fields"},
           {R"({"name": "p", "type": "energy", "body": "box"})", "probes[0].body", "does not fit"},
           {R"({"name": "p", "type": "position"})", "probes[0]", "add \"body\""},
           {R"({"name": "p", "type": "position", "body": "bax"})", "probes[0].body (probe \"p\")", "\"box\""},
           {R"({"name": "p", "type": "position", "joint": "pin"})", "probes[0].joint", "does not fit"},
           {R"({"name": "p", "type": "pair_force", "bodies": ["box"]})", "probes[0].bodies", "two bodies"},
           {R"({"name": "p", "type": "pair_force", "bodies": ["box", "box"]})", "probes[0].bodies", "different"},
           {R"({"name": "p", "type": "pair_force", "bodies": ["box", "bal"]})", "probes[0].bodies[1]", "\"ball\""},
           {R"({"name": "p", "type": "joint_force", "joint": "pi"})", "probes[0].joint", "\"pin\""},
           {R"({"name": "p", "type": "joint_coordinate", "joint": "pin"})", "probes[0].joint", "no coordinate"},
           {R"({"name": "p", "type": "energy"}, {"name": "p", "type": "momentum"})", "probes[1].name", "probes[0] too"},
       }) {
    const InputError error = read_error(probed(bad.probes));
    EXPECT_NE(error.where().find(bad.place), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(bad.reason), std::string::npos) << error.what();
  }
}

TEST(Measures, ForcesInAStackAreTheWeightsAbove) {
  // Two cubes of 8 kg on the floor.
  World world = build_world(build_gallery_scene("stack", {{"count", 2}, {"density", 1000}, {"size", 0.2}}));
  for (int i = 0; i < 100; ++i) world.step();
  const double weight = 8 * 9.81;
  EXPECT_LT((contact_force(world, 1) - Vec3(0, 0, weight)).norm(), 1e-6 * weight);  // its own weight in all
  EXPECT_LT((contact_force(world, 2) - Vec3(0, 0, weight)).norm(), 1e-6 * weight);
  EXPECT_LT((contact_force(world, 0) - Vec3(0, 0, -2 * weight)).norm(), 1e-6 * weight);
  EXPECT_LT((pair_force(world, 2, 1) - Vec3(0, 0, weight)).norm(), 1e-6 * weight);
  EXPECT_LT((pair_force(world, 1, 2) - Vec3(0, 0, -weight)).norm(), 1e-6 * weight);
  EXPECT_LT((pair_force(world, 1, 0) - Vec3(0, 0, 2 * weight)).norm(), 1e-6 * weight);
  EXPECT_EQ(pair_force(world, 2, 0), Vec3::Zero());
}

TEST(Measures, MomentaOfAFlyingBox) {
  Scene scene = scene_from_json(scene_text("\"gravity\": [0, 0, 0],",
                                           R"("mass": 2, "inertia": [3, 3, 3], "position": [0, 1, 9],
                                              "velocity": [3, 0, 0], "angular_velocity": [0, 0, 5],)"),
                                "t.json");
  const World world = build_world(scene);
  EXPECT_LT((linear_momentum(world) - Vec3(6, 0, 0)).norm(), 1e-12);
  // Spin 3 * 5 about z, and (0, 1, 9) x (6, 0, 0) = (0, 54, -6).
  EXPECT_LT((angular_momentum(world) - Vec3(0, 54, 9)).norm(), 1e-12);
}

TEST(Measures, JointForceDoesNotDependOnTheOrderOfTheBodies) {
  for (const bool fixed_first : {false, true}) {
    Scene scene = scene_from_json(scene_text("", R"("mass": 2, "position": [0, 0, 9],)"), "t.json");
    JointDescription weld;
    weld.name = "weld";
    weld.type = JointType::weld;
    weld.body_a = fixed_first ? "floor" : "box";
    weld.body_b = fixed_first ? "box" : "floor";
    weld.anchor = {0, 0, 9};
    scene.joints = {weld};
    scene.probes = {{"f", ProbeType::joint_force, "", "", "weld"}};
    World world = build_world(scene);
    for (int i = 0; i < 10; ++i) world.step();
    EXPECT_NEAR(Probes(scene).read(world)[2], (fixed_first ? -2 : 2) * 9.81, 1e-6);
  }
}

}  // namespace
}  // namespace stiction
