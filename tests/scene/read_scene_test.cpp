#include <cmath>

#include "scene/scene_fixtures.h"
#include "stiction/scene/text_file.h"
#include "support/temporary_folder.h"

namespace stiction {
namespace {

using namespace stiction::testing;

TEST(ReadScene, FillsEveryField) {
  const Scene scene = scene_from_json(R"({
    "stiction": 1, "name": "all", "description": "d", "gravity": [1, 2, 3], "step": 0.002, "duration": 4,
    "solver": {"type": "staggered_projections", "tolerance": 1e-7, "max_iterations": 9, "time_limit_ms": 5,
               "warm_start": false, "friction_samples": 8, "form": "dual"},
    "restitution_threshold": 0.25,
    "materials": {"m": {"mu": 0.1, "restitution": 0.2, "density": 300}},
    "contact_pairs": [{"materials": ["m", "default"], "mu": 0.7}],
    /* a comment */
    "bodies": [{"name": "b", "model": "rigid", "fixed": false, "shape": {"box": {"size": [1, 2, 3]}}, "material": "m",
      "mass": 5, "inertia": [2, 3, 4, 0.1, 0.2, 0.3], "centre_of_mass": [0.1, 0.2, 0.3], "position": [7, 8, 9],
      "rotation": [0, 1, 0, 0], "velocity": [1, 0, 2], "angular_velocity": [3, 0, 4]}] // another
    })",
                                      "all.json");
  EXPECT_EQ(scene.name, "all");
  EXPECT_EQ(scene.description, "d");
  EXPECT_EQ(scene.gravity, Vec3(1, 2, 3));
  EXPECT_EQ(scene.step, 0.002);
  EXPECT_EQ(scene.duration, 4);
  EXPECT_EQ(scene.solver.type, "staggered_projections");
  EXPECT_EQ(scene.solver.tolerance, 1e-7);
  EXPECT_EQ(scene.solver.max_iterations, 9);
  EXPECT_EQ(scene.solver.time_limit_s, 0.005);
  EXPECT_FALSE(scene.solver.warm_start);
  EXPECT_EQ(scene.solver.friction_samples, 8);
  EXPECT_EQ(scene.solver.form, "dual");
  EXPECT_EQ(scene.restitution_threshold, 0.25);
  EXPECT_EQ(scene.materials.at("m").mu, 0.1);
  EXPECT_EQ(scene.materials.at("m").restitution, 0.2);
  EXPECT_EQ(scene.materials.at("m").density, 300);
  ASSERT_EQ(scene.contact_pairs.size(), 1u);
  EXPECT_EQ(scene.contact_pairs[0].mu, 0.7);
  EXPECT_FALSE(scene.contact_pairs[0].restitution.has_value());
  ASSERT_EQ(scene.bodies.size(), 1u);
  const BodyDescription& body = scene.bodies[0];
  EXPECT_EQ(body.material, "m");
  EXPECT_EQ(std::get<BoxDescription>(body.shape).size, Vec3(1, 2, 3));
  EXPECT_EQ(body.mass, 5);
  Mat3 inertia;
  inertia << 2, 0.1, 0.2, 0.1, 3, 0.3, 0.2, 0.3, 4;
  EXPECT_EQ(*body.inertia, inertia);
  EXPECT_EQ(*body.centre_of_mass, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(body.position, Vec3(7, 8, 9));
  EXPECT_EQ(body.rotation.x(), 1);
  EXPECT_EQ(body.velocity, Vec3(1, 0, 2));
  EXPECT_EQ(body.angular_velocity, Vec3(3, 0, 4));
}

TEST(ReadScene, DefaultsAreThoseOfTheStructs) {
  const Scene scene = scene_from_json(scene_text(), "t.json");
  const Scene defaults;
  EXPECT_EQ(scene.name, defaults.name);
  EXPECT_EQ(scene.gravity, defaults.gravity);
  EXPECT_EQ(scene.step, defaults.step);
  EXPECT_EQ(scene.duration, defaults.duration);
  EXPECT_TRUE(std::isinf(scene.solver.time_limit_s));
  EXPECT_EQ(scene.bodies[2].material, "default");
}

TEST(ReadScene, CorrectsAQuaternionTypedWithFewDigits) {
  const Scene scene = scene_from_json(scene_text("", R"("rotation": [0.7071, 0, 0.7071, 0],)"), "t.json");
  EXPECT_NEAR(scene.bodies[1].rotation.norm(), 1, 1e-15);
  EXPECT_NEAR(scene.bodies[1].rotation.w(), std::sqrt(0.5), 1e-15);
}

TEST(ReadScene, ReadsAHullFromAnObjFileBesideTheScene) {
  const TemporaryFolder folder;
  folder.write("tetra.obj",
               "# comment\r\no tetra\r\nv 0 0 0\r\n  v\t1 0.0 0\r\nv 0 1e0 0 1.0\nvn 0 0 1\nv 0 0 +1\nf 1 2 3\n");
  const std::string file = folder.write("scene.json", scene_text("", "", R"({"convex": {"file": "tetra.obj"}})"));
  const Scene scene = load_scene(file);
  const auto& convex = std::get<ConvexDescription>(scene.bodies[1].shape);
  EXPECT_EQ(convex.points, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_EQ(convex.file, "tetra.obj");
}

TEST(ReadScene, BadObjFilesNameFileAndLine) {
  const TemporaryFolder folder;
  const std::string file = folder.write("scene.json", scene_text("", "", R"({"convex": {"file": "bad.obj"}})"));
  const auto message = [&] { return std::string(error_of([&] { load_scene(file); }).what()); };
  EXPECT_NE(message().find("bodies[1].shape.convex.file"), std::string::npos) << message();
  EXPECT_NE(message().find("bad.obj: there is no such file"), std::string::npos) << message();
  folder.write("bad.obj", "v 0 0 0\nv 1 nan 0\n");
  EXPECT_NE(message().find("bad.obj: line 2"), std::string::npos) << message();
  folder.write("bad.obj", "v 0 0\n");
  EXPECT_NE(message().find("bad.obj: line 1"), std::string::npos) << message();
  folder.write("bad.obj", std::string("\0\x01\xff garbage", 11));
  EXPECT_NE(message().find("holds no vertices"), std::string::npos) << message();
  folder.write("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n");
  EXPECT_NE(message().find("bodies[1].shape.convex.file"), std::string::npos) << message();
}

TEST(ReadScene, FilesThatCannotBeRead) {
  const TemporaryFolder folder;
  const InputError missing = error_of([&] { load_scene(folder.path() + "/none.json"); });
  EXPECT_NE(missing.where().find("none.json"), std::string::npos);
  EXPECT_EQ(missing.problem(), "there is no such file");
  EXPECT_EQ(error_of([&] { load_scene(folder.path()); }).problem(), "is a folder");
  const InputError empty = error_of([&] { load_scene(folder.write("empty.json", "")); });
  EXPECT_EQ(empty.problem(), "the text is empty");
}

TEST(Documentation, ExampleLoads) {
  const std::string text = read_text_file(STICTION_DOCS "/scene-format.md");
  const auto start = text.find("```json\n");
  ASSERT_NE(start, std::string::npos);
  const auto end = text.find("```", start + 8);
  const Scene scene = scene_from_json(text.substr(start + 8, end - start - 8), "scene-format.md");
  EXPECT_EQ(scene.bodies.size(), 5u);
  build_world(scene);
}

}  // namespace
}  // namespace stiction
