// Bodies that join a world through its scene.
#include "stiction/scene/add_body.h"

#include <gtest/gtest.h>

#include "stiction/common/error.h"
#include "stiction/scene/gallery.h"

namespace stiction {
namespace {

std::string error_of(Scene& scene, World& world, const std::string& json) {
  try {
    add_body(scene, world, body_from_json(json, "body"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(AddBodyToScene, WorldEqualsTheOneBuiltFromTheGrownScene) {
  Scene scene = build_gallery_scene("stack", {{"count", 2}});
  World world = build_world(scene);
  const int index = add_body(scene, world,
                             body_from_json(R"({"name": "ball", "shape": {"sphere": {"radius": 0.1}}, "mass": 3,
                                                "position": [0.05, 0, 1], "angular_velocity": [0, 4, 0]})",
                                            "body"));
  EXPECT_EQ(index, 3);
  EXPECT_EQ(world.model().bodies[3].mass, 3);
  World whole = build_world(scene);
  for (int i = 0; i < 60; ++i) {
    world.step();
    whole.step();
  }
  EXPECT_GT(world.report().contacts, 8);
  EXPECT_EQ(hash(world.state()), hash(whole.state()));
}

TEST(AddBodyToScene, PrescribedMotionIsWhereItsTimeSays) {
  Scene scene = build_gallery_scene("stack", {{"count", 1}});
  World world = build_world(scene);
  for (int i = 0; i < 100; ++i) world.step();
  const int index = add_body(scene, world,
                             body_from_json(R"({"name": "lift", "fixed": true, "shape": {"box": {"size": [1, 1, 1]}},
                                  "position": [5, 0, 0], "motion": {"position": ["2*t", "0", "0"]}})",
                                            "body"));
  EXPECT_NEAR(world.state().bodies[index].position.x(), 5 + 2 * world.state().time, 1e-12);
  world.step();
  EXPECT_NEAR(world.state().bodies[index].position.x(), 5 + 2 * world.state().time, 1e-12);
}

TEST(AddBodyToScene, RefusalsChangeNothing) {
  Scene scene = build_gallery_scene("stack", {{"count", 1}});
  World world = build_world(scene);
  const std::string taken = scene.bodies[1].name;
  EXPECT_EQ(error_of(scene, world, R"({"name": ")" + taken + R"(", "shape": {"sphere": {"radius": 1}}})"),
            "body \"" + taken + "\": name: is the name of another body too; give every body its own name");
  EXPECT_EQ(error_of(scene, world, R"({"name": "b", "shape": {"sphere": {"radius": -1}}})"),
            "body \"b\": shape.sphere.radius: is -1; give a value from 1e-06 to 1000000 m");
  EXPECT_NE(error_of(scene, world, R"({"name": "b", "material": "nix", "shape": {"sphere": {"radius": 1}}})")
                .find("body \"b\": material: \"nix\" is unknown"),
            std::string::npos);
  EXPECT_NE(error_of(scene, world, R"({"nam": "b", "shape": {"sphere": {"radius": 1}}})").find("unknown field"),
            std::string::npos);
  Scene other = build_gallery_scene("stack", {{"count", 2}});
  EXPECT_NE(error_of(other, world, R"({"name": "b", "shape": {"sphere": {"radius": 1}}})").find("different bodies"),
            std::string::npos);
  EXPECT_EQ(scene.bodies.size(), 2u);
  EXPECT_EQ(world.model().bodies.size(), 2u);
}

}  // namespace
}  // namespace stiction
