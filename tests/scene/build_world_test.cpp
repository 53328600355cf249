#include <cmath>

#include "scene/scene_fixtures.h"
#include "stiction/scene/gallery.h"

namespace stiction {
namespace {

using namespace stiction::testing;

World world_of(const std::string& box_extra, const std::string& shape = R"({"box": {"size": [1, 2, 3]}})") {
  return build_world(scene_from_json(scene_text("", box_extra, shape), "t.json"));
}

// The box 1 x 2 x 3 m of 100 kg/m³ has 600 kg and the inertia m/12 (b² + c²), ...
TEST(BuildWorld, MassAndInertiaFromShapeAndDensity) {
  const World world = world_of("");
  const RigidBody& body = world.model().bodies[1];
  EXPECT_NEAR(body.mass, 600, 1e-9);
  EXPECT_NEAR((body.inertia - Mat3(Vec3(650, 500, 250).asDiagonal())).norm(), 0, 1e-9);
  EXPECT_NEAR((body.inertia * body.inverse_inertia - Mat3::Identity()).norm(), 0, 1e-12);
  EXPECT_EQ(body.frame_origin, Vec3(0, 0, 0));
}

TEST(BuildWorld, StatedMassScalesTheInertia) {
  const RigidBody body = world_of("\"mass\": 12,").model().bodies[1];
  EXPECT_EQ(body.mass, 12);
  EXPECT_NEAR((body.inertia - Mat3(Vec3(13, 10, 5).asDiagonal())).norm(), 0, 1e-12);
}

TEST(BuildWorld, StatedInertiaStays) {
  const RigidBody body = world_of("\"mass\": 12, \"inertia\": [1, 1.5, 2],").model().bodies[1];
  EXPECT_EQ(body.inertia, Mat3(Vec3(1, 1.5, 2).asDiagonal()));
}

TEST(BuildWorld, FrameMovesToTheCentreOfMass) {
  // Quarter turn about z: the body's x axis points along the world's y axis.
  const World world = world_of(R"("centre_of_mass": [0.25, 0, 0], "position": [10, 20, 30],
                                   "rotation": [0.7071067811865476, 0, 0, 0.7071067811865476],)");
  const RigidBody& body = world.model().bodies[1];
  const BodyState& state = world.state().bodies[1];
  EXPECT_NEAR((state.position - Vec3(10, 20.25, 30)).norm(), 0, 1e-14);
  EXPECT_EQ(body.frame_origin, Vec3(-0.25, 0, 0));
  double most = 0;
  for (const Vec3& v : std::get<Polyhedron>(body.shape).convex->vertices()) most = std::max(most, -v.x());
  EXPECT_NEAR(most, 0.75, 1e-15);
}

TEST(BuildWorld, HullsAreCentredOnTheirCentreOfMass) {
  // A tetrahedron's centre of mass is the mean of its corners.
  const World world =
      world_of("\"position\": [1, 1, 1],", R"({"convex": {"points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}})");
  EXPECT_NEAR((world.state().bodies[1].position - Vec3(1.25, 1.25, 1.25)).norm(), 0, 1e-14);
  EXPECT_NEAR(world.model().bodies[1].mass, 100.0 / 6, 1e-12);
}

TEST(BuildWorld, AngularMomentumFromWorldInertia) {
  const World world = world_of(R"("rotation": [0.7071067811865476, 0, 0, 0.7071067811865476],
                                  "velocity": [1, 2, 3], "angular_velocity": [2, 0, 1],)");
  const BodyState& state = world.state().bodies[1];
  EXPECT_EQ(state.velocity, Vec3(1, 2, 3));
  // The world's x axis is the body's -y axis, whose moment is 500.
  EXPECT_NEAR((state.angular_momentum - Vec3(1000, 0, 250)).norm(), 0, 1e-9);
  EXPECT_NEAR((world.angular_velocity(1) - Vec3(2, 0, 1)).norm(), 0, 1e-14);
}

TEST(BuildWorld, MaterialsAndPairs) {
  Scene scene = scene_from_json(scene_text(), "t.json");
  scene.materials["ice"] = {0.08, 0.5, 900};
  scene.materials["ice"].spin = 1e-4;
  scene.materials["wood"].rolling = 2e-3;
  scene.materials["wood"].spin = 3e-4;
  scene.contact_pairs = {{"wood", "ice", 0.02, {}}, {"ice", "ice", {}, 0.9, {}, 4e-3}};
  const World world = build_world(scene);
  const MaterialTable& table = world.model().materials;
  const auto index = [&](const std::string& name) {
    for (std::size_t i = 0; i < table.materials.size(); ++i) {
      if (table.materials[i].name == name) return static_cast<int>(i);
    }
    return -1;
  };
  const int wood = index("wood"), ice = index("ice"), standard = index("default");
  EXPECT_EQ(world.model().bodies[1].material, wood);
  EXPECT_EQ(world.model().bodies[2].material, standard);
  EXPECT_EQ(table.law(wood, ice).mu, 0.02);
  EXPECT_NEAR(table.law(wood, ice).restitution, std::sqrt(0.2 * 0.5), 1e-15) << "not stated: as without the entry";
  EXPECT_EQ(table.law(ice, wood).mu, 0.02);
  EXPECT_NEAR(table.law(ice, ice).mu, 0.08, 1e-15);
  EXPECT_EQ(table.law(ice, ice).restitution, 0.9);
  EXPECT_NEAR(table.law(standard, ice).mu, 0.2, 1e-15);
  EXPECT_EQ(table.law(ice, wood).rolling, 2e-3);  // the larger one
  EXPECT_EQ(table.law(ice, wood).spin, 3e-4);
  EXPECT_EQ(table.law(ice, ice).rolling, 4e-3);
  EXPECT_EQ(table.law(ice, ice).spin, 1e-4);
  EXPECT_EQ(table.law(standard, standard).spin, 0);
}

TEST(BuildWorld, SettingsReachTheModel) {
  Scene scene = build_gallery_scene("card_house", {{"levels", 2}});
  scene.step = 0.003;
  scene.gravity = {0, 1, -3};
  scene.solver.tolerance = 1e-7;
  scene.restitution_threshold = 0.4;
  const World world = build_world(scene);
  EXPECT_EQ(world.model().step, 0.003);
  EXPECT_EQ(world.model().gravity, Vec3(0, 1, -3));
  EXPECT_EQ(world.model().solver.tolerance, 1e-7);
  EXPECT_EQ(world.model().restitution_threshold, 0.4);
  EXPECT_EQ(world.state().bodies.size(), 8u);
  EXPECT_EQ(world.model().bodies[3].name, scene.bodies[3].name);
  EXPECT_TRUE(world.model().bodies[0].fixed);
}

TEST(BuildWorld, EveryGalleryScene) {
  for (const GalleryEntry& entry : gallery()) {
    if (!entry.is_available()) continue;
    const Scene scene = build_gallery_scene(entry.name);
    const World world = build_world(scene);
    EXPECT_EQ(world.state().bodies.size(), scene.bodies.size()) << entry.name;
  }
}

}  // namespace
}  // namespace stiction
